import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../db/ids.js'
import type { Environment } from '../../workspace/principal.js'
import { inTurns } from '../../turns.js'
import type { MessageSigner } from '../sign/message-signer.js'
import { composing } from './compose.js'
import type { LoadContent, MessageKey } from './load.js'

/** All composed messages that are kept: a few large ones, or some ten thousand usual ones. */
const mostBytes = 64 * 1024 * 1024

/** Longer than the deliveries of one message take that begin together. Mail is not kept in memory without need. */
const keptMs = 60_000

/** A message to compose. Where it goes decides about the key that signs it. */
export interface ComposableMessage extends MessageKey {
  readonly environment: Environment
}

/** Gives a message's bytes as they are sent, or undefined where its content is there no more. */
export type ComposedMessages = (message: ComposableMessage) => Promise<Buffer | undefined>

/**
 * Composed and signed messages, each loaded, composed and signed once for the recipients that are delivered to at the
 * same time. A message that does not fit is made again for those that come later.
 */
export function composedMessages(
  load: LoadContent,
  sign: MessageSigner,
  maxBytes = mostBytes,
): ComposedMessages {
  const cache = new LRUCache<Uuid, Buffer, ComposableMessage>({
    maxSize: maxBytes,
    sizeCalculation: (message) => message.length,
    ttl: keptMs,
    // What is pushed out while it is loaded goes to those who wait for it all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (_id, _stale, { context }) => {
      const content = await load(context)
      return content && sign(await inTurns(composing(content)), content, context.environment)
    },
  })
  return (message) => cache.fetch(message.messageId, { context: message })
}
