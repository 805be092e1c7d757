import type { components } from '../../../../generated/api-types.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { html } from '../../../platform/http/pages/html.js'
import { defaultConfirmation, type Confirmation } from './default-confirmation.js'

/** The name between the braces of a placeholder. */
export type PlaceholderName = 'confirm_url' | 'list_name'

/** A part of a text: literal text, or a placeholder with its name. */
type Part = { readonly text: string } | { readonly name: string }

/**
 * Splits a text at its `{{...}}`. A placeholder that is never closed is text. The function goes through the text
 * once, whatever the text contains: a pattern would look for the end of each beginning anew.
 */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (;;) {
    const begin = template.indexOf('{{', at)
    const end = begin < 0 ? -1 : template.indexOf('}}', begin + 2)
    if (end < 0) return [...parts, { text: template.slice(at) }]
    parts.push({ text: template.slice(at, begin) }, { name: template.slice(begin + 2, end).trim() })
    at = end + 2
  }
}

/** Returns the names of all placeholders of a text, known or not. */
export function placeholdersOf(template: string): string[] {
  return partsOf(template).flatMap((part) => ('name' in part ? [part.name] : []))
}

/**
 * Fills in the placeholders of a text. Inserted values are not searched for placeholders, whatever braces they have.
 *
 * @param valueOf returns the value of each name, in the form that this text takes
 */
export function fillIn(template: string, valueOf: (name: PlaceholderName) => string): string {
  return partsOf(template)
    .map((part) => ('text' in part ? part.text : valueOf(part.name as PlaceholderName)))
    .join('')
}

type ConfirmationMail = components['schemas']['ConfirmationMail']

/** The placeholders that each part of the mail may hold, and those that it must hold. */
const rules = {
  subject: { known: ['list_name'], needed: [] },
  text: { known: ['confirm_url', 'list_name'], needed: ['confirm_url'] },
  html: { known: ['confirm_url', 'list_name'], needed: ['confirm_url'] },
} as const satisfies Record<keyof Confirmation, Record<'known' | 'needed', readonly PlaceholderName[]>>

/** The most characters of a subject, as in any message. */
const longestSubject = 998

/**
 * Checks the confirmation mail of a list; returns the default one if none is given.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function admitConfirmation(given: ConfirmationMail | undefined): Confirmation {
  if (given === undefined) return defaultConfirmation
  const confirmation = { subject: given.subject, text: given.text, html: given.html ?? null }
  for (const part of ['subject', 'text', 'html'] as const) {
    const template = confirmation[part]
    if (template !== null) checkPart(part, template)
  }
  return confirmation
}

function checkPart(part: keyof Confirmation, template: string): void {
  const path = `/body/confirmation/${part}`
  const found = placeholdersOf(template)
  const known: readonly string[] = rules[part].known
  const unknown = found.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const all = known.map((name) => `{{${name}}}`).join(' and ')
    throw refusedValue(path, 'placeholder', `holds {{${unknown.slice(0, 50)}}}, and knows ${all} only`)
  }
  const missing = rules[part].needed.find((name) => !found.includes(name))
  if (missing !== undefined) throw refusedValue(path, 'placeholder', `must hold {{${missing}}}`)
}

/**
 * Refuses a subject that is too long once the list's name is filled in.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function refuseLongSubject({ subject }: Confirmation, listName: string): void {
  if (fillSubject(subject, listName).length <= longestSubject) return
  const message = `must have at most ${longestSubject} characters with the name of the list`
  throw refusedValue('/body/confirmation/subject', 'too_long', message)
}

/**
 * Returns the mail to one address. In HTML the inserted values are escaped, for elements and for attributes in
 * quotes.
 */
export function fillConfirmation(
  confirmation: Confirmation,
  listName: string,
  confirmUrl: string,
): Confirmation {
  const values = { list_name: listName, confirm_url: confirmUrl }
  return {
    subject: fillSubject(confirmation.subject, listName),
    text: fillIn(confirmation.text, (name) => values[name]),
    html: confirmation.html && fillIn(confirmation.html, (name) => html`${values[name]}`.source),
  }
}

/** Fills in the subject as one line. The name of an old list may have line breaks. */
function fillSubject(subject: string, listName: string): string {
  return fillIn(subject, () => listName).replace(/[\r\n]+/g, ' ')
}
