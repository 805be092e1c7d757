import { html, type Markup } from '../../../platform/http/pages/html.js'
import type { StoredMessage } from '../kept/stored-message.js'
import type { Summary } from '../parser/jobs.js'
import { maxSearchLength, pageLink, type PageState } from './links.js'
import { shortTime } from './time.js'

/** One message in the list. */
export interface ListRow {
  readonly stored: StoredMessage
  /** Undefined if the message was not parsed yet. */
  readonly summary: Summary | undefined
  readonly isRead: boolean
}

/** One page of the list. */
export interface ListContent {
  readonly state: PageState
  readonly rows: readonly ListRow[]
  /** The number of all kept messages, and of the unread messages among them. */
  readonly total: number
  readonly unread: number
  readonly nextCursor: string | null
  /** True if the search ended before it had covered all messages. */
  readonly cutShort: boolean
  /** True if there is a page on which mail is put into an inbound route. */
  readonly takesInbound: boolean
}

/** The max length of a text in a row, in characters: the browser would cut a longer text anyway. */
const shownLength = 120

/** Renders the left column: title, search, rows and the link to older messages. */
export function messageList(content: ListContent): Markup {
  const { state, rows, total } = content
  return html`<nav class="list" aria-label="Messages">
    <header>
      <h1><a href="${pageLink({ base: state.base })}">Sink</a></h1>
      <span class="count" role="status" data-unread="${content.unread}">${countOf(content)}</span>
      <a class="button refresh" href="${pageLink({ ...state, cursor: undefined })}">Refresh</a>
      ${content.takesInbound && html`<a class="to-route" href="${state.base}/inbound">Send email to a route</a>`}
      ${total > 0 && deleteAll(state, total)}
    </header>
    ${searchForm(state)}
    <div id="rows">
      ${
        state.to !== undefined &&
        html`<p class="hint">
          Only messages to ${state.to}.
          <a href="${pageLink({ ...state, to: undefined, cursor: undefined })}">Show all</a>
        </p>`
      }
      ${
        rows.length > 0 &&
        html`<ol>
          ${rows.map((row) => listRow(state, row))}
        </ol>`
      }
      ${pages(content)}
    </div>
  </nav>`
}

function countOf({ total, unread }: ListContent): string {
  const all = total === 1 ? '1 message' : `${total.toLocaleString('en')} messages`
  return unread === 0 ? all : `${all}, ${unread.toLocaleString('en')} unread`
}

/** Renders the button to delete all messages. It needs a second click, which works without a script. */
function deleteAll(state: PageState, total: number): Markup {
  return html`<details class="delete-all">
    <summary class="button">Delete all…</summary>
    <form class="panel" method="post" action="${state.base}/messages/delete">
      <button class="danger">
        Delete ${total === 1 ? 'the message' : `all ${total.toLocaleString('en')} messages`}
      </button>
    </form>
  </details>`
}

function searchForm(state: PageState): Markup {
  return html`<form method="get" action="${state.base}/" role="search">
    ${state.to !== undefined && html`<input type="hidden" name="to" value="${state.to}" />`}
    <div class="row">
      <input
        id="search"
        name="q"
        type="search"
        value="${state.q}"
        maxlength="${maxSearchLength}"
        aria-label="Search sender, recipient, subject and text"
        placeholder="Search, or subject:reset to:ada"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      <button>Search</button>
    </div>
  </form>`
}

function pages({ state, rows, nextCursor, cutShort }: ListContent): Markup | false {
  const newest = { base: state.base, to: state.to, q: state.q, width: state.width }
  if (state.cursor === undefined && nextCursor === null) {
    return (
      rows.length === 0 &&
      state.q !== undefined &&
      html`<p class="hint">Nothing found. <a href="${state.base}/">Show all</a></p>`
    )
  }
  return html`<p class="pages">
    ${state.cursor !== undefined && html`<a href="${pageLink(newest)}">Newest</a>`}
    ${nextCursor !== null && html`<a href="${pageLink({ ...newest, cursor: nextCursor })}">${cutShort ? 'Search older' : 'Older'}</a>`}
  </p>`
}

// The markup has few line breaks: there are many rows.
function listRow(state: PageState, { stored, summary, isRead }: ListRow): Markup {
  const { id, envelope } = stored
  const [first = '', ...others] = envelope.to
  // The fragment scrolls a long list back to the row: without its script, the page does not keep its scroll
  // position.
  const target = `${pageLink({ ...state, id, tab: undefined, images: undefined })}#${id}`
  const to = html`<span class="to"
    ><span class="quiet">To</span> ${cut(first)}${others.length > 0 && ` +${others.length}`}</span
  >`
  const subject = html`<span class="subject"
    >${!isRead && html`<span class="dot">Unread: </span>`}${subjectOf(summary)}</span
  >`
  const from = html`<span class="from"><span class="quiet">From</span> ${senderOf(stored, summary)}</span>`
  return html`<li id="${id}">
    <a href="${target}" ${!isRead && html` class="unread"`}${id === state.id && html` aria-current="true"`}
      ><span class="top">${to}${clip(summary)}${shortTime(stored.received_at)}</span>${subject}${from}</a
    >
  </li> `
}

function subjectOf(summary: Summary | undefined): string {
  if (summary === undefined) return 'Not parsed yet'
  if (summary.unreadable !== null) return 'Unreadable message'
  return cut(summary.subject) || 'No subject'
}

/** Returns the author, as a reader would see it; the envelope sender if the header names none. */
function senderOf({ envelope }: StoredMessage, summary: Summary | undefined): string {
  return cut(summary?.from || envelope.from || '<> (null sender)')
}

/** Renders a paper clip with the number of attachments. */
function clip(summary: Summary | undefined): Markup | false {
  const count = summary?.attachments ?? 0
  if (count === 0) return false
  return html`<span class="clip"
    ><svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M11 4v7a3 3 0 0 1-6 0V4a2 2 0 0 1 4 0v7a1 1 0 0 1-2 0V5" /></svg
    ><span class="hidden">Attachments: </span>${count}</span
  >`
}

function cut(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
