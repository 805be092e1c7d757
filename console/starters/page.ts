/**
 * The parts in which one mail differs from the others: its title, and the content of the card and of the footer below
 * it, in HTML with Liquid.
 */
interface Page {
  readonly title: string
  readonly body: string
  readonly footer: string
}

/**
 * Returns the HTML of a starter mail in its frame: one column of at most 600 px, set by tables, since Outlook for
 * Windows lays mail out with Word, which knows neither `max-width` nor padding of links. The rules of `<style>` are
 * written into the elements when a version is saved; the rules for phones and dark mode stay, for readers that know
 * media queries.
 */
export function page({ title, body, footer }: Page): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="x-apple-disable-message-reformatting">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${title}</title>
  <style>
    body { margin: 0; padding: 0; background-color: #f2f4f7; }
    table { border-collapse: collapse; }
    .page { background-color: #f2f4f7; }
    .outer { padding: 32px 12px; }
    .brand { padding: 0 8px 16px; font: bold 16px/24px Helvetica, Arial, sans-serif; color: #1d2433; }
    .card { padding: 32px; background-color: #ffffff; border: 1px solid #dfe3ea; border-radius: 8px; }
    h1 { margin: 0 0 16px; font: bold 22px/30px Helvetica, Arial, sans-serif; color: #1d2433; }
    h2 { margin: 24px 0 4px; font: bold 17px/24px Helvetica, Arial, sans-serif; color: #1d2433; }
    p { margin: 0 0 16px; font: 16px/24px Helvetica, Arial, sans-serif; color: #3b4456; }
    a { color: #1f5fc4; }
    .button { background-color: #1f5fc4; border-radius: 6px; mso-padding-alt: 12px 24px; }
    .button a { display: inline-block; padding: 12px 24px; font: bold 16px/24px Helvetica, Arial, sans-serif; color: #ffffff; text-decoration: none; }
    .after { padding-top: 24px; }
    .row td { padding: 10px 0; border-bottom: 1px solid #dfe3ea; font: 15px/22px Helvetica, Arial, sans-serif; color: #3b4456; vertical-align: top; }
    .row .amount { padding-left: 16px; text-align: right; white-space: nowrap; }
    .total td { font-weight: bold; color: #1d2433; border-bottom: 0; }
    .small { margin: 0 0 8px; font-size: 13px; line-height: 20px; color: #616b7d; word-break: break-word; }
    .footer { padding: 20px 8px 0; }
    @media (max-width: 480px) {
      .outer { padding: 16px 0 !important; }
      .card { padding: 24px 20px !important; border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
      .brand, .footer { padding-left: 20px !important; padding-right: 20px !important; }
    }
    @media (prefers-color-scheme: dark) {
      body, .page { background-color: #14171d !important; }
      .card { background-color: #1e232c !important; border-color: #363d4a !important; }
      .brand, h1, h2, .total td { color: #f1f3f7 !important; }
      p, .row td { color: #c9d0dc !important; }
      .row td { border-color: #363d4a !important; }
      .small { color: #9aa4b5 !important; }
      a { color: #8db8ff !important; }
      .button a { color: #ffffff !important; }
    }
  </style>
</head>
<body>
  <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f2f4f7">
    <tr>
      <td class="outer" align="center">
        <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px">
          <tr>
            <td class="brand" align="left">{{ company }}</td>
          </tr>
          <tr>
            <td class="card" align="left" bgcolor="#ffffff">
${indented(body, 14)}
            </td>
          </tr>
          <tr>
            <td class="footer" align="left">
${indented(footer, 14)}
            </td>
          </tr>
        </table>
        <!--[if mso]></td></tr></table><![endif]-->
      </td>
    </tr>
  </table>
</body>
</html>
`
}

/** Returns a link that looks like a button even in readers that ignore padding of links. */
export function button(url: string, words: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="button" align="center" bgcolor="#1f5fc4"><a href="${url}">${words}</a></td>
  </tr>
</table>`
}

/** Returns the address of a button as text, for readers that show no links. */
export function addressBelow(url: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="after">
      <p class="small">If the button does nothing, copy this address into your browser:<br><a href="${url}">${url}</a></p>
    </td>
  </tr>
</table>`
}

function indented(text: string, spaces: number): string {
  return text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))
    .join('\n')
}
