-- SPDX-License-Identifier: GPL-3.0-or-later
-- Names of functions (DLS_FUNCTIONS in the environment) and of papers become links, x.md x.html.
local functions = {}
for name in (os.getenv('DLS_FUNCTIONS') or ''):gmatch('%S+') do functions[name] = true end
local papers = {}
for name in ('ALLSTICK TUTORIAL COUPLING HIGHORDER CONIC EXIST DARTLCP'):gmatch('%S+') do
  papers[name] = true
end
local here = os.getenv('DLS_PAGE')

traverse = 'topdown'

local function code(el)
  local name = el.text:match('^dls_[%w_]+')
  if name and functions[name] and name ~= here then
    return pandoc.Link(el, name .. '.html'), false
  end
end

local function str(el)
  local before, name, after = el.text:match('^(.-)(%u%u%u%u%u+)(.*)$')
  if name and papers[name] and not after:match('^[%w_]') and not before:match('[%w_]$') then
    local link = pandoc.Link(name, 'papers.html#' .. name:lower(), '', {class = 'paper'})
    return {pandoc.Str(before), link, pandoc.Str(after)}, false
  end
end

local function link(el)
  if not el.target:match('^%a+:') then
    el.target = el.target:gsub('%.md$', '.html'):gsub('%.md#', '.html#')
  end
  return el, false
end

local function header(el) return el, false end

return {{traverse = 'topdown', Code = code, Str = str, Link = link, Header = header}}
