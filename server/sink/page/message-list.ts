import type { MessageView } from '../parsed-message.js'
import { html } from '../../http/html.js'
import type { Markup } from '../../http/html.js'
import { pageLink } from './links.js'
import type { PageState } from './links.js'
import { shortTime } from './time.js'

/** One page of the list. */
export interface ListContent {
  readonly state: PageState
  readonly rows: readonly MessageView[]
  /** How many messages are kept in all. */
  readonly total: number
  readonly nextCursor: string | null
}

/** The left column: title, search by recipient, the rows and the way to older ones. */
export function messageList({ state, rows, total, nextCursor }: ListContent): Markup {
  const newest = { base: state.base, to: state.to }
  return html`<nav class="list" aria-label="Messages">
    <header>
      <h1><a href="${pageLink({ base: state.base })}">Sink</a></h1>
      <span class="count">${total === 1 ? '1 message' : `${total.toLocaleString('en')} messages`}</span>
      <a class="button" href="${pageLink({ ...state, cursor: undefined })}">Refresh</a>
    </header>
    <form method="get" action="${state.base}/" role="search">
      <label for="to">Recipient</label>
      <div class="field">
        <input
          id="to"
          name="to"
          type="text"
          value="${state.to}"
          placeholder="ada@example.com"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        />
        <button>Find</button>
      </div>
    </form>
    ${state.to !== undefined && html`<p class="hint">Mail to this recipient only. <a href="${state.base}/">Show all</a></p>`}
    ${
      rows.length > 0 &&
      html`<ol>
        ${rows.map((row) => listRow(state, row))}
      </ol>`
    }
    ${
      (state.cursor !== undefined || nextCursor !== null) &&
      html`<p class="pages">
        ${state.cursor !== undefined && html`<a href="${pageLink(newest)}">Newest</a>`}
        ${nextCursor !== null && html`<a href="${pageLink({ ...newest, cursor: nextCursor })}">Older</a>`}
      </p>`
    }
  </nav>`
}

function listRow(state: PageState, row: MessageView): Markup {
  const current = row.id === state.id
  const [first, ...others] = row.envelope.to
  // The fragment brings the row back into sight when the list is long; the page keeps nothing else.
  const target = `${pageLink({ ...state, id: row.id, tab: undefined })}#${row.id}`
  return html`<li id="${row.id}">
    <a href="${target}" ${current && html`aria-current="true"`}>
      <span class="top">
        <span class="to"
          ><span class="quiet">To</span> ${first}${others.length > 0 && ` +${others.length}`}</span
        >
        <time datetime="${row.received_at}">${shortTime(row.received_at)}</time>
      </span>
      <span class="subject">${row.subject || 'No subject'}</span>
      <span class="from"><span class="quiet">From</span> ${senderOf(row)}</span>
    </a>
  </li>`
}

/** Who wrote it, as a reader would see it; the envelope sender when the header does not say. */
function senderOf(row: MessageView): string {
  const from = [row.headers.from].flat()[0]
  return from || row.envelope.from || '<> (null sender)'
}
