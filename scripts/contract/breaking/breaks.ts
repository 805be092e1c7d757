import type { Node } from '../document.js'
import { readJson } from '../files.js'
import { changesBetween, type Change } from './changes.js'
import { componentBreaks } from './components.js'
import { missing, type Break, type Rule } from './rule.js'
import { operationRules } from './operation-rules.js'
import { proseBreaks } from './prose.js'
import { schemaRules } from './schema-rules.js'
import { webhookRules } from './webhook-rules.js'

const ownRules: readonly Rule[] = [...operationRules, ...schemaRules, ...webhookRules]

/**
 * Finds the changes of a contract that break the one before it: changes that Redocly CLI calls major by
 * contract/diff.yaml, and those that the rules beside this file find among the changes that it lets pass, and in
 * descriptions.
 *
 * @param before a file
 * @param after a file
 */
export function breaksBetween(before: string, after: string): Break[] {
  const contracts = [readJson(before) as Node, readJson(after) as Node] as const
  const found = [
    ...changesBetween(before, after).flatMap(breaksOf),
    ...componentBreaks(...contracts),
    ...proseBreaks(...contracts),
  ]
  // A shared component may be reported for each direction it is used in.
  return [...new Map(found.map((one) => [keyOf(one), one])).values()]
}

/** Returns the text that tells a break from every other one. */
export function keyOf({ rule, place, change }: Pick<Break, 'rule' | 'place' | 'change'>): string {
  return JSON.stringify([rule, place, change])
}

/**
 * A new type of event: `Event` lets a list have types that a client does not know, and a subscription names
 * the types it wants.
 */
const newEventType = /^#\/components\/schemas\/KnownEvent\/oneOf\/\d+$/

function breaksOf(change: Change): Break[] {
  if (change.kind === 'added' && newEventType.test(placeOf(change))) return []
  const where = { place: placeOf(change), change: inWords(change) }
  const theirs = change.verdicts
    .filter(({ impact }) => impact === 'major')
    .map(({ ruleId, message }) => ({ rule: ruleId, message, ...where }))
  const ours = ownRules.flatMap(({ id, breaks }) => {
    const message = breaks(change)
    return message === undefined ? [] : [{ rule: id, message, ...where }]
  })
  return [...theirs, ...ours]
}

/** Returns the place at which a change is written: the member that the old contract has, or else the new one. */
function placeOf({ kind, base, revision, property }: Change): string {
  const pointer =
    (base?.value === undefined ? undefined : base.pointer) ?? revision?.pointer ?? base?.pointer ?? '#'
  return kind === 'modified' && property !== undefined && !pointer.endsWith(`/${property}`)
    ? `${pointer}/${property}`
    : pointer
}

function inWords({ kind, base, revision }: Change): string {
  if (kind !== 'modified') return kind
  const [from, to] = [base?.value, revision?.value]
  if (Array.isArray(from) && Array.isArray(to)) {
    const gone = missing(from, to).map((value) => `-${JSON.stringify(value)}`)
    const come = missing(to, from).map((value) => `+${JSON.stringify(value)}`)
    return [...gone, ...come].join(' ')
  }
  return `${JSON.stringify(from) ?? 'absent'} -> ${JSON.stringify(to) ?? 'absent'}`
}
