import {
  isGroup,
  nodesOf,
  pointersOf,
  type Body,
  type Condition,
  type ConditionKind,
  type Group,
} from '../rules/tree.js'

/** The kinds of conditions, each with its name and its subject. */
export const kindWords: Readonly<Record<ConditionKind, readonly [name: string, about: string]>> = {
  property: ['Property', 'a value that you keep of the contact'],
  contact: ['Contact', 'domain, name, when added, unsubscribed'],
  event: ['Event', 'what the contact did'],
  message: ['Mail', 'delivered, bounced, replied, opened, clicked'],
  list: ['List', 'the subscription to a list'],
  topic: ['Topic', 'a kind of mail that contacts choose'],
  segment: ['Segment', 'the rule of another segment'],
}

/** Initial content of a new condition, by its kind. */
export const newBodies: Readonly<Record<ConditionKind, Body>> = {
  property: { name: '', op: 'eq' },
  contact: { field: 'email_domain', op: 'eq' },
  event: { name: '' },
  message: { status: 'delivered' },
  list: { status: 'confirmed' },
  topic: { topic: '', is: 'subscribed' },
  segment: {},
}

/** Type of the compared thing. A property can be of any type, which its operator or value decides. */
export type Compared = 'property' | 'text' | 'time' | 'boolean'

export const fields: readonly (readonly [field: string, words: string, compared: Compared])[] = [
  ['email_domain', 'Domain of the address', 'text'],
  ['name', 'Name', 'text'],
  ['created_at', 'Added', 'time'],
  ['unsubscribed', 'Unsubscribed from everything', 'boolean'],
]

export function comparedOf(field: unknown): Compared {
  return fields.find(([name]) => name === field)?.[2] ?? 'text'
}

/** The operators in words. `absent` is `exists` with `false`. */
export const operatorWords = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  exists: 'has a value',
  absent: 'has no value',
  contains: 'contains',
  starts_with: 'begins with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  after: 'is after',
  before: 'is before',
  within: 'was in the last',
} as const
export type Operator = keyof typeof operatorWords

const ofEveryType = ['eq', 'ne', 'in', 'exists', 'absent'] as const

export const operators: Readonly<Record<Compared, readonly Operator[]>> = {
  property: Object.keys(operatorWords) as Operator[],
  text: [...ofEveryType, 'contains', 'starts_with'],
  time: ['after', 'before', 'within', ...ofEveryType],
  boolean: ['eq', 'ne', 'exists', 'absent'],
}

/** Returns the operator of a comparison, as a key of `operatorWords`. */
export function operatorOf({ op, value }: Body): Operator {
  return op === 'exists' && value === false ? 'absent' : (op as Operator)
}

/** Type of the value that an operator compares with. */
export type Needed = 'any' | 'text' | 'number' | 'boolean' | 'time' | 'duration' | 'list' | 'nothing'

export function neededFor(operator: Operator, compared: Compared): Needed {
  switch (operator) {
    case 'exists':
    case 'absent':
      return 'nothing'
    case 'in':
      return 'list'
    case 'contains':
    case 'starts_with':
      return 'text'
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return 'number'
    case 'before':
    case 'after':
      return 'time'
    case 'within':
      return 'duration'
    default:
      return compared === 'property' ? 'any' : compared
  }
}

/** Returns a comparison with another operator. Its value stays if the operator can compare it. */
export function withOperator(body: Body, operator: Operator, compared: Compared): Body {
  const { value, ...rest } = body
  if (operator === 'exists' || operator === 'absent')
    return { ...rest, op: 'exists', value: operator === 'exists' }
  const op = { ...rest, op: operator }
  const kept = operatorOf(body) === 'exists' || operatorOf(body) === 'absent' ? undefined : value
  const one = Array.isArray(kept) ? (kept[0] as unknown) : kept
  switch (neededFor(operator, compared)) {
    case 'list':
      return { ...op, value: Array.isArray(kept) ? kept : one === undefined || one === null ? [] : [one] }
    case 'number':
      return { ...op, value: typeof one === 'number' ? one : null }
    case 'boolean':
      return { ...op, value: typeof one === 'boolean' ? one : true }
    case 'time':
      return typeof one === 'string' && isTime(one) ? { ...op, value: one } : op
    case 'duration':
      return { ...op, value: typeof one === 'string' && isDuration(one) ? one : 'P30D' }
    case 'text':
      return typeof one === 'string' ? { ...op, value: one } : op
    default:
      return one === undefined ? op : { ...op, value: one }
  }
}

const propertyName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const eventName = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/
const time = /^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d))?$/
const duration = /^P(?=\d|T\d)(\d{1,9}D)?(T(?=\d)(\d{1,9}H)?(\d{1,9}M)?(\d{1,9}S)?)?$/

function isTime(text: string): boolean {
  return time.test(text) && !Number.isNaN(Date.parse(text))
}

function isDuration(text: string): boolean {
  return duration.test(text)
}

/** Says in a sentence what a condition lacks before the service can be asked; undefined if it is complete. */
export function lackOf({ kind, body }: Condition): string | undefined {
  switch (kind) {
    case 'property':
      return lackOfComparison(body, 'property')
    case 'contact':
      return lackOfComparison(body, comparedOf(body.field))
    case 'event':
      return lackOfEvent(body)
    case 'message':
      return lackOfHistory(body)
    case 'list':
      return body.list_id === undefined ? 'Choose a list.' : undefined
    case 'topic':
      return body.topic === undefined || body.topic === '' ? 'Enter the key of the topic.' : undefined
    case 'segment':
      return body.segment_id === undefined ? 'Choose a segment.' : undefined
  }
}

function lackOfEvent(body: Body): string | undefined {
  const name = lackOfName(body.name, eventName, 'event', 'digits, dots, colons, hyphens and underscores')
  if (name !== undefined) return name
  const where = (body.where ?? []) as readonly Body[]
  return where.map((each) => lackOfComparison(each, 'property')).find(Boolean) ?? lackOfHistory(body)
}

function lackOfName(name: unknown, form: RegExp, what: string, others: string): string | undefined {
  if (typeof name !== 'string' || name === '') return `Enter the name of the ${what}.`
  return form.test(name) ? undefined : `A name starts with a letter, followed by letters, ${others}.`
}

function lackOfHistory({ count, within }: Body): string | undefined {
  const times = count as Body | undefined
  if (times !== undefined) {
    const { value } = times
    if (typeof value !== 'number') return 'Enter how often.'
    if (!Number.isInteger(value) || value < 0 || value > 1000) return 'Enter a whole number up to 1,000.'
  }
  return within === undefined ? undefined : lackOfDuration(within)
}

function lackOfDuration(value: unknown): string | undefined {
  return typeof value === 'string' && isDuration(value)
    ? undefined
    : 'Enter a number of days, hours or minutes, or a duration such as P1DT6H.'
}

/** Says what a comparison lacks; undefined if it is complete. */
function lackOfComparison(body: Body, compared: Compared): string | undefined {
  if (compared === 'property') {
    const name = lackOfName(body.name, propertyName, 'property', 'digits and underscores')
    if (name !== undefined) return name
  }
  const { value } = body
  switch (neededFor(operatorOf(body), compared)) {
    case 'nothing':
    case 'boolean':
      return undefined
    case 'list':
      return lackOfList(value)
    case 'duration':
      return lackOfDuration(value)
    case 'time':
      return typeof value === 'string' && isTime(value)
        ? undefined
        : 'Enter a day, or a time with its offset such as 2026-01-14T09:30:00Z.'
    case 'number':
      return typeof value === 'number' ? undefined : 'Enter a number.'
    default:
      return value === undefined || value === null ? 'Enter a value.' : undefined
  }
}

function lackOfList(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'Enter at least one value.'
  if (value.length > 100) return `At most 100 values, not ${value.length}.`
  return value.includes(null) ? 'Each line must be a number.' : undefined
}

/** Tells whether no group is empty and every condition is complete. */
export function isComplete(root: Group): boolean {
  return nodesOf(root).every((node) =>
    isGroup(node) ? node.children.length > 0 : lackOf(node) === undefined,
  )
}

/** Returns messages about incomplete conditions and their pointers. */
export function lacksIn(root: Group): readonly { readonly pointer: string; readonly message: string }[] {
  const pointers = pointersOf(root)
  return nodesOf(root).flatMap((node) => {
    const message = isGroup(node) ? undefined : lackOf(node)
    // The last of a node's pointers leads to its condition.
    const pointer = [...pointers].findLast(([, id]) => id === node.id)?.[0]
    return message === undefined || pointer === undefined ? [] : [{ pointer, message }]
  })
}
