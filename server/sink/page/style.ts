import { createHash } from 'node:crypto'
import { trusted } from '../../http/html.js'

// System fonts and no image: the page loads nothing from anywhere.
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f7; --panel: #fff; --line: #d9dee4; --ink: #1a1f26; --quiet: #566170;
  --accent: #0a5aa8; --chosen: #e4effb; --code: #f3f5f7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1217; --panel: #161b22; --line: #2c343e; --ink: #e7ebf0; --quiet: #9ba7b5;
    --accent: #7db8ff; --chosen: #1d3048; --code: #0e1217;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; height: 100vh; height: 100dvh; display: grid; grid-template-columns: minmax(300px, 380px) 1fr;
  background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, p, dl, dd, ul, ol, pre { margin: 0; padding: 0; }
h1 { font-size: 18px; } h2 { font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; } h3 { font-size: 16px; }
.quiet, .count, time, .hint, dt { color: var(--quiet); }
.list { background: var(--panel); border-right: 1px solid var(--line); overflow-y: auto; }
.list header { display: flex; align-items: center; gap: 10px; padding: 14px 16px 6px; }
.list h1 a { color: inherit; text-decoration: none; }
.count { font-size: 13px; margin-right: auto; }
.button, button {
  font: inherit; font-size: 14px; padding: 5px 12px; color: var(--ink); background: var(--ground);
  border: 1px solid var(--line); border-radius: 6px; text-decoration: none; cursor: pointer;
}
.button:hover, button:hover { border-color: var(--quiet); }
form { padding: 6px 16px 12px; border-bottom: 1px solid var(--line); }
label { font-size: 13px; color: var(--quiet); }
.field { display: flex; gap: 6px; }
input {
  flex: 1; min-width: 0; font: inherit; font-size: 14px; padding: 5px 10px; color: var(--ink);
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
}
input::placeholder { color: var(--quiet); opacity: 1; }
.list > .hint { padding: 10px 16px; border-bottom: 1px solid var(--line); }
.list ol { list-style: none; }
.list li { scroll-margin-top: 30vh; }
.list li a {
  display: block; padding: 10px 16px 10px 13px; border-bottom: 1px solid var(--line);
  border-left: 3px solid transparent;
  color: inherit; text-decoration: none;
}
.list li a:hover { background: var(--ground); }
.list li a[aria-current] { background: var(--chosen); border-left-color: var(--accent); }
.list li a:focus-visible { outline-offset: -3px; }
.list li span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.top { display: flex; gap: 10px; justify-content: space-between; font-size: 13px; }
.top time { flex: none; }
.subject { display: block; font-weight: 600; }
.from { display: block; font-size: 13px; }
.pages { display: flex; justify-content: space-between; padding: 12px 16px; }
main { min-width: 0; overflow-y: auto; }
article { min-height: 100%; padding: 22px 28px; display: flex; flex-direction: column; gap: 14px; }
.back { display: none; }
.envelope { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; font-size: 14px; }
.envelope dd { overflow-wrap: anywhere; min-width: 0; }
.attachments { list-style: none; display: flex; flex-wrap: wrap; gap: 8px; font-size: 14px; }
.attachments li {
  padding: 5px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  overflow-wrap: anywhere;
}
.tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--line); }
.tabs a {
  padding: 7px 14px; color: var(--quiet); text-decoration: none; border-bottom: 2px solid transparent;
  margin-bottom: -1px;
}
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.body { flex: 1; display: flex; flex-direction: column; gap: 10px; min-height: 0; }
iframe {
  flex: 1; width: 100%; min-height: 55vh; border: 1px solid var(--line); border-radius: 8px;
  background: #fff; color-scheme: light;
}
pre {
  padding: 16px; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
}
.hint { font-size: 14px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td {
  padding: 6px 14px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere;
}
th { font-weight: 600; width: 34%; }
td { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
.note { max-width: 46em; padding: 36px 28px; display: flex; flex-direction: column; gap: 14px; }
.note td { font: inherit; font-size: 14px; }
@media (max-width: 760px) {
  body { display: block; height: auto; }
  .list { border-right: 0; }
  .reading .list, .listing main { display: none; }
  .back { display: inline-block; }
  article, .note { padding: 16px; }
  h2 { font-size: 19px; }
  .tabs a { padding: 7px 11px; }
  .list li a { padding-block: 12px; }
  .button, button, input { min-height: 38px; display: inline-flex; align-items: center; }
  th { width: 42%; }
}
`

/** The style sheet of the inbox page, as the element that holds it. */
export const STYLE_ELEMENT = trusted(`<style>${STYLE}</style>`)

// The style sheet is the only thing of the page that may apply, known by its digest (CSP3 section 2.3.1).
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64')

/** The Content-Security-Policy of the page: no script, nothing loaded, frames and the search from itself. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_DIGEST}'`,
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
