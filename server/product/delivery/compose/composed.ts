import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { runInSlices } from '../../../../base/time/time-slice.js'
import { domainOf } from '../../../../base/addresses/address.js'
import type { MessageSigner } from './message-signer.js'
import { composing } from '../../../mail/compose/compose.js'
import { mailOf, type MessageContent } from './content.js'
import type { TrackingLinks } from '../../tracking/links.js'
import { markingLinks, writeMarked, type MarkedHtml } from '../../tracking/marked-html.js'
import type { LoadContent, MessageKey } from './load.js'

/** Most bytes of composed messages that are kept: a few large ones, or some ten thousand usual ones. */
const defaultMaxBytes = 64 * 1024 * 1024

/**
 * Milliseconds that a message is kept after its last delivery ends: if it has further recipients, they are claimed
 * within that time.
 */
const keptMs = 1000

/** A message to compose for a recipient. The destination decides which key signs it. */
export interface ComposableMessage extends MessageKey {
  readonly environment: Environment
  /**
   * The delivery's log entry: each recipient of a tracked message gets their own bytes, whose links name this
   * delivery.
   */
  readonly logId: Uuid
}

/** A message as it is sent. */
export interface ComposedMail {
  readonly bytes: Buffer
  /** The domain of the mail's From field, as A-labels in lower case. */
  readonly fromDomain: string
}

/** A tracked message, whose HTML is written for each recipient. */
interface TrackedMessage {
  readonly content: MessageContent
  readonly html: MarkedHtml
}

/**
 * Holds composed and signed messages. Each is loaded, composed and signed once for all recipients that are delivered
 * to at the same time, and kept while any of these deliveries is under way. A message that does not fit is made again
 * for later recipients. A tracked message is loaded once, and composed and signed for each recipient.
 */
export class ComposedMessages {
  readonly #cache: LRUCache<Uuid, ComposedMail | TrackedMessage, ComposableMessage>
  readonly #sign: MessageSigner
  readonly #links: TrackingLinks
  /** Number of deliveries under way for each message. */
  readonly #inUse = new Map<Uuid, number>()
  /**
   * Messages without a delivery under way, with the time at which the last one ended, oldest first; the oldest is
   * dropped first.
   */
  readonly #unused = new Map<Uuid, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(load: LoadContent, sign: MessageSigner, links: TrackingLinks, maxBytes = defaultMaxBytes) {
    this.#sign = sign
    this.#links = links
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      // A message that is evicted while it is loaded still goes to the callers that wait for it.
      ignoreFetchAbort: true,
      fetchMethod: async (_id, _stale, { context }) => {
        const content = await load(context)
        if (content === undefined) return undefined
        const { html, tracking, listUnsubscribe } = content
        if (html === null || !(tracking.opens || tracking.clicks)) return this.#compose(content, context)
        const untouched = new Set(listUnsubscribe === null ? [] : [listUnsubscribe.url])
        return { content, html: await runInSlices(markingLinks(html, untouched)) }
      },
    })
  }

  async #compose(content: MessageContent, { environment }: ComposableMessage): Promise<ComposedMail> {
    const signed = await this.#sign(await runInSlices(composing(mailOf(content))), content, environment)
    return { bytes: ownBytes(signed), fromDomain: domainOf(content.from.email) }
  }

  /** Bytes of all messages that are kept, including their memory overhead. */
  get bytes(): number {
    return this.#cache.calculatedSize
  }

  /** Returns a message as it is sent, or undefined if its content is gone. */
  async get(message: ComposableMessage): Promise<ComposedMail | undefined> {
    const made = await this.#cache.fetch(message.messageId, { context: message })
    if (made === undefined || 'bytes' in made) return made
    const { content, html } = made
    const links = this.#links
    const { opens, clicks } = content.tracking
    const own = writeMarked(html, {
      clickUrl: clicks ? (position, target) => links.clickUrl({ ...message, position }, target) : undefined,
      openUrl: opens ? links.openUrl(message) : undefined,
    })
    return this.#compose({ ...content, html: own }, message)
  }

  /**
   * Notes that a delivery of a message has begun: the message is kept, if it fits, until {@link end} has been called
   * as often as this method.
   */
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
 * Copies the message into memory of its own: a small buffer is part of a larger one, and would keep all of that
 * alive.
 */
function ownBytes(message: Buffer): Buffer {
  if (message.buffer.byteLength === message.length) return message
  const own = Buffer.allocUnsafeSlow(message.length)
  message.copy(own)
  return own
}

/** Returns roughly the bytes that a message takes: text takes two for a character, and the HTML is there twice. */
function sizeOf(made: ComposedMail | TrackedMessage): number {
  if ('bytes' in made) return made.bytes.buffer.byteLength
  const { text, html, attachments } = made.content
  const files = attachments.reduce((sum, { content }) => sum + content.byteLength, 0)
  return 1_000 + files + 2 * text.length + 4 * (html?.length ?? 0)
}
