import type { IncomingMessage } from 'node:http'

/** The number of requests that one turn of the event loop reads a chunk from. */
const perTurn = 16

const discarded = new WeakSet<IncomingMessage>()
const waiting: IncomingMessage[] = []

/**
 * Reads the rest of a request's body and drops it, since many clients read no reply before they have sent the
 * whole body. Dropped bodies take turns, a few in each turn of the event loop. With Node's own way of
 * dropping them, hundreds at once would block the event loop for as long as their bytes arrive.
 */
export function discardBody(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed || discarded.has(req)) return
  discarded.add(req)
  req.on('data', () => {
    req.pause()
    waiting.push(req)
    if (waiting.length === 1) setImmediate(nextTurn)
  })
  req.resume()
}

function nextTurn(): void {
  for (const req of waiting.splice(0, perTurn)) req.resume()
  if (waiting.length > 0) setImmediate(nextTurn)
}
