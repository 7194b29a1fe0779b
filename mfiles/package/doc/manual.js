// SPDX-License-Identifier: GPL-3.0-or-later
// Search in all pages (search-index.js has their texts), and a button that copies a sample.
for (const pre of document.querySelectorAll('pre.octave')) {
  const button = document.createElement('button');
  button.textContent = 'copy';
  button.onclick = () => navigator.clipboard.writeText(pre.querySelector('code').innerText)
    .then(() => { button.textContent = 'copied'; });
  pre.append(button);
}

function hits(words) {
  const found = [];
  for (const page of PAGES) {
    const title = page.title.toLowerCase(), text = page.text.toLowerCase();
    if (words.every(w => title.includes(w) || text.includes(w))) {
      const count = w => text.split(w).length - 1 + 50 * title.includes(w);
      found.push({page, score: words.reduce((sum, w) => sum + count(w), 0)});
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 40);
}

const list = document.querySelector('#hits');
if (list) {
  const asked = new URLSearchParams(location.search).get('q') || '';
  const words = asked.toLowerCase().split(/\s+/).filter(w => w);
  document.querySelector('header input').value = asked;
  for (const {page} of words.length ? hits(words) : []) {
    const item = document.createElement('li'), link = document.createElement('a');
    const at = Math.max(page.text.toLowerCase().indexOf(words[0]) - 60, 0);
    link.href = page.file;
    link.textContent = page.title;
    item.append(link, document.createElement('br'), '... ' + page.text.slice(at, at + 160) + ' ...');
    list.append(item);
  }
  document.querySelector('#count').textContent = `${list.children.length} pages for "${asked}"`;
}
