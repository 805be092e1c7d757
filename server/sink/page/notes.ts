import { html } from '../../http/html.js'
import type { Markup } from '../../http/html.js'
import { pageLink } from './links.js'
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
    <p>It appears here by itself; without scripts, choose Refresh.</p>
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

/** The note for a search that finds nothing. */
export function nothingFound(state: PageState, cutShort: boolean): Markup {
  return html`<div class="note">
    <h2>${cutShort ? 'Nothing found yet' : 'Nothing found'}</h2>
    ${
      cutShort &&
      html`<p>Only the newest messages were searched so far. Choose Search older below the list to go on.</p>`
    }
    ${
      state.q !== undefined &&
      html`<p>
          A message has to contain all of the words, in its sender, recipients, subject or text. The first
          5,000 characters of the text are searched.
        </p>
        <p>
          Search in one field by its name: <code>subject:reset</code>, <code>from:shop</code>,
          <code>to:ada@example.com</code>, <code>body:"your code"</code>.
        </p>`
    }
    ${state.to !== undefined && html`<p>The list shows what was sent to ${state.to}, in upper or lower case.</p>`}
  </div>`
}

/** The note for an address whose message is no longer kept. */
export function gone(state: PageState): Markup {
  return html`<div class="note">
    <h2>This message is gone</h2>
    <p>It was deleted, or it is older than the messages that the sink keeps.</p>
    <p><a href="${pageLink({ ...state, id: undefined, tab: undefined })}">Back to the inbox</a></p>
  </div>`
}

/** The note beside the list while no message is open. */
export function nothingChosen(): Markup {
  return html`<div class="note">
    <h2>No message chosen</h2>
    <p>Choose one from the list to read it.</p>
    <p class="keys quiet scripted">
      <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous message, <kbd>/</kbd> to the search,
      <kbd>Del</kbd> deletes the open message, <kbd>u</kbd> goes back to the list.
    </p>
  </div>`
}
