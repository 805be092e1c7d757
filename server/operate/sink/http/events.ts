import type { Response } from 'express'
import type { MessageStore } from '../kept/store.js'

/** The min time between two events, in milliseconds: a burst of changes makes one event. */
const pauseMs = 250
/** The interval of keep-alive comments, in milliseconds: proxies would end a silent stream. */
const keepAliveMs = 20_000

/**
 * Sends an event whenever the kept messages change (server-sent events, HTML standard section 9.2), until the
 * signal is aborted. Each event has the total number of messages and the number of unread messages.
 */
export function streamChanges(res: Response, store: MessageStore, signal: AbortSignal): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Otherwise nginx would buffer the events.
    'X-Accel-Buffering': 'no',
  })
  res.write('retry: 2000\n\n')
  let pending: NodeJS.Timeout | undefined
  const tell = () => {
    pending = undefined
    // Do not write to a client that does not read: the next event will have the same content.
    if (res.writableNeedDrain) return later()
    res.write(`event: change\ndata: ${JSON.stringify({ messages: store.size, unread: store.unread })}\n\n`)
  }
  const later = () => void (pending ??= setTimeout(tell, pauseMs))
  const keepAlive = setInterval(() => {
    if (!res.writableNeedDrain) res.write(': \n\n')
  }, keepAliveMs)
  const events = ['added', 'deleted', 'read'] as const
  const end = () => {
    clearTimeout(pending)
    clearInterval(keepAlive)
    for (const event of events) store.changes.off(event, later)
    res.end()
  }
  for (const event of events) store.changes.on(event, later)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
}
