import {
  atLeastOne,
  compareCount,
  countedFor,
  countEvents,
  countMessages,
  subscriptionStatus,
  wantsTopic,
} from './compile-history.js'
import { compileField, compileProperty } from './compile-value.js'
import { Parameters } from './parameters.js'
import { kindOf, type ResolvedRule, type RuleContext, type RuleKind } from '../rules/rule.js'

/**
 * Compiles a rule to SQL: a boolean, never null, about a row `contact` with the columns of contacts.
 *
 * @param values the values of the statement so far; those of the rule are added behind them
 */
export function compileRule(rule: ResolvedRule, context: RuleContext, values: unknown[]): string {
  return compileNode(rule, context, new Parameters(values))
}

/** Compiles a rule with the parameters of a statement that has more than one rule. */
export function compileNode(rule: ResolvedRule, context: RuleContext, parameters: Parameters): string {
  const compile = (node: ResolvedRule) => compileNode(node, context, parameters)
  const { property, contact, event, message, list, topic } = rule
  if (rule.all !== undefined) return `(${cheapestFirst(rule.all).map(compile).join(' and ')})`
  if (rule.any !== undefined) return `(${cheapestFirst(rule.any).map(compile).join(' or ')})`
  if (rule.not !== undefined) return `(not ${compile(rule.not)})`
  if (rule.segment !== undefined) return compile(rule.segment.rule)
  if (property !== undefined) return compileProperty(property, 'contact.properties', context.asOf, parameters)
  if (contact !== undefined) return compileField(contact, context.asOf, parameters)
  if (event !== undefined) {
    const { count = atLeastOne } = event
    return compareCount(countEvents(event, context, parameters, countedFor(count)), count)
  }
  if (message !== undefined) {
    const { count = atLeastOne } = message
    return compareCount(countMessages(message, context, parameters, countedFor(count)), count)
  }
  if (list !== undefined) {
    const status = subscriptionStatus(list, context, parameters)
    return `coalesce(${status} = ${parameters.add(list.status, 'text')}, false)`
  }
  if (topic !== undefined) {
    const wants = wantsTopic(topic, context, parameters)
    return topic.is === 'subscribed' ? wants : `(not ${wants})`
  }
  throw new Error('a rule has none of the keys of a rule')
}

/** Relative costs of evaluating the kinds of nodes. */
const costs: Readonly<Partial<Record<RuleKind, number>>> = { list: 10, event: 100, message: 100 }

/** Sorts rules by their costs, since PostgreSQL evaluates them in order and stops once the result is known. */
function cheapestFirst(rules: readonly ResolvedRule[]): ResolvedRule[] {
  return [...rules].sort((one, other) => costOf(one) - costOf(other))
}

function costOf(rule: ResolvedRule): number {
  const parts = rule.all ?? rule.any
  if (parts !== undefined) return parts.reduce((sum, part) => sum + costOf(part), 0)
  const inner = rule.not ?? rule.segment?.rule
  return inner === undefined ? (costs[kindOf(rule)] ?? 1) : costOf(inner)
}
