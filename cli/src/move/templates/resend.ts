import type { Converted } from './converted.js'
import { Draft } from './liquid/draft.js'
import { literal, quoted } from './liquid/literal.js'
import { local, memberOf, allVariables, type Reference } from './liquid/reference.js'

/** The values that Resend sets itself, and those that the service has in their place. */
const own: ReadonlyMap<string, Reference> = new Map([
  ['FIRST_NAME', local('contact', 'properties', 'first_name')],
  ['LAST_NAME', local('contact', 'properties', 'last_name')],
  ['EMAIL', local('contact', 'email')],
  ['contact.first_name', local('contact', 'properties', 'first_name')],
  ['contact.last_name', local('contact', 'properties', 'last_name')],
  ['contact.email', local('contact', 'email')],
  ['UNSUBSCRIBE_URL', local('unsubscribe_url')],
  ['RESEND_UNSUBSCRIBE_URL', local('unsubscribe_url')],
])

/** Converts a template of Resend, which has `{{{NAME}}}` and `{{{NAME|fallback}}}` and nothing else. */
export function resendToLiquid(source: string, isHtml: boolean): Converted {
  const draft = new Draft(source, isHtml)
  let text = ''
  let end = 0
  for (const { 0: tag, index } of source.matchAll(/\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g)) {
    text += literal(source.slice(end, index)) + written(tag, draft.lineAt(index), draft)
    end = index + tag.length
  }
  return draft.done(text + literal(source.slice(end)), { required: true })
}

function written(tag: string, line: number, draft: Draft): string {
  const [first = '', ...rest] = tag.replace(/^\{+|\}+$/g, '').split('|')
  const name = first.trim()
  if (!tag.startsWith('{{{')) {
    draft.problem(line, `\`${tag.slice(0, 80)}\` is no variable of Resend, which has three braces`)
    return literal(tag)
  }
  const set = own.get(name) ?? propertyOf(name)
  const isPresent = rest.length === 0 && (set === undefined || set.path[0] === 'unsubscribe_url')
  const fallback = rest.length === 0 ? undefined : quoted(rest.join('|').trim())
  const reference = set ?? memberOf(allVariables, name)
  const how = { isRaw: true, isPresent, ...(fallback !== undefined && { fallback }) }
  return draft.show(reference, line, how) ?? literal(tag)
}

/** Returns a property of the contact, as `{{{contact.plan}}}` names it. */
function propertyOf(name: string): Reference | undefined {
  const [, property] = /^contact\.(\w+)$/.exec(name) ?? []
  return property === undefined ? undefined : local('contact', 'properties', property)
}
