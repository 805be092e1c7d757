import { html, type Markup } from '../../../platform/http/pages/html.js'
import { pageLink, type PageState } from './links.js'

const misbehaving: readonly (readonly [string, string])[] = [
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

/** Renders the inbox before its first message: how to send one, and which recipients misbehave. */
export function emptyInbox(smtp: { readonly host: string; readonly port: number }): Markup {
  const host = smtp.host.includes(':') ? `[${smtp.host}]` : smtp.host
  const command = [
    "printf 'From: me@example.com\\nTo: ada@example.com\\nSubject: Hello\\n\\nIt works.\\n' |",
    `  curl smtp://${host}:${smtp.port} --crlf -T - \\`,
    '    --mail-from me@example.com --mail-rcpt ada@example.com',
  ].join('\n')
  return html`<div class="note stack">
    <h2>No messages yet</h2>
    <p>
      While the sink is the transport, email that the service sends is kept here instead of being delivered.
      Send a message through the API, or directly to the SMTP port:
    </p>
    <pre>${command}</pre>
    <p>New messages appear here automatically. Without JavaScript, choose Refresh.</p>
    <h3>Recipients that misbehave on purpose</h3>
    <p>The part before the @ decides, at any domain. All other recipients are accepted.</p>
    <table>
      ${misbehaving.map(
        ([address, effect]) =>
          html`<tr>
            <th scope="row">${address}</th>
            <td>${effect}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

/** Renders the note for a search that finds nothing. */
export function nothingFound(state: PageState, cutShort: boolean): Markup {
  return html`<div class="note stack">
    <h2>${cutShort ? 'Nothing found yet' : 'Nothing found'}</h2>
    ${
      cutShort &&
      html`<p>
        Only the newest messages have been searched so far. Choose Search older below the list to continue.
      </p>`
    }
    ${
      state.q !== undefined &&
      html`<p>
          A message must contain all of the words, in its sender, recipients, subject or text. Only the first
          5,000 characters of the text are searched.
        </p>
        <p>
          To search one field, begin with its name: <code>subject:reset</code>, <code>from:shop</code>,
          <code>to:ada@example.com</code>, <code>body:"your code"</code>.
        </p>`
    }
    ${state.to !== undefined && html`<p>The list shows only messages to ${state.to}, in upper or lower case.</p>`}
  </div>`
}

/** Renders the note for an address whose message is no longer kept. */
export function gone(state: PageState): Markup {
  return html`<div class="note stack">
    <h2>This message no longer exists</h2>
    <p>It was deleted, or it is older than the messages that the sink keeps.</p>
    <p><a href="${pageLink({ ...state, id: undefined, tab: undefined })}">Back to the inbox</a></p>
  </div>`
}

/** Renders the note beside the list while no message is open. */
export function nothingChosen(): Markup {
  return html`<div class="note stack">
    <h2>No message selected</h2>
    <p>Select a message from the list to read it.</p>
    <p class="keys quiet scripted">
      <kbd>j</kbd> and <kbd>k</kbd> open the next and the previous message, <kbd>/</kbd> goes to the search,
      <kbd>Del</kbd> deletes the open message, and <kbd>u</kbd> goes back to the list.
    </p>
  </div>`
}
