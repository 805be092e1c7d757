import { LRUCache } from 'lru-cache'
import type { StoredMessage } from './stored-message.js'
import type { Kind, Questions, Results, Summary } from '../parser/jobs.js'
import { MissingMail, UnreadableMail, type MailParser } from '../parser/parser.js'
import type { MessageStore } from './store.js'

/**
 * Largest length of all summaries together, in characters. The summaries of 10,000 usual messages all fit; a
 * stranger's may be four times as long as usual, and a forgotten one is made anew.
 */
const maxCharacters = 64 * 1024 * 1024

/**
 * Opens messages with the parser, and keeps a summary of each opened message in memory for the list and the
 * search. A summary takes about 5 KB, so 10,000 messages take 50 MB once a search has covered them all.
 */
export class Summaries {
  readonly #store: MessageStore
  readonly #parser: MailParser
  readonly #known: LRUCache<string, Summary>
  #warming = false

  /**
   * @param most largest length of all kept summaries together, in characters
   */
  constructor(store: MessageStore, parser: MailParser, most = maxCharacters) {
    this.#known = new LRUCache({ maxSize: most, sizeCalculation: lengthOf })
    this.#store = store
    this.#parser = parser
    store.changes.on('deleted', (ids) => {
      for (const id of ids) this.#known.delete(id)
    })
  }

  /** Returns the summary of a message that was opened before. */
  known(id: string): Summary | undefined {
    return this.#known.get(id)
  }

  /**
   * Returns the summary of a message, even an unreadable one; undefined if the message was deleted in the meantime.
   */
  async of(message: StoredMessage): Promise<Summary | undefined> {
    const known = this.#known.get(message.id)
    if (known !== undefined) return known
    try {
      return await this.open(message, 'summary', {})
    } catch (error) {
      if (error instanceof MissingMail) return undefined
      if (error instanceof UnreadableMail) return this.#keep(message.id, unreadable(error.message))
      throw error
    }
  }

  /**
   * Opens a message for one kind of result.
   *
   * @throws UnreadableMail, immediately if the message is known to be unreadable; MissingMail if it was
   *   deleted meanwhile
   */
  async open<K extends Kind>(message: StoredMessage, kind: K, question: Questions[K]): Promise<Results[K]> {
    const reason = this.#known.get(message.id)?.unreadable
    if (typeof reason === 'string') throw new UnreadableMail(reason)
    for (;;) {
      const place = this.#store.placeOf(message)
      if (place === undefined) throw new MissingMail('it was deleted')
      try {
        const result = await this.#parser.parse(place, kind, question)
        const summary = summaryIn(result)
        if (summary !== undefined) this.#keep(message.id, summary)
        return result
      } catch (error) {
        // The message's file was replaced by another one meanwhile.
        if (error instanceof MissingMail && this.#store.placeOf(message)?.path !== place.path) continue
        // The message would end the parser again, and delay the other messages again.
        if (error instanceof UnreadableMail && error.fatal) this.#keep(message.id, unreadable(error.message))
        throw error
      }
    }
  }

  /**
   * Opens the remaining messages in the background, so that the next search finds their summaries in memory.
   */
  warm(): void {
    if (this.#warming) return
    this.#warming = true
    // If the parser cannot start, the next request reports the reason.
    const end = () => void (this.#warming = false)
    this.#warmAll().then(end, end)
  }

  async #warmAll(): Promise<void> {
    let last: string | undefined
    for (;;) {
      const messages = this.#store.olderThan(last, 100)
      for (const message of messages) await this.of(message)
      last = messages.at(-1)?.id
      if (last === undefined) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #keep(id: string, summary: Summary): Summary {
    if (this.#store.find(id)) this.#known.set(id, summary)
    return summary
  }
}

function lengthOf({ subject, from, to, text }: Summary): number {
  return 500 + subject.length + from.length + to.length + text.length
}

function summaryIn(result: unknown): Summary | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  if ('summary' in result) return result.summary as Summary
  return 'subject' in result ? (result as Summary) : undefined
}

function unreadable(reason: string): Summary {
  return { subject: '', from: '', to: '', attachments: 0, text: '', unreadable: reason }
}
