import type { Uuid } from '../db/ids.js'
import { addDomains, addWords, keyWord, type Folded } from './words.js'

/** The searched parts of a log. The columns of its message are null if the message has gone. */
export interface SearchedLog {
  readonly id: Uuid
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly recipient: string
  readonly recipient_name: string | null
  readonly category: string | null
  readonly subject: string | null
  readonly from_email: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/**
 * SQL: the text of a log and its message in which free text is searched, in lower case, each part on a line of its
 * own. A block has the words of all of it.
 */
export const searchedText = `lower(concat_ws(e'\\n', message.subject, log.recipient, log.address, log.recipient_name,
  message.from_email, log.category, (
    select string_agg(key || e'\\n' || value, e'\\n') from jsonb_each_text(message.metadata)
  )))`

/**
 * Gathers the words that logs are found by. It reads each text once: all logs of a message share its subject and
 * metadata.
 */
export class LogWords {
  readonly words = new Set<string>()
  readonly #texts = new Set<string>()
  readonly #folded: Folded = new Map()

  add(log: SearchedLog): void {
    const texts = [log.subject, log.recipient, log.address, log.recipient_name, log.from_email, log.category]
    for (const text of texts) if (text !== null) this.#addText(text)
    if (log.address.includes('@')) addDomains(this.words, log.address)
    for (const [key, value] of Object.entries(log.metadata ?? {})) {
      this.#addText(key)
      this.#addText(value)
      this.words.add(keyWord(key))
    }
  }

  #addText(text: string): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    addWords(this.words, text, this.#folded)
  }
}
