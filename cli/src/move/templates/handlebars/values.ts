import { comparison, join, truthy, type Condition } from '../liquid/condition.js'
import type { UsedType } from '../liquid/draft.js'
import { quoted } from '../liquid/literal.js'
import { allVariables, local, memberOf, textOf, type Reference } from '../liquid/reference.js'
import type { Dialect } from '../converted.js'
import { keptValue, loopValue, type Surroundings, type Value, type Work } from './scope.js'
import type { Call, LiteralExpression, Node, PathExpression } from './tree.js'

/** Says that a part of a template has no counterpart. */
export class Unconvertible extends Error {
  override name = 'Unconvertible'
}

export function isPath(node: Node): node is PathExpression {
  return node.type === 'PathExpression'
}

/** Returns the name of a helper or variable that has no dots. */
export function simpleName(node: Node): string | undefined {
  if (!isPath(node) || node.data || node.depth > 0 || node.parts.length !== 1) return undefined
  return typeof node.parts[0] === 'string' && !isScoped(node) ? node.parts[0] : undefined
}

function isScoped({ original }: PathExpression): boolean {
  return /^\.|this\b/.test(original)
}

/**
 * Returns the value of an expression that is no condition.
 *
 * @throws Unconvertible
 */
export function valueOf(node: Node, around: Surroundings, work: Work): Value {
  switch (node.type) {
    case 'PathExpression':
      return valueOfPath(node as PathExpression, around, work)
    case 'StringLiteral': {
      const text = String((node as LiteralExpression).value)
      return { expression: quoted(text), literal: text }
    }
    case 'NumberLiteral':
    case 'BooleanLiteral': {
      const { value } = node as LiteralExpression
      return { expression: String(value), literal: value }
    }
    case 'NullLiteral':
    case 'UndefinedLiteral':
      return { expression: 'nil', literal: null }
    case 'SubExpression':
      return valueOfCall(node as Call, around, work)
    default:
      throw new Unconvertible('this expression has no counterpart')
  }
}

function valueOfCall(node: Call, around: Surroundings, work: Work): Value {
  const name = simpleName(node.path)
  const [one, other] = node.params
  if (name === 'lookup' && one !== undefined && other !== undefined) {
    const key = valueOf(other, around, work)
    const isPosition = 'reference' in key && textOf(key.reference) === 'forloop.index0'
    const object = referenceOf(one, around, work, isPosition ? 'array' : 'object')
    if ('reference' in key) {
      work.draft.use(key.reference, 'any', node.loc.start.line)
      return { expression: `${textOf(object)}[${textOf(key.reference)}]` }
    }
    return { reference: memberOf(object, String(key.literal)) }
  }
  if (name === 'length' && work.dialect === 'sendgrid' && one !== undefined)
    return { reference: memberOf(referenceOf(one, around, work, 'array'), 'length') }
  throw new Unconvertible(`there is no counterpart of the helper \`${name ?? work.sourceOf(node.path)}\``)
}

/**
 * Returns the reference of an expression that has to be one.
 *
 * @throws Unconvertible
 */
export function referenceOf(node: Node, around: Surroundings, work: Work, type: UsedType): Reference {
  const value = valueOf(node, around, work)
  if (!('reference' in value))
    throw new Unconvertible(`\`${work.sourceOf(node)}\` is not the name of a value`)
  if (!work.draft.use(value.reference, type, node.loc.start.line)) throw new Unconvertible('')
  return value.reference
}

function valueOfPath(node: PathExpression, around: Surroundings, work: Work): Value {
  const [head] = node.parts
  if (node.parts.some((part) => typeof part !== 'string'))
    throw new Unconvertible('a member of a helper’s result has no counterpart')
  const parts = node.parts as string[]
  if (node.data) {
    if (head === 'root') return { reference: memberOf(allVariables, ...parts.slice(1)) }
    const found = parts.length === 1 ? loopValue(head as string, node.depth, around, work.draft) : undefined
    if (found === undefined) throw new Unconvertible(`\`${node.original}\` has no value here`)
    return { reference: found }
  }
  if (head !== undefined && node.depth === 0 && !isScoped(node)) {
    const named = around.named.get(head as string)
    if (named !== undefined && 'keeps' in named) {
      const isOwn = named === around.loop
      return { reference: isOwn ? local('forloop', 'index0') : keptValue(named, 'index0', work.draft) }
    }
    if (named !== undefined) return memberOfValue(named, parts.slice(1))
  }
  let { scope } = around
  for (let up = 0; up < node.depth; up++) {
    if (scope.parent === undefined) throw new Unconvertible(`\`${node.original}\` leads out of the template`)
    scope = scope.parent
  }
  const added = head === undefined ? undefined : scope.added?.get(head as string)
  if (added !== undefined) return memberOfValue(added, parts.slice(1))
  return { reference: memberOf(scope.reference, ...parts) }
}

function memberOfValue(value: Value, names: readonly string[]): Value {
  if (names.length === 0) return value
  if ('reference' in value) return { reference: memberOf(value.reference, ...names) }
  throw new Unconvertible(`a text has no member \`${names.join('.')}\``)
}

/** The helpers that compare two values, by the service that has them. */
const comparisons: Readonly<Partial<Record<Dialect, Readonly<Record<string, string>>>>> = {
  sendgrid: { equals: '==', notEquals: '!=', greaterThan: '>', lessThan: '<' },
  mailgun: { ifEq: '==', ifGt: '>', ifLt: '<' },
}

/** Returns the condition of a helper that compares or joins values; undefined if it is another helper. */
export function conditionOfHelper(
  name: string,
  params: readonly Node[],
  around: Surroundings,
  work: Work,
): Condition | undefined {
  const [one, other] = params
  const isSendGrid = work.dialect === 'sendgrid'
  if (one === undefined || other === undefined) return undefined
  if (isSendGrid && (name === 'and' || name === 'or'))
    return join(
      params.map((each) => conditionOf(each, around, work)),
      name,
      work.draft,
    )
  if (params.length !== 2) return undefined
  const operators = comparisons[work.dialect] ?? {}
  if (Object.hasOwn(operators, name)) return compare(one, operators[name] as string, other, [around, work])
  if (work.dialect === 'mailgun' && name === 'equal') return equalAsText(one, other, [around, work])
  return undefined
}

/**
 * Returns the condition that a value is truthy.
 *
 * @throws Unconvertible
 */
export function conditionOf(node: Node, around: Surroundings, work: Work): Condition {
  if (node.type === 'SubExpression') {
    const { path, params } = node as Call
    const found = conditionOfHelper(simpleName(path) ?? '', params, around, work)
    if (found !== undefined) return found
  }
  const value = valueOf(node, around, work)
  if (!('reference' in value)) {
    if (!('literal' in value)) return truthy(value.expression)
    return { before: '', text: String(Boolean(value.literal)) }
  }
  if (!work.draft.use(value.reference, 'any', node.loc.start.line)) throw new Unconvertible('')
  const text = textOf(value.reference)
  if (/^forloop\.(first|last)$/.test(text)) return { before: '', text }
  if (text === 'forloop.index0') return comparison(text, '!=', '0')
  return truthy(text)
}

type Place = readonly [around: Surroundings, work: Work]

function compare(one: Node, operator: string, other: Node, place: Place): Condition {
  return comparison(operand(one, place), operator, operand(other, place))
}

/** Writes a side of a comparison. */
function operand(node: Node, [around, work]: Place): string {
  const value = valueOf(node, around, work)
  if (!('reference' in value)) return value.expression
  if (!work.draft.use(value.reference, 'any', node.loc.start.line)) throw new Unconvertible('')
  return textOf(value.reference)
}

/** Compares values as Mailgun does, which takes 1 and "1" as equal. */
function equalAsText(one: Node, other: Node, place: Place): Condition {
  const [, work] = place
  const plain = compare(one, '==', other, place)
  const literals = [one, other].filter(({ type }) => type.endsWith('Literal'))
  const [literal] = literals
  const [path] = [one, other].filter((each) => !each.type.endsWith('Literal'))
  if (literals.length !== 1 || literal === undefined || path === undefined) return plain
  const { value } = literal as LiteralExpression
  const asOther = otherType(value)
  if (asOther === undefined) return plain
  const text = operand(path, place)
  return join([plain, comparison(text, '==', asOther)], 'or', work.draft)
}

function otherType(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  if (typeof value !== 'string') return undefined
  return value === 'true' || value === 'false' || String(Number(value)) === value ? value : undefined
}
