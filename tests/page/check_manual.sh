#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/page/check_manual.sh FOLDER COUNTS
# Opens every page of the manual in headless Chromium in a frame of 360 pixels: none may be wider,
# formulas must be MathML with their words on one line, and the search must find.
set -eu
cd "$1"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
cat >"$work/frames.html" <<'END'
<!DOCTYPE html><meta charset="utf-8"><pre id="said"></pre>
<iframe id="frame" style="width:360px;height:640px;border:0"></iframe>
<script>
const said = document.querySelector('#said'), frame = document.querySelector('#frame');
const load = url => new Promise(done => { frame.onload = () => done(frame.contentDocument); frame.src = url; });
const tell = (ok, text) => { said.textContent += `${ok ? 'ok' : 'bad'} ${text}\n`; };
async function all(pages, folder) {
  let formulas = 0;
  for (const page of pages) {
    const doc = await load(folder + page);
    const width = doc.documentElement.scrollWidth;
    tell(width <= 360, `${page} is ${width} pixels wide`);
    for (const text of doc.querySelectorAll('mtext')) {
      const range = doc.createRange();
      range.selectNodeContents(text);
      const drawn = range.getBoundingClientRect().width, whole = text.getBoundingClientRect().width;
      if (drawn < 0.8 * whole) tell(false, `${page}: of '${text.textContent}' the first line is drawn alone`);
    }
    formulas += doc.querySelectorAll('math').length;
    if (/\$\$|\\begin\{/.test(doc.querySelector('main').innerText)) tell(false, `${page}: TeX is left`);
  }
  tell(formulas > 10, `${formulas} formulas`);
  const found = await load(folder + 'search.html?q=lemke');
  await new Promise(done => setTimeout(done, 500));
  const links = [...found.querySelectorAll('#hits a')].map(a => a.getAttribute('href'));
  tell(links.includes('dls_lcp.html'), `search finds ${links.length} pages`);
  document.title = 'ended';
}
END
printf 'all([' >>"$work/frames.html"
for page in *.html; do printf '"%s",' "$page" >>"$work/frames.html"; done
printf '], "file://%s/");\n</script>\n' "$PWD" >>"$work/frames.html"
chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$work/profile" \
    --virtual-time-budget=120000 --dump-dom "file://$work/frames.html" 2>/dev/null >"$work/dom"
sed -n '/<pre id="said">/,/<\/pre>/p' "$work/dom" | sed 's/.*<pre id="said">//; s/<\/pre>.*//' >"$work/said"
grep '^bad' "$work/said" || true
good=$(grep -c '^ok' "$work/said" || true)
bad=$(grep -c '^bad' "$work/said" || true)
grep -q '<title>ended' "$work/dom" || bad=$((bad + 1))
echo "$good $bad 0 manual" >>"$2"
