import { on } from 'node:events'
import type { Response } from 'express'
import type { StoredMessage } from '../kept/stored-message.js'
import type { Finder, Page } from '../search/find.js'
import type { Summary } from '../parser/jobs.js'
import type { MessageStore } from '../kept/store.js'
import type { Summaries } from '../kept/summaries.js'
import type { ViewCache } from '../kept/view-cache.js'
import type { WaitingRequests } from './waiting-requests.js'
import type { Listing } from './query.js'

/**
 * A JSON page ends with the message that exceeds this size, in bytes: the page is in memory while it is sent.
 */
const maxPageBytes = 40 * 1024 * 1024

/**
 * Finds a page of messages. If the page would be empty and the client asked to wait, holds the request until
 * a matching message arrives. The page is empty if none arrives in time.
 *
 * @throws SinkError if too many requests already wait
 */
export async function listWhenThere(
  store: MessageStore,
  finder: Finder,
  { query, wait }: Listing,
  { waiting, res }: { readonly waiting: WaitingRequests; readonly res: Response },
): Promise<Page> {
  if (wait === 0) return finder.list(query)
  const signal = AbortSignal.any([waiting.add(res), AbortSignal.timeout(wait * 1000)])
  if (signal.aborted) return finder.list(query)
  // Arrivals are collected from here on: a message may arrive during the search of the others.
  const arrivals = on(store.changes, 'added', { signal }) as AsyncIterableIterator<[StoredMessage]>
  const page = await finder.list(query)
  if (page.messages.length > 0) {
    await arrivals.return?.()
    return page
  }
  const matches = finder.matcher(query)
  try {
    for await (const [message] of arrivals) if (await matches(message)) break
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return finder.list(query)
}

/**
 * Sends a page as JSON: the messages in full, one after the other, until they exceed {@link maxPageBytes}.
 */
export async function sendListing(
  res: Response,
  views: ViewCache,
  { messages, nextCursor }: Page,
): Promise<void> {
  const parts: Buffer[] = []
  let bytes = 0
  let next = nextCursor
  for (const [index, message] of messages.entries()) {
    // The client has disconnected.
    if (res.destroyed) return
    const view = await views.view(message)
    if (view === undefined) continue
    parts.push(Buffer.from(parts.length === 0 ? '' : ','), view)
    bytes += view.length
    if (bytes > maxPageBytes && index < messages.length - 1) {
      next = message.id
      break
    }
  }
  const end = `],"has_more":${next !== null},"next_cursor":${JSON.stringify(next)}}`
  res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' })
  res.end(Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(end)]))
}

/**
 * Sends a page as JSON: for each message the parts that a list shows. 50 of them take about 20 kB, in full some 200.
 */
export async function sendSummaries(
  res: Response,
  store: MessageStore,
  summaries: Summaries,
  { messages, nextCursor }: Page,
): Promise<void> {
  const data: MessageSummary[] = []
  for (const { id, received_at, envelope, size } of messages) {
    const summary = res.destroyed ? undefined : await summaries.of({ id, received_at, envelope, size })
    // It was deleted meanwhile.
    if (summary === undefined) continue
    const { subject, from, to, attachments, unreadable } = summary
    const read = store.isRead(id)
    data.push({ id, received_at, envelope, size, read, unreadable, subject, from, to, attachments })
  }
  res.set('Cache-Control', 'no-store')
  res.json({ data, has_more: nextCursor !== null, next_cursor: nextCursor })
}

/** A kept message in a list. Fields that it lacks are empty. */
type MessageSummary = StoredMessage &
  Pick<Summary, 'subject' | 'from' | 'to' | 'unreadable'> & {
    /** True if the message was opened on the page. */
    readonly read: boolean
    /** The number of attachments. */
    readonly attachments: number
  }
