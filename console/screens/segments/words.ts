import type { SegmentRule } from 'postseal'
import { operatorOf, operatorWords } from './conditions/conditions.js'
import type { Body } from './rules/tree.js'

/** Names of the things that rules refer to by id. An unknown one is shown by its id. */
export interface Names {
  readonly list: ReadonlyMap<string, string>
  readonly segment: ReadonlyMap<string, string>
  readonly campaign: ReadonlyMap<string, string>
}

/**
 * Describes a rule as one sentence without its full stop: "Contacts whose plan is “pro” and who never did
 * order_placed".
 */
export function sentenceOf(rule: SegmentRule, names: Names): string {
  if (isEmpty(rule)) return 'No condition yet'
  const words = clause(rule, names, false)
  return words.startsWith('except ') ? `All contacts ${words}` : `Contacts ${words}`
}

/** Describes a rule as a sentence. One that ends in a gap has no full stop, which would be its fourth dot. */
export function fullSentenceOf(rule: SegmentRule, names: Names): string {
  const words = sentenceOf(rule, names)
  return words.endsWith('…') ? words : `${words}.`
}

/** Tells whether a rule has no condition anywhere, as one that has just been begun. */
function isEmpty({ all, any, not }: SegmentRule): boolean {
  if (not !== undefined) return isEmpty(not)
  return (all ?? any)?.every(isEmpty) ?? false
}

/**
 * Describes a rule as a clause.
 *
 * @param isInside true if the clause needs brackets when it joins several others
 */
function clause(rule: SegmentRule, names: Names, isInside: boolean): string {
  const { all, any, not } = rule
  if (not !== undefined) return `except those ${clause(not, names, isInside)}`
  const parts = all ?? any
  if (parts === undefined) return conditionWords(rule, names)
  const clauses = parts.map((part) => clause(part, names, parts.length > 1))
  if (clauses.length < 2) return clauses[0] ?? '…'
  const joined = all === undefined ? eitherOf(clauses) : bothOf(clauses)
  return isInside ? `(${joined})` : joined
}

const isExcept = (words: string) => words.startsWith('except ')

function eitherOf(clauses: readonly string[]): string {
  return clauses.map((words) => (isExcept(words) ? `(all ${words})` : words)).join(' or ')
}

/** Joins clauses by "and". Exceptions come last, because they apply to everything before them. */
function bothOf(clauses: readonly string[]): string {
  const [kept, left] = [clauses.filter((words) => !isExcept(words)), clauses.filter(isExcept)]
  return [kept.join(' and '), left.join(' and ')].filter(Boolean).join(', ')
}

/** Describes one condition as a clause: "whose plan is “pro”". */
export function conditionWords(rule: SegmentRule, names: Names): string {
  const { property, contact, event, message, list, topic, segment } = rule
  if (property !== undefined) return propertyWords(property)
  if (contact !== undefined) return fieldWords(contact)
  if (event !== undefined) {
    const { never, often } = timesWords(event.count as unknown as Body | undefined)
    const where = (event.where ?? []).map((each) => `${each.name || '…'} ${comparisonWords(each)}`)
    const details = where.length === 0 ? '' : ` where ${where.join(' and ')}`
    return `who ${never}did ${event.name || '…'}${often}${spanWords(event.within)}${details}`
  }
  if (message !== undefined) {
    const { never, often } = timesWords(message.count as unknown as Body | undefined)
    const of =
      message.campaign_id === undefined
        ? ''
        : ` of the campaign ${nameIn(names.campaign, message.campaign_id)}`
    return `${messageWords(message.status, never, of)}${often}${spanWords(message.within)}`
  }
  if (list !== undefined) return listWords(list.status, nameIn(names.list, list.list_id))
  if (topic !== undefined) {
    return `who ${topic.is === 'subscribed' ? 'want' : 'do not want'} the topic ${topic.topic || '…'}`
  }
  return `of the segment ${nameIn(names.segment, segment?.segment_id)}`
}

/**
 * Describes a condition on a property. Numbers are of things that the property's name has in the plural: "with orders
 * of at least 5".
 */
function propertyWords(property: { readonly name?: string }): string {
  const name = property.name || '…'
  const body = property as Body
  const operator = operatorOf(body)
  if (operator === 'exists' || operator === 'absent')
    return `${operator === 'exists' ? 'with' : 'without'} a value for ${name}`
  const words = amounts.get(operator)
  if (words === undefined || typeof body.value === 'string') return `whose ${name} ${comparisonWords(body)}`
  return `with ${name} of ${words} ${valueWords(body.value)}`
}

const amounts: ReadonlyMap<string, string> = new Map([
  ['gt', 'more than'],
  ['gte', 'at least'],
  ['lt', 'less than'],
  ['lte', 'at most'],
])

function messageWords(status: string, never: string, of: string): string {
  switch (status) {
    case 'bounced':
      return `whose mail${of} ${never}bounced`
    case 'complained':
      return `who ${never}complained about mail${of}`
    case 'replied':
      return `who ${never}replied${of === '' ? '' : ` to mail${of}`}`
    case 'opened':
      return `who ${never}opened mail${of}`
    case 'clicked':
      return `who ${never}clicked in mail${of}`
    default:
      return `who ${never}got mail${of}`
  }
}

function listWords(status: string, list: string): string {
  switch (status) {
    case 'pending':
      return `who have not yet confirmed the list ${list}`
    case 'unsubscribed':
      return `who unsubscribed from the list ${list}`
    default:
      return `who are subscribed to the list ${list}`
  }
}

function fieldWords(body: Body): string {
  if (
    body.field === 'unsubscribed' &&
    (body.op === 'eq' || body.op === 'ne') &&
    typeof body.value === 'boolean'
  ) {
    const isIt = (body.op === 'eq') === body.value
    return isIt ? 'who unsubscribed from everything' : 'who did not unsubscribe from everything'
  }
  if (body.field === 'created_at') {
    const words = comparisonWords(body)
    return `who were added ${words.replace(/^(is|was) /, '')}`
  }
  const field = body.field === 'email_domain' ? 'domain' : String(body.field)
  return `whose ${field} ${comparisonWords(body)}`
}

/** Describes a comparison, for a place after the name of the compared thing: "is at least 5". */
function comparisonWords(comparison: object): string {
  const body = comparison as Body
  const operator = operatorOf(body)
  const words: string = operatorWords[operator] ?? String(body.op)
  if (operator === 'exists' || operator === 'absent') return words
  if (operator === 'within') return `${words} ${durationWords(body.value)}`
  return `${words} ${valueWords(body.value)}`
}

/** Writes a value for people: texts in quotation marks. */
export function valueWords(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(valueWords)
    const shown = items.length > 4 ? [...items.slice(0, 3), `${items.length - 3} more`] : items
    return shown.length < 2 ? (shown[0] ?? '…') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`
  }
  if (value === undefined || value === null) return '…'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}

const timesOf: Readonly<Record<string, string>> = {
  eq: 'exactly',
  ne: 'other than',
  gt: 'more than',
  gte: 'at least',
  lt: 'fewer than',
  lte: 'at most',
}

function timesWords(count: Body | undefined): { never: string; often: string } {
  if (count === undefined) return { never: '', often: '' }
  if (count.op === 'eq' && count.value === 0) return { never: 'never ', often: '' }
  const value = count.value === 1 ? 'once' : `${valueWords(count.value)} times`
  return { never: '', often: ` ${timesOf[String(count.op)] ?? String(count.op)} ${value}` }
}

function spanWords(within: string | undefined): string {
  return within === undefined ? '' : ` in the last ${durationWords(within)}`
}

const units = { D: 'day', H: 'hour', M: 'minute', S: 'second' } as const

/** Describes an ISO 8601 duration: `P1DT6H` is "1 day 6 hours". */
export function durationWords(value: unknown): string {
  if (typeof value !== 'string') return '…'
  const parts = [...value.matchAll(/(\d+)([DHMS])/g)].map(([, count, unit]) => {
    const word = units[unit as keyof typeof units]
    return Number(count) === 1 ? `1 ${word}` : `${count} ${word}s`
  })
  return parts.length === 0 ? value : parts.join(' ')
}

function nameIn(names: ReadonlyMap<string, string>, id: string | undefined): string {
  if (id === undefined) return '…'
  const name = names.get(id)
  return name === undefined ? id : `“${name}”`
}
