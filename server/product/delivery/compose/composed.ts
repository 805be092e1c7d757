import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { runInSlices } from '../../../mail/time/time-slice.js'
import type { MessageSigner } from './message-signer.js'
import { composing } from '../../../mail/compose/compose.js'
import { mailOf } from './content.js'
import type { LoadContent, MessageKey } from './load.js'

/** All composed messages that are kept: a few large ones, or some ten thousand usual ones. */
const defaultMaxBytes = 64 * 1024 * 1024

/**
 * From the end of a message's last delivery on: its further recipients are claimed within that, if there are
 * any.
 */
const keptMs = 1000

/** A message to compose. Where it goes decides about the key that signs it. */
export interface ComposableMessage extends MessageKey {
  readonly environment: Environment
}

/**
 * Composed and signed messages, each loaded, composed and signed once for the recipients that are delivered
 * to at the same time, and kept while one of them is. A message that does not fit is made again for those
 * that come later.
 */
export class ComposedMessages {
  readonly #cache: LRUCache<Uuid, Buffer, ComposableMessage>
  /** How many deliveries of each message are under way. */
  readonly #inUse = new Map<Uuid, number>()
  /** The messages without one, with when the last ended: the first to be dropped is the first. */
  readonly #unused = new Map<Uuid, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(load: LoadContent, sign: MessageSigner, maxBytes = defaultMaxBytes) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ buffer }) => buffer.byteLength,
      // A message that is evicted while it is loaded still goes to the callers that wait for it.
      ignoreFetchAbort: true,
      fetchMethod: async (_id, _stale, { context }) => {
        const content = await load(context)
        return (
          content &&
          ownBytes(await sign(await runInSlices(composing(mailOf(content))), content, context.environment))
        )
      },
    })
  }

  /** How many bytes are kept, in as many as it takes to hold them. */
  get bytes(): number {
    return this.#cache.calculatedSize
  }

  /** Gives a message's bytes as they are sent, or undefined where its content is there no more. */
  get(message: ComposableMessage): Promise<Buffer | undefined> {
    return this.#cache.fetch(message.messageId, { context: message })
  }

  /** A delivery of a message has begun: it is kept, if it fits, until {@link end} is called as often. */
  begin(messageId: Uuid): void {
    this.#unused.delete(messageId)
    this.#inUse.set(messageId, (this.#inUse.get(messageId) ?? 0) + 1)
  }

  end(messageId: Uuid): void {
    const left = (this.#inUse.get(messageId) ?? 1) - 1
    if (left > 0) {
      this.#inUse.set(messageId, left)
      return
    }
    this.#inUse.delete(messageId)
    this.#unused.set(messageId, performance.now())
    this.#timer ??= setTimeout(() => this.#dropUnused(), keptMs).unref()
  }

  #dropUnused(): void {
    this.#timer = undefined
    const before = performance.now() - keptMs
    for (const [messageId, since] of this.#unused) {
      if (since > before) break
      this.#unused.delete(messageId)
      this.#cache.delete(messageId)
    }
    if (this.#unused.size > 0) this.#timer = setTimeout(() => this.#dropUnused(), keptMs).unref()
  }
}

/**
 * The same bytes in memory of their own: those of a small buffer are a part of a larger one, all of which it
 * holds.
 */
function ownBytes(message: Buffer): Buffer {
  if (message.buffer.byteLength === message.length) return message
  const own = Buffer.allocUnsafeSlow(message.length)
  message.copy(own)
  return own
}
