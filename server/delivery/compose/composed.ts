import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../db/ids.js'
import { compose } from './compose.js'
import type { LoadContent, MessageKey } from './load.js'

/** All composed messages that are kept: a few large ones, or some ten thousand usual ones. */
const mostBytes = 64 * 1024 * 1024

/** Longer than the deliveries of one message take that begin together. Mail is not kept in memory without need. */
const keptMs = 60_000

/** Gives a message's bytes, or undefined where its content is there no more. */
export type ComposedMessages = (message: MessageKey) => Promise<Buffer | undefined>

/**
 * Composed messages, each loaded and composed once for the recipients that are delivered to at the same time. A
 * message that does not fit is composed again for those that come later.
 */
export function composedMessages(load: LoadContent, maxBytes = mostBytes): ComposedMessages {
  const cache = new LRUCache<Uuid, Buffer, MessageKey>({
    maxSize: maxBytes,
    sizeCalculation: (message) => message.length,
    ttl: keptMs,
    // What is pushed out while it is loaded goes to those who wait for it all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (_id, _stale, { context }) => {
      const content = await load(context)
      return content && compose(content)
    },
  })
  return (message) => cache.fetch(message.messageId, { context: message })
}
