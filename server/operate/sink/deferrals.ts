import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'
import { headerSection, readRawHeader } from '../../mail/mime/header/raw-header.js'

const maxRefusals = 2

/**
 * Counts how often a message was refused for a `defer` recipient. The counts are in memory only: after a restart they
 * start again, which costs a sender two more attempts. They are bounded: the oldest counts are forgotten first, and a
 * digest stands for each message, since a stranger's Message-ID may be as long as a header.
 */
export class Deferrals {
  readonly #refused: LRUCache<string, number>

  /**
   * @param limit number of pairs of message and recipient that are remembered
   */
  constructor(limit = 10_000) {
    this.#refused = new LRUCache(atMostEntries(limit))
  }

  /**
   * Returns whether this attempt is refused, and counts it if so. The first two attempts are refused. From then on
   * the message is accepted for ever, so that a sender which retries after a lost reply is not deferred anew.
   *
   * @param message key that {@link messageKey} made of the message
   * @param recipient the envelope recipient, compared without regard to case
   */
  refuses(message: string, recipient: string): boolean {
    const key = digestOf(`${message}\n${recipient.toLowerCase()}`)
    const refused = this.#refused.get(key) ?? 0
    if (refused >= maxRefusals) return false
    this.#refused.set(key, refused + 1)
    return true
  }
}

/** Number of bytes of a header that are searched: a stranger's header may be as long as a message. */
const maxSearched = 256 * 1024

/**
 * Returns a key that is equal for two transmissions of the same message: its Message-ID (RFC 5322 section 3.6.4), or
 * without one a digest of the body, because the header may change between attempts (a trace field, a new signature).
 */
export function messageKey(raw: Buffer): string {
  const header = headerSection(raw)
  const { fields } = readRawHeader(header.subarray(0, maxSearched))
  const messageId = fields.find(({ key }) => key === 'message-id')?.value.trim()
  return messageId || digestOf(raw.subarray(header.length))
}

function digestOf(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}
