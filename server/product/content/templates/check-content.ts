import type { components } from '../../../../generated/api-types.js'
import type { ErrorDetail } from '../../../platform/http/errors/api-error.js'
import { unsubscribeVariable, type TemplateKind, type VariableType } from '../rendering/compiling/source.js'

type Schemas = components['schemas']
type Content = Schemas['TemplateContent']

/** Returns the mistakes in content that the contract's schema alone lets through, in the order of the request. */
export function mistakesIn(kind: TemplateKind, content: Content, at: string): ErrorDetail[] {
  const locales = Object.entries(content.locales ?? {})
  return [
    ...mistakesInOne(kind, content, at),
    ...(kind === 'message' ? [] : forMessagesOnly(content, ['from_email', 'from_name', 'reply_to'], at)),
    ...mistakesInVariables(content.variables ?? [], `${at}/variables`),
    ...sameLocales(Object.keys(content.locales ?? {}), `${at}/locales`),
    ...locales.flatMap(([tag, locale]) => mistakesInOne(kind, locale, `${at}/locales/${tag}`)),
  ]
}

/** Returns the mistakes in the content in one language. */
function mistakesInOne(kind: TemplateKind, content: Schemas['TemplateLocale'], at: string): ErrorDetail[] {
  const mistakes: ErrorDetail[] = []
  if (kind !== 'message') mistakes.push(...forMessagesOnly(content, ['subject', 'preheader'], at))
  else if (content.subject === undefined) {
    mistakes.push({ path: `${at}/subject`, code: 'required', message: 'is required' })
  }
  if (content.html === undefined && content.text === undefined) {
    mistakes.push({ path: `${at}/html`, code: 'required', message: 'is required if there is no `text`' })
  }
  return mistakes
}

function forMessagesOnly(content: Content, fields: readonly (keyof Content)[], at: string): ErrorDetail[] {
  return fields
    .filter((field) => content[field] !== undefined)
    .map((field) => ({
      path: `${at}/${field}`,
      code: 'not_allowed',
      message: 'is for templates of the kind message only',
    }))
}

/**
 * Returns the mistakes of language tags that differ in case only, which are the same language (RFC 5646, section
 * 2.1.1).
 */
function sameLocales(tags: readonly string[], at: string): ErrorDetail[] {
  const known = new Map<string, string>()
  return tags.flatMap((tag) => {
    const folded = tag.toLowerCase()
    const same = known.get(folded)
    known.set(folded, tag)
    if (same === undefined) return []
    return [{ path: `${at}/${tag}`, code: 'duplicate', message: `is the same language as ${same}` }]
  })
}

/** Words that Liquid does not take for a variable, so that a value would never be shown. */
export const wordsOfLiquid: ReadonlySet<string> = new Set(
  ['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains'].concat(
    // Tags make the first of these names; JavaScript takes the last one for an object's prototype.
    ['block', 'forloop', 'tablerowloop', '__proto__'],
  ),
)

/** Most bytes of variables; as many as for the values of a send. */
const longestVariables = 64_000

function mistakesInVariables(variables: readonly Schemas['TemplateVariable'][], at: string): ErrorDetail[] {
  const names = new Set<string>()
  const mistakes = variables.flatMap((variable, index) => {
    const found = mistakesInVariable(variable, `${at}/${index}`)
    if (names.has(variable.name)) {
      found.push({ path: `${at}/${index}/name`, code: 'duplicate', message: 'is declared twice' })
    }
    names.add(variable.name)
    return found
  })
  if (Buffer.byteLength(JSON.stringify(variables)) > longestVariables) {
    mistakes.push({ path: at, code: 'too_long', message: 'must have at most 64 kB of JSON' })
  }
  return mistakes
}

/**
 * Returns whether a variable is declared with a default. Null counts as none, since a version that was read has it.
 */
export function hasDefaultValue(variable: Schemas['TemplateVariable']): boolean {
  return (variable.default ?? null) !== null
}

function mistakesInVariable(variable: Schemas['TemplateVariable'], at: string): ErrorDetail[] {
  const { name, type = 'string', required } = variable
  const mistakes: ErrorDetail[] = []
  if (name === 'contact') {
    const message = 'is reserved for the contact that receives the mail'
    mistakes.push({ path: `${at}/name`, code: 'reserved', message, variable: name })
  } else if (name === unsubscribeVariable) {
    const message = 'is reserved for the link that unsubscribes the recipient from campaigns'
    mistakes.push({ path: `${at}/name`, code: 'reserved', message, variable: name })
  } else if (wordsOfLiquid.has(name)) {
    const message = 'is reserved, because it has another meaning in Liquid'
    mistakes.push({ path: `${at}/name`, code: 'reserved', message, variable: name })
  }
  if (!hasDefaultValue(variable)) return mistakes
  if (required === true) {
    const message = 'must not be true together with a default'
    mistakes.push({ path: `${at}/required`, code: 'not_allowed', message, variable: name })
  }
  if (!isOfType(variable.default, type)) {
    const message = `must be of the type of the variable, ${type}`
    mistakes.push({ path: `${at}/default`, code: 'type', message, variable: name })
  }
  return mistakes
}

/** Returns whether a JSON value is of a variable's type. Null is of no type. */
function isOfType(value: unknown, type: VariableType): boolean {
  if (type === 'any') return value !== null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
