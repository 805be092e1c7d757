import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import type { ContactRow } from '../../contacts/contact-rows.js'
import { countEvents, countMessages, lookedAt, subscriptionStatus, wantsTopic } from './compile-history.js'
import { compileNode, compileRule } from './compile.js'
import { typeOfField, propertyTypeOf, type Compared } from '../rules/operators.js'
import { Parameters } from './parameters.js'
import { kindOf, type ResolvedRule, type RuleContext, type SegmentValue } from '../rules/rule.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { resolveStored } from '../rules/resolve.js'
import type { SegmentRow } from '../segment-rows.js'
import { isTime } from '../rules/times.js'

type NodeResult = components['schemas']['SegmentNodeResult']

/** The fields of a contact that a rule looks at. */
export type RuleContact = Pick<ContactRow, 'id' | 'address' | 'name' | 'properties' | 'unsubscribed_at'>

/** Returns true if a rule selects a contact. A deleted contact is not selected. */
export async function includes(
  db: Knex,
  rule: ResolvedRule,
  contact: Pick<RuleContact, 'id'>,
  context: RuleContext,
): Promise<boolean> {
  const values: unknown[] = []
  const text = `select ${compileRule(rule, context, values)} as included ${fromContact(contact, context, values)}`
  return (await runSql<{ included: boolean }>(db, text, values))[0]?.included === true
}

/** Returns SQL of the row of one contact. */
function fromContact({ id }: Pick<RuleContact, 'id'>, context: RuleContext, values: unknown[]): string {
  const parameters = new Parameters(values)
  const place = [
    `contact.workspace_id = ${parameters.add(context.workspaceId, 'uuid')}`,
    `contact.id = ${parameters.add(id, 'uuid')}`,
    `contact.project_id = ${parameters.add(context.projectId, 'uuid')}`,
  ]
  return `from contacts contact where ${place.join(' and ')}`
}

/** A condition of a rule, with a JSON Pointer to it. */
interface Leaf {
  readonly rule: ResolvedRule
  readonly path: string
}

/**
 * Evaluates each node of a rule for a contact, in the order of the rule's text. The result of the first node is that
 * of the whole rule.
 *
 * @returns an empty list if the contact was deleted
 */
export async function explainRule(
  db: Knex,
  rule: ResolvedRule,
  contact: RuleContact,
  context: RuleContext,
): Promise<NodeResult[]> {
  const leaves: Leaf[] = []
  collect(rule, '', leaves)
  const values: unknown[] = []
  const parameters = new Parameters(values)
  const columns = leaves.flatMap(({ rule: leaf }) => [
    compileNode(leaf, context, parameters),
    actualOf(leaf, context, parameters),
  ])
  const answers = columns.map((sql) => `to_jsonb(${sql})`).join(', ')
  const text = `select to_jsonb(array[${answers}]) as answers ${fromContact(contact, context, values)}`
  const [row] = await runSql<{ answers: (boolean | string | number | null)[] }>(db, text, values)
  if (row === undefined) return []
  const results = new Map(
    leaves.map(({ rule: leaf, path }, index) => {
      const counted = row.answers[2 * index + 1] ?? undefined
      return [
        path,
        presentLeaf(leaf, path, { result: row.answers[2 * index] === true, found: counted, contact }),
      ]
    }),
  )
  const nodes: NodeResult[] = []
  combine(rule, '', results, nodes)
  return nodes
}

function collect(rule: ResolvedRule, at: string, leaves: Leaf[]): void {
  const path = `${at}/${kindOf(rule)}`
  const parts = rule.all ?? rule.any
  if (parts !== undefined) parts.forEach((part, index) => collect(part, `${path}/${index}`, leaves))
  else if (rule.not !== undefined) collect(rule.not, path, leaves)
  else if (rule.segment !== undefined) collect(rule.segment.rule, path, leaves)
  else leaves.push({ rule, path })
}

/** Returns SQL of the value that a condition has found, if only the database knows it. */
function actualOf(
  { event, message, list, topic }: ResolvedRule,
  context: RuleContext,
  parameters: Parameters,
): string {
  if (event !== undefined) return countEvents(event, context, parameters, lookedAt)
  if (message !== undefined) return countMessages(message, context, parameters, lookedAt)
  if (topic !== undefined) {
    return `case when ${wantsTopic(topic, context, parameters)} then 'subscribed' else 'unsubscribed' end`
  }
  return list === undefined ? 'null::text' : subscriptionStatus(list, context, parameters)
}

function presentLeaf(
  rule: ResolvedRule,
  path: string,
  {
    result,
    found,
    contact,
  }: {
    readonly result: boolean
    readonly found: boolean | string | number | undefined
    readonly contact: RuleContact
  },
): NodeResult {
  const kind = kindOf(rule)
  const { property, contact: field, list } = rule
  const actual =
    property === undefined
      ? field === undefined
        ? found
        : fieldOf(field.field, contact)
      : ownValue(contact.properties, property.name)
  let reason: Reason = null
  if (property !== undefined) reason = missingReason(property, 'property', actual)
  if (field !== undefined) reason = missingReason(field, typeOfField(field.field), actual)
  if (list !== undefined && found === undefined) reason = 'missing'
  return { path, kind, result, reason, actual: actual ?? null }
}

function ownValue(properties: ContactRow['properties'], name: string) {
  return Object.hasOwn(properties, name) ? (properties[name] ?? undefined) : undefined
}

function fieldOf(field: string, contact: RuleContact): string | boolean | undefined {
  switch (field) {
    case 'email_domain':
      return contact.address.slice(contact.address.lastIndexOf('@') + 1)
    case 'name':
      return contact.name ?? undefined
    case 'created_at':
      return timeOf(contact.id).toISOString()
    default:
      return contact.unsubscribed_at !== null
  }
}

/** Adds a node and those below it. */
function combine(
  rule: ResolvedRule,
  at: string,
  leaves: ReadonlyMap<string, NodeResult>,
  nodes: NodeResult[],
): boolean {
  const kind = kindOf(rule)
  const path = `${at}/${kind}`
  const leaf = leaves.get(path)
  if (leaf !== undefined) {
    nodes.push(leaf)
    return leaf.result
  }
  // A node comes ahead of the nodes from which its result follows.
  const place = nodes.push({ path, kind, result: false, reason: null, actual: null }) - 1
  const result = resultOf(rule, path, leaves, nodes)
  nodes[place] = { path, kind, result, reason: null, actual: null }
  return result
}

function resultOf(
  rule: ResolvedRule,
  path: string,
  leaves: ReadonlyMap<string, NodeResult>,
  nodes: NodeResult[],
): boolean {
  const all = (rules: readonly ResolvedRule[]) =>
    rules.map((part, index) => combine(part, `${path}/${index}`, leaves, nodes))
  if (rule.all !== undefined) return all(rule.all).every(Boolean)
  if (rule.any !== undefined) return all(rule.any).some(Boolean)
  if (rule.not !== undefined) return !combine(rule.not, path, leaves, nodes)
  if (rule.segment !== undefined) return combine(rule.segment.rule, path, leaves, nodes)
  throw new Error('a condition of a rule was not evaluated')
}

/**
 * Explains whether a segment has a contact, and why.
 *
 * @throws ApiError 404 `not_found` if the contact was deleted meanwhile
 */
export async function explainSegment(
  db: Knex,
  segment: SegmentRow,
  contact: ContactRow,
  context: RuleContext,
): Promise<components['schemas']['SegmentExplanation']> {
  const rule = await resolveStored(db, context, segment.rule)
  const nodes = await explainRule(db, rule, contact, context)
  const [first] = nodes
  if (first === undefined) throw new ApiError('not_found', 'No such contact.')
  return {
    segment_id: toTypeId('seg', segment.id),
    contact_id: toTypeId('con', contact.id),
    included: first.result,
    as_of: context.asOf.toISOString(),
    nodes,
  }
}

type Reason = components['schemas']['SegmentNodeResult']['reason']

/**
 * Returns the reason why a comparison had nothing to compare.
 *
 * @param actual the contact's value; undefined if it has none
 * @returns null if there was something to compare
 */
function missingReason(
  comparison: { readonly op: string; readonly value: SegmentValue },
  compared: Compared,
  actual: unknown,
): Reason {
  const { op, value } = comparison
  if (op === 'exists') return null
  if (actual === undefined) return 'missing'
  if (compared !== 'property') return null
  return isComparable(op, value, actual) ? null : 'wrong_type'
}

function isComparable(op: string, value: SegmentValue, actual: unknown): boolean {
  switch (propertyTypeOf({ name: '', op, value })) {
    case 'number':
      return typeof actual === 'number'
    case 'text':
      return typeof actual === 'string'
    case 'time':
      return typeof actual === 'string' && isTime(actual)
    case 'any':
      return Array.isArray(value)
        ? value.some((item) => typeof item === typeof actual)
        : typeof value === typeof actual
  }
}
