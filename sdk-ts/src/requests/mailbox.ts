/** An address with an optional display name. */
export interface Mailbox {
  email: string
  name?: string
}

// The special characters of RFC 5322, section 3.2.3, except the dot, which section 4.1 allows in names ("Ada L.").
const SPECIAL = /[()<>[\]:;@\\,"]/
const ADDRESS = /^(?:[^\s()<>[\]:;@\\,"]+|"(?:[^"\\]|\\.)*")@(?:[^\s()<>[\]:;@\\,"]+|\[[^\s[\]\\]+\])$/
// Control characters. A line break would start another header field.
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

/**
 * Parses a mailbox (RFC 5322, section 3.4). Returns the mailbox, or the reason why the text is not a mailbox. The
 * reason completes a sentence whose subject is the text.
 */
export function readMailbox(text: string): Mailbox | string {
  if (CONTROL.test(text)) return 'has a line break or another control character'
  const trimmed = text.trim()
  if (trimmed === '') return 'is an empty string, not an address'
  if (ADDRESS.test(trimmed)) return { email: trimmed }
  const { name, rest, problem } = readName(trimmed)
  if (problem) return problem
  const email = rest.endsWith('>') ? rest.slice(1, -1).trim() : ''
  if (!ADDRESS.test(email)) return whyNot(rest)
  return name === '' ? { email } : { email, name }
}

/** Reads the words before an angle bracket. `rest` starts with the bracket, or is empty. */
function readName(text: string): { name: string; rest: string; problem?: string } {
  const words: string[] = []
  let rest = text
  while (rest !== '' && !rest.startsWith('<')) {
    const quoted = rest.startsWith('"')
    const [taken = ''] = (quoted ? /^"(?:[^"\\]|\\.)*"/ : /^[^\s"<]+/).exec(rest) ?? []
    if (taken === '') return { name: '', rest, problem: 'has a quotation mark that is not closed' }
    if (!quoted && SPECIAL.test(taken)) return { name: '', rest, problem: whyNotWord(text, taken) }
    words.push(quoted ? taken.slice(1, -1).replace(/\\(.)/g, '$1') : taken)
    rest = rest.slice(taken.length).trimStart()
  }
  return { name: words.join(' ').trim(), rest }
}

const ONE_ADDRESS = 'must be one address, such as "Ada Lovelace <ada@example.com>"'

function whyNotWord(text: string, word: string): string {
  const isList = word.indexOf('@') !== word.lastIndexOf('@') || (word.includes('@') && /[,;]/.test(word))
  if (isList) return `${ONE_ADDRESS}; several go into an array`
  if (!text.includes('<')) return ONE_ADDRESS
  return 'has a name with a special character, such as a comma: put the name in double quotes'
}

function whyNot(rest: string): string {
  const isList = rest.indexOf('>') < rest.length - 1
  return isList && rest.includes('>') ? `${ONE_ADDRESS}; several go into an array` : ONE_ADDRESS
}
