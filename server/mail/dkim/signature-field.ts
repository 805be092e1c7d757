import { foldField } from '../compose/fold-field.js'
import type { SigningKey } from './signing-key.js'

/** Facts that a signature states, except for its value. */
export interface SignatureFacts {
  readonly key: Pick<SigningKey, 'domain' | 'selector' | 'algorithm'>
  /** Time at which the message was made. */
  readonly at: Date
  readonly names: readonly string[]
  readonly bodyHash: string
}

const name = 'DKIM-Signature'

/** Characters of a line that can be folded anywhere, which leaves room for the tag before them. */
const goodLine = 72

/**
 * Returns the field without its value and in relaxed canonicalization, as the signature covers it (RFC 6376, section
 * 3.7).
 */
export function unsignedField(facts: SignatureFacts): string {
  return `${name.toLowerCase()}:${[...wordsOf(facts), 'b='].join(' ')}`
}

/** Returns the field of the message, with its value and folded. */
export function signedField(facts: SignatureFacts, signature: Buffer): string {
  return foldField(name, [...wordsOf(facts), ...chunks(`b=${signature.toString('base64')}`)])
}

/** Returns the tags of RFC 6376, section 3.5, in words to fold between. */
function wordsOf({ key, at, names, bodyHash }: SignatureFacts): string[] {
  return [
    'v=1;',
    `a=${key.algorithm}-sha256;`,
    'c=relaxed/relaxed;',
    `d=${key.domain};`,
    `s=${key.selector};`,
    `t=${Math.floor(at.getTime() / 1000)};`,
    ...listed(names),
    `bh=${bodyHash};`,
  ]
}

/** Returns the names of `h=` with colons between, a line's worth to a word. */
function listed(names: readonly string[]): string[] {
  const words: string[] = []
  let word = 'h='
  names.forEach((each, index) => {
    const item = each + (index === names.length - 1 ? ';' : ':')
    if (word.length + item.length > goodLine) {
      words.push(word)
      word = ''
    }
    word += item
  })
  return [...words, word]
}

function chunks(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; start += goodLine) parts.push(text.slice(start, start + goodLine))
  return parts
}
