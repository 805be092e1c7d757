import { trusted, type Markup } from '../../../../platform/http/pages/html.js'
import { accentsOf } from './brand.js'
import { cssColours, dark, light } from './colours.js'

// The style uses system fonts, no picture from elsewhere, and nothing that fits one writing direction only.
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
.logo { display: block; width: auto; height: auto; max-width: 160px; max-height: 48px; margin-bottom: 24px; }
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
  background: var(--accent); border: 2px solid var(--edge); border-radius: 10px; cursor: pointer;
}
button:hover, button:active, .again a:hover { background: var(--pressed); }
:focus-visible { outline: 3px solid var(--edge); outline-offset: 3px; }
.second { color: var(--edge); background: transparent; border-color: var(--line); }
.second:hover, .second:active { background: var(--ground); }
form + form { margin-top: 12px; }
form.topics { margin-top: 28px; }
.told {
  margin-top: 20px; padding: 12px 16px; border-radius: 10px; font-weight: 600;
  color: var(--good); background: var(--good-ground);
}
.told.not { color: var(--bad); background: var(--bad-ground); font-weight: 400; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 10px; font-size: 17px; font-weight: 650; }
label {
  display: grid; grid-template-columns: auto 1fr; gap: 12px; align-items: start; padding: 12px 14px;
  border: 1px solid var(--line); cursor: pointer; overflow-wrap: anywhere;
}
label + label { border-top: 0; }
legend + label { border-start-start-radius: 10px; border-start-end-radius: 10px; }
label:last-child { border-end-start-radius: 10px; border-end-end-radius: 10px; }
label:hover { background: var(--ground); }
label > span { min-width: 0; }
input[type=checkbox] { width: 20px; height: 20px; margin: 3px 0 0; accent-color: var(--edge); }
.name, .about { display: block; }
.name { font-weight: 600; }
.about { color: var(--quiet); font-size: 14px; }
fieldset + button { margin-top: 0; }
.note { margin-top: 20px; color: var(--quiet); font-size: 14px; }
@media (prefers-color-scheme: dark) {
  .logo { box-sizing: content-box; padding: 8px 10px; background: #fff; color: #1a1f26; border-radius: 8px; }
}
@media (max-width: 520px) {
  body { align-items: start; }
  main { padding: 28px 22px; }
  h1 { font-size: 23px; }
}
`

/** Makes a style sheet, whose text a policy can name by its digest. */
const sheet = (text: string) => ({ text, element: trusted(`<style>${text}</style>`) })
const common = sheet(style)

/**
 * Returns the style sheets of a page: that of all pages, and the changes by a project's accent.
 *
 * @param accent `#rrggbb`
 */
export function sheetsOf(accent?: string): readonly { readonly text: string; readonly element: Markup }[] {
  if (accent === undefined) return [common]
  const { light: inLight, dark: inDark } = accentsOf(accent)
  const changed = `:root { ${cssColours(inLight)} }
@media (prefers-color-scheme: dark) { :root { ${cssColours(inDark)} } }`
  return [common, sheet(changed)]
}
