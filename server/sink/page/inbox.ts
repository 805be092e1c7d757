import type { Request, Response } from 'express'
import type { MessageStore } from '../store.js'
import type { MessageView } from '../parsed-message.js'
import type { ViewCache } from '../view-cache.js'
import { SINK_ID } from '../files.js'
import { emptyInbox, emptySearch } from './empty.js'
import { html } from '../../http/html.js'
import type { Markup } from '../../http/html.js'
import { pageLink, TABS } from './links.js'
import type { PageState } from './links.js'
import { messageList } from './message-list.js'
import { messagePane } from './message-pane.js'
import { PAGE_POLICY, STYLE_ELEMENT } from './style.js'

const ROWS = 50

/**
 * Answers with the inbox: the list, and the message that the address names. Made anew for each request, with
 * no script; what is in the messages is escaped or, as HTML, shut in a frame.
 */
export async function showInbox(
  req: Request,
  res: Response,
  store: MessageStore,
  views: ViewCache,
  smtp: { readonly host: string; readonly port: number },
): Promise<void> {
  const state = readState(req)
  const page = store.list({ limit: ROWS, before: state.cursor, to: state.to })
  const rows = await views.viewAll(page.messages)
  const stored = state.id === undefined ? undefined : store.find(state.id)
  const chosen = stored && (await views.view(stored))
  const raw = chosen && (await store.raw(chosen.id))
  const pane = chosen && raw ? await messagePane(state, chosen, raw) : placeholder(state, store.size, smtp)
  const list = messageList({ state, rows, total: store.size, nextCursor: page.nextCursor })
  // On a narrow screen there is room for one of the two: the class says for which.
  const layout = state.id !== undefined ? 'reading' : rows.length > 0 ? 'listing' : 'empty'
  send(res, state.id !== undefined && !chosen ? 404 : 200, document(layout, chosen, list, pane))
}

/** Unlike the JSON listing, a page with a parameter nobody can read shows the newest messages. */
function readState(req: Request): PageState {
  const value = (name: string) => {
    const given = req.query[name]
    return typeof given === 'string' && given !== '' ? given : undefined
  }
  const cursor = value('cursor')
  return {
    base: req.baseUrl,
    id: value('id'),
    tab: TABS.find((tab) => tab === value('tab')),
    to: value('to')?.trim() || undefined,
    cursor: cursor !== undefined && SINK_ID.test(cursor) ? cursor : undefined,
  }
}

function placeholder(state: PageState, total: number, smtp: { host: string; port: number }): Markup {
  if (state.id !== undefined) {
    return html`<div class="note">
      <h2>This message is gone</h2>
      <p>It was deleted, or older than the newest ones that are kept.</p>
      <p><a href="${pageLink({ ...state, id: undefined, tab: undefined })}">Back to the inbox</a></p>
    </div>`
  }
  if (total === 0) return emptyInbox(smtp)
  if (state.to !== undefined) return emptySearch(state)
  return html`<div class="note">
    <h2>No message chosen</h2>
    <p>Choose one from the list to read it.</p>
  </div>`
}

function document(layout: string, chosen: MessageView | undefined, list: Markup, pane: Markup): Markup {
  const title = chosen ? `${chosen.subject ?? 'No subject'} · Sink` : 'Sink'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body class="${layout}">
        ${list}
        <main>${pane}</main>
      </body>
    </html>`
}

function send(res: Response, status: number, page: Markup): void {
  res
    .status(status)
    .set({
      'Content-Security-Policy': PAGE_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .type('html')
    .send(page.source)
}
