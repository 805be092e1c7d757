import type { Uuid } from '../db/ids.js'
import { addDomains, addWords, keyWord } from './words.js'

/** What of a log is searched. The columns of its message are null where it has gone. */
export interface SearchedLog {
  readonly id: Uuid
  /** In the form of `foldAddress`. */
  readonly address: string
  readonly recipient: string
  readonly recipient_name: string | null
  readonly category: string | null
  readonly subject: string | null
  readonly from_email: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/**
 * SQL: the text of a log and its message that free text is looked for in, in lower case, each part in a line of its
 * own. A block has the words of all of it.
 */
export const searchedText = `lower(concat_ws(e'\\n', message.subject, log.recipient, log.address, log.recipient_name,
  message.from_email, log.category, (
    select string_agg(key || e'\\n' || value, e'\\n') from jsonb_each_text(message.metadata)
  )))`

/** What a log is found by. */
export function wordsOfLog(log: SearchedLog): ReadonlySet<string> {
  const words = new Set<string>()
  const texts = [log.subject, log.recipient, log.address, log.recipient_name, log.from_email, log.category]
  for (const text of new Set(texts)) if (text !== null) addWords(words, text)
  if (log.address.includes('@')) addDomains(words, log.address)
  for (const [key, value] of Object.entries(log.metadata ?? {})) {
    addWords(words, key)
    addWords(words, value)
    words.add(keyWord(key))
  }
  return words
}
