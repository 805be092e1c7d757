import type { Mailbox } from './content.js'
import { encodedWords } from './encoded-words.js'

/** A name that needs no quotes: atoms with single blanks (RFC 5322, section 3.2.3). */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** Atoms and quoted strings do not fold, so longer ones are written in words that do. */
const longestWord = 60

/**
 * The words of a field of addresses (RFC 5322, section 3.4), with a comma at the end of each address but the last.
 * What a name holds stays inside it: nothing in it can end it and begin another address.
 */
export function mailboxWords(mailboxes: readonly Mailbox[]): string[] {
  return mailboxes.flatMap((mailbox, index) => {
    const words = wordsOf(mailbox)
    return index === mailboxes.length - 1 ? words : [...words.slice(0, -1), `${words.at(-1)},`]
  })
}

function wordsOf({ name, email }: Mailbox): string[] {
  return name === null ? [email] : [...nameWords(name), `<${email}>`]
}

function nameWords(name: string): string[] {
  // Readers decode encoded-words in quotes too, though they should not.
  if (/^[\x20-\x7e]+$/.test(name) && !name.includes('=?')) {
    const words = name.split(' ')
    if (atoms.test(name) && words.every((word) => word.length <= longestWord)) return words
    const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`
    if (quoted.length <= longestWord) return [quoted]
  }
  return encodedWords(name, 'Reply-To: '.length)
}
