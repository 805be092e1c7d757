import { fromTypeId, type Uuid } from '../../../../platform/db/ids.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { durationMs } from './durations.js'
import { checkComparison, checkDuration, typeOfField } from './operators.js'
import {
  kindOf,
  maxConditions,
  maxDepth,
  maxHistoryConditions,
  maxRuleLength,
  type EventCondition,
  type MessageCondition,
  type SegmentRule,
} from './rule.js'

/** Something that a rule names, with a JSON Pointer to its place. */
export interface Named {
  readonly kind: 'list' | 'segment' | 'campaign'
  readonly path: string
  readonly id: Uuid
}

/** The key of a topic that a rule names, with a JSON Pointer to its place. */
export interface NamedTopic {
  readonly path: string
  readonly key: string
}

/** A condition about messages with a window. */
interface Window {
  readonly path: string
  readonly ms: number
}

/** The findings on a rule that need no look-up. */
export interface CheckedRule {
  readonly mistakes: readonly ErrorDetail[]
  readonly named: readonly Named[]
  readonly topics: readonly NamedTopic[]
  readonly messageWindows: readonly Window[]
}

/**
 * Checks a rule that the contract's schema allows. Parts of a rule that are too deep, or come after too many
 * conditions, are not looked at.
 *
 * @param at a JSON Pointer to the rule
 */
export function checkRule(rule: SegmentRule, at: string): CheckedRule {
  const check = new RuleCheck()
  check.visit(rule, 1, at)
  if (check.mistakes.length === 0 && JSON.stringify(rule).length > maxRuleLength) {
    check.mistakes.push(tooLong(at))
  }
  return check
}

export const tooLong = (path: string): ErrorDetail => ({
  path,
  code: 'too_long',
  message: `must have at most ${maxRuleLength} characters as JSON, with the segments that it names`,
})

export const tooDeep = (path: string): ErrorDetail => ({
  path,
  code: 'depth',
  message: `is more than ${maxDepth} levels deep, with the segments that it names`,
})

export const tooMany = (path: string, what: 'conditions' | 'history'): ErrorDetail => ({
  path,
  code: 'too_many',
  message:
    what === 'conditions'
      ? `must have at most ${maxConditions} conditions, with the segments that it names`
      : `must have at most ${maxHistoryConditions} conditions about events or messages, with the segments that it names`,
})

class RuleCheck implements CheckedRule {
  readonly mistakes: ErrorDetail[] = []
  readonly named: Named[] = []
  readonly topics: NamedTopic[] = []
  readonly messageWindows: Window[] = []
  #conditions = 0
  #history = 0

  visit(rule: SegmentRule, level: number, at: string): void {
    if (this.#conditions > maxConditions) return
    if (level > maxDepth) return void this.mistakes.push(tooDeep(at))
    const kind = kindOf(rule)
    const path = `${at}/${kind}`
    if (kind === 'all' || kind === 'any') {
      rule[kind]?.forEach((child, index) => this.visit(child, level + 1, `${path}/${index}`))
    } else if (rule.not !== undefined) {
      this.visit(rule.not, level + 1, path)
    } else {
      this.#condition(rule, kind, path)
    }
  }

  #condition(rule: SegmentRule, kind: string, path: string): void {
    this.#conditions += 1
    if (this.#conditions === maxConditions + 1) {
      this.mistakes.push(tooMany(path, 'conditions'))
      return
    }
    if (kind === 'event' || kind === 'message') {
      this.#history += 1
      if (this.#history === maxHistoryConditions + 1) this.mistakes.push(tooMany(path, 'history'))
    }
    const { property, contact, event, message, list, topic, segment } = rule
    if (property !== undefined) this.mistakes.push(...checkComparison(property, 'property', path))
    if (contact !== undefined)
      this.mistakes.push(...checkComparison(contact, typeOfField(contact.field), path))
    if (event !== undefined) this.#event(event, path)
    if (message !== undefined) this.#message(message, path)
    if (list !== undefined) this.#name('list', `${path}/list_id`, fromTypeId('lst', list.list_id))
    if (topic !== undefined) this.topics.push({ path: `${path}/topic`, key: topic.topic })
    if (segment !== undefined) {
      this.#name('segment', `${path}/segment_id`, fromTypeId('seg', segment.segment_id))
    }
  }

  #event({ count, within, where }: EventCondition, path: string): void {
    this.#countWithin(count, within, path)
    where?.forEach((condition, index) =>
      this.mistakes.push(...checkComparison(condition, 'property', `${path}/where/${index}`)),
    )
  }

  #message({ count, within, campaign_id }: MessageCondition, path: string): void {
    this.#countWithin(count, within, path)
    const ms = within === undefined ? undefined : durationMs(within)
    if (ms !== undefined) this.messageWindows.push({ path: `${path}/within`, ms })
    if (campaign_id !== undefined) {
      this.#name('campaign', `${path}/campaign_id`, fromTypeId('cmp', campaign_id))
    }
  }

  #countWithin(count: EventCondition['count'], within: string | undefined, path: string): void {
    if (count !== undefined) this.mistakes.push(...checkComparison(count, 'count', `${path}/count`))
    if (within !== undefined) this.mistakes.push(...checkDuration(within, `${path}/within`))
  }

  #name(kind: Named['kind'], path: string, id: Uuid): void {
    this.named.push({ kind, path, id })
  }
}
