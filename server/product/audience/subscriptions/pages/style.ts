import { createHash } from 'node:crypto'
import { trusted } from '../../../../platform/http/html.js'
import { cssColours, dark, light } from './colours.js'

// System fonts, no picture from elsewhere, and nothing that is of one writing direction only.
const style = `
:root { color-scheme: light dark; ${cssColours(light)} }
@media (prefers-color-scheme: dark) { :root { ${cssColours(dark)} } }
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px; min-height: 100vh; min-height: 100dvh;
  display: grid; align-items: center; justify-items: center;
  background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 480px; padding: 40px;
  background: var(--panel); border: 1px solid var(--line);
  border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 12px 32px rgb(0 0 0 / 6%);
}
h1, p, dl, dd { margin: 0; }
h1 { font-size: 26px; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; text-wrap: balance; }
h1 + p { margin-top: 12px; }
.mark {
  display: grid; place-items: center; width: 52px; height: 52px; margin-bottom: 20px; border-radius: 50%;
  color: var(--quiet); background: var(--ground);
}
.good .mark { color: var(--good); background: var(--good-ground); }
.bad .mark { color: var(--bad); background: var(--bad-ground); }
.mark svg { display: block; width: 26px; height: 26px; }
dl { margin-top: 24px; padding: 16px 18px; background: var(--ground); border-radius: 10px; }
dt { color: var(--ink); font-size: 14px; }
dd { font-weight: 600; overflow-wrap: anywhere; }
dd + dt { margin-top: 12px; }
form, .again { margin-top: 28px; }
button, .again a {
  display: flex; align-items: center; justify-content: center;
  width: 100%; min-height: 48px; padding: 10px 20px;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-accent);
  background: var(--accent); border: 2px solid transparent; border-radius: 10px; cursor: pointer;
}
button:hover, button:active, .again a:hover { background: var(--pressed); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.note { margin-top: 20px; color: var(--quiet); font-size: 14px; }
@media (max-width: 520px) {
  body { align-items: start; }
  main { padding: 28px 22px; }
  h1 { font-size: 23px; }
}
`

/** The style sheet of the pages, as the element that holds it. */
export const styleElement = trusted(`<style>${style}</style>`)

/**
 * Nothing of the page may apply but its style sheet, known by its digest (CSP3, section 2.3.1), and its form.
 */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
