import { domainOf } from '../../../base/addresses/address.js'
import { foldField } from './fold-field.js'
import type { ListUnsubscribe, Mailbox, MailContent } from './content.js'
import { encodedWords } from './encoded-words.js'

/**
 * Longest word of a text field. Lines have at most 998 octets (RFC 5322, section 2.1.1); the rest is room for the
 * field's name.
 */
const longestTextWord = 900

/** Words of visible ASCII with single blanks, so that a fold between any two can be undone. */
const plain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/

/**
 * Returns the words of a field of free text (RFC 5322, section 2.2.1). They are encoded-words if the text is not
 * ASCII, but also if it would not arrive as it is: with blanks in a row or at an end, a word too long for a line, or
 * a part that a reader would take for an encoded-word itself.
 */
function textWords(name: string, value: string): string[] {
  const words = value.split(' ')
  const asItIs =
    plain.test(value) && !value.includes('=?') && words.every((word) => word.length <= longestTextWord)
  return asItIs ? words : encodedWords(value, `${name}: `.length)
}

/** A name that needs no quotes: atoms with single blanks (RFC 5322, section 3.2.3). */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** Longest word of a name. Atoms and quoted strings do not fold, so longer ones are written in words that do. */
const longestNameWord = 60

/**
 * Returns the words of a field of addresses (RFC 5322, section 3.4), with a comma at the end of each address but the
 * last. The content of a name stays inside it: nothing in it can end it and begin another address.
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
    if (atoms.test(name) && words.every((word) => word.length <= longestNameWord)) return words
    const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`
    if (quoted.length <= longestNameWord) return [quoted]
  }
  return encodedWords(name, 'Reply-To: '.length)
}

/** Returns the fields by which mail readers show a button to leave (RFC 2369, section 3.2; RFC 8058, section 3.1). */
function listUnsubscribeFields({ url, email }: ListUnsubscribe): string[] {
  const ways = email === undefined ? [`<${url}>`] : [`<${url}>,`, `<${mailto(email)}>`]
  return [
    foldField('List-Unsubscribe', ways),
    foldField('List-Unsubscribe-Post', ['List-Unsubscribe=One-Click']),
  ]
}

/** Longest identifier of a list in octets, with its domain (RFC 2919, section 3). */
const longestListId = 255

/**
 * Returns the field that names the list (RFC 2919), with the list's name before its identifier. The domain is the
 * sender's, which the signature vouches for; if that is too long it is `localhost`, as for lists without a domain.
 */
function listIdField({ listId, headers, from }: MailContent): string[] {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'list-id')
  if (listId === null || hasOwn) return []
  const { label, name } = listId
  const whole = `${label}.list.${domainOf(from.email)}`
  const identifier = whole.length > longestListId ? `${label}.localhost` : whole
  const phrase = name === null ? [] : nameWords(name)
  return [foldField('List-Id', [...phrase, `<${identifier}>`])]
}

/** Returns a `mailto:` URI (RFC 6068, section 2), with characters beyond ASCII percent-encoded. */
function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email.slice(0, email.lastIndexOf('@')))}@${domainOf(email)}`
}

const undisclosed = 'To: undisclosed-recipients:;'

/**
 * Returns the message's own fields (RFC 5322, section 3.6), each folded. Bcc is not among them: the recipients it
 * would name are in the envelope only.
 */
export function headerOf(content: MailContent): string[] {
  const { from, to, cc, replyTo, listUnsubscribe, feedbackId } = content
  return [
    foldField('From', mailboxWords([from])),
    ...(replyTo.length > 0 ? [foldField('Reply-To', mailboxWords(replyTo))] : []),
    // Filters take a message without recipients for spam. A group of nobody says that they are hidden.
    ...(to.length > 0 ? [foldField('To', mailboxWords(to))] : cc.length > 0 ? [] : [undisclosed]),
    ...(cc.length > 0 ? [foldField('Cc', mailboxWords(cc))] : []),
    foldField('Subject', textWords('Subject', content.subject)),
    foldField('Message-ID', [`<${content.id}@${domainOf(from.email)}>`]),
    foldField('Date', dateOf(content.date).split(' ')),
    ...(listUnsubscribe === null ? [] : listUnsubscribeFields(listUnsubscribe)),
    ...listIdField(content),
    ...(feedbackId === null ? [] : [foldField('Feedback-ID', [feedbackId])]),
    ...Object.entries(content.headers).map(([name, value]) => foldField(name, textWords(name, value))),
    'MIME-Version: 1.0',
  ]
}

/** Returns a date in the form of RFC 5322, section 3.3, where the zone is a number. */
function dateOf(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000')
}
