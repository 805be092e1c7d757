import type { StoredMessage } from '../kept/stored-message.js'
import type { Summary } from '../parser/jobs.js'

/** The fields that a search can name. */
export const searchFields = ['from', 'to', 'subject', 'body'] as const
export type Field = (typeof searchFields)[number]

/** A text that a message has to contain, in one field or in any field. The text is in lower case. */
export interface SearchTerm {
  readonly field: Field | undefined
  readonly text: string
}

/** The max number of terms in a search, and the max length of each term in characters. */
const maxTerms = 20
const maxTermLength = 200

/**
 * Reads a search as typed: words, or phrases in quotes. A message has to contain all of them, each in any
 * field, or in the field that is named ahead of it, as in `subject:"reset your password" to:ada`.
 */
export function readTerms(typed: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, name, phrase, word = ''] of typed.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/gi)) {
    const field = searchFields.find((known) => known === name?.toLowerCase())
    // The name of no field, such as `https:`, is part of the text.
    const prefix = name !== undefined && field === undefined ? `${name}:` : ''
    const text = termText(prefix + (phrase ?? word))
    if (text !== '' && terms.length < maxTerms) terms.push({ field, text })
  }
  return terms
}

/** Makes a term for one field. */
export function fieldTerm(field: Field, text: string): SearchTerm {
  return { field, text: termText(text) }
}

function termText(text: string): string {
  return text.slice(0, maxTermLength).replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Returns whether a message contains all of the terms. */
export function containsAll(
  terms: readonly SearchTerm[],
  { envelope }: StoredMessage,
  summary: Summary,
): boolean {
  const fields: Record<Field, string> = {
    from: `${summary.from}\n${envelope.from}`.toLowerCase(),
    to: `${summary.to}\n${envelope.to.join('\n')}`.toLowerCase(),
    subject: summary.subject.toLowerCase(),
    body: summary.text,
  }
  return terms.every(({ field, text }) =>
    (field === undefined ? searchFields : [field]).some((each) => fields[each].includes(text)),
  )
}
