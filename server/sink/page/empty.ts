import { html } from '../../http/html.js'
import type { Markup } from '../../http/html.js'
import type { PageState } from './links.js'

const MISBEHAVING: readonly (readonly [string, string])[] = [
  ['bounce@', 'refused with 550 5.1.1'],
  ['bounce+452@', 'refused with that code'],
  ['bounce+5.7.1@', 'refused with that enhanced code'],
  ['defer@', 'refused with 451 twice, then accepted'],
  ['defer+always@', 'refused with 451 every time'],
  ['slow+5000@', 'accepted after 5,000 milliseconds'],
  ['drop@', 'the connection is cut before the reply'],
  ['dsn@', 'accepted, then a bounce comes back'],
  ['complain@', 'accepted, then a complaint comes back'],
]

/** What stands there before the first message: how to send one, and who misbehaves. */
export function emptyInbox(smtp: { readonly host: string; readonly port: number }): Markup {
  const host = smtp.host.includes(':') ? `[${smtp.host}]` : smtp.host
  const command = [
    "printf 'From: me@example.com\\nTo: ada@example.com\\nSubject: Hello\\n\\nIt works.\\n' |",
    `  curl smtp://${host}:${smtp.port} --crlf -T - \\`,
    '    --mail-from me@example.com --mail-rcpt ada@example.com',
  ].join('\n')
  return html`<div class="note">
    <h2>Nothing here yet</h2>
    <p>
      Mail that the service sends while its transport is the sink is kept here instead of being delivered.
      Send a message through the API, or straight to the SMTP port:
    </p>
    <pre>${command}</pre>
    <p>Then choose Refresh.</p>
    <h3>Recipients that misbehave on purpose</h3>
    <p>At any domain, by the part before the @. Every other recipient is accepted.</p>
    <table>
      ${MISBEHAVING.map(
        ([address, effect]) =>
          html`<tr>
            <th scope="row">${address}</th>
            <td>${effect}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

/** What stands there when a search finds nothing or nothing is chosen from it. */
export function emptySearch(state: PageState): Markup {
  return html`<div class="note">
    <h2>Mail to ${state.to}</h2>
    <p>The list shows what was sent to this envelope recipient, in upper or lower case.</p>
  </div>`
}
