import { fromTypeId, type Uuid } from '../../../../platform/db/ids.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { tooDeep, tooLong, tooMany } from './check.js'
import {
  kindOf,
  maxChain,
  maxConditions,
  maxDepth,
  maxHistoryConditions,
  maxRuleLength,
  type ResolvedRule,
  type SegmentRule,
} from './rule.js'

/** A rule with the rules of other segments in it, or the mistakes that this shows. */
export type Inlined =
  | { readonly rule: ResolvedRule; readonly mistakes?: undefined }
  | { readonly mistakes: readonly ErrorDetail[] }

/**
 * Replaces the references to other segments by their rules.
 *
 * @param at a JSON Pointer to the rule. A mistake inside another segment is shown at the reference to it.
 * @param rules the rules of all segments that the rule names, directly or through others
 * @param self the segment that has the rule; undefined if none has it
 */
export function inlineSegments(
  rule: SegmentRule,
  at: string,
  rules: ReadonlyMap<Uuid, SegmentRule>,
  self?: Uuid,
): Inlined {
  const inlining = new Inlining(rules)
  const resolved = inlining.resolve(rule, { level: 1, at, chain: self === undefined ? [] : [self] })
  const { mistakes } = inlining
  if (mistakes.length === 0 && resolved !== undefined && JSON.stringify(resolved).length > maxRuleLength) {
    mistakes.push(tooLong(at))
  }
  return resolved === undefined || mistakes.length > 0 ? { mistakes } : { rule: resolved }
}

interface Place {
  readonly level: number
  readonly at: string
  /** The segments around this place, the outermost first. */
  readonly chain: readonly Uuid[]
  /** JSON Pointer to the reference to the outermost of these segments; undefined outside of all segments. */
  readonly referredAt?: string
}

class Inlining {
  readonly mistakes: ErrorDetail[] = []
  #conditions = 0
  #history = 0
  readonly #rules: ReadonlyMap<Uuid, SegmentRule>

  constructor(rules: ReadonlyMap<Uuid, SegmentRule>) {
    this.#rules = rules
  }

  /**
   * Resolves a rule.
   *
   * @returns undefined once there is a mistake
   */
  resolve(rule: SegmentRule, place: Place): ResolvedRule | undefined {
    const { level, at, referredAt = at } = place
    if (level > maxDepth) return this.#refuse(tooDeep(referredAt))
    const kind = kindOf(rule)
    const path = `${at}/${kind}`
    if (kind === 'all' || kind === 'any') {
      const children: ResolvedRule[] = []
      for (const [index, child] of (rule[kind] ?? []).entries()) {
        const resolved = this.resolve(child, { ...place, level: level + 1, at: `${path}/${index}` })
        if (resolved === undefined) return undefined
        children.push(resolved)
      }
      return { [kind]: children }
    }
    if (rule.not !== undefined) {
      const not = this.resolve(rule.not, { ...place, level: level + 1, at: path })
      return not && { not }
    }
    if (rule.segment !== undefined) return this.#segment(rule.segment.segment_id, { ...place, at: path })
    return this.#condition(rule, kind === 'event' || kind === 'message', referredAt)
  }

  #condition(rule: SegmentRule, isHistory: boolean, at: string): ResolvedRule | undefined {
    this.#conditions += 1
    if (isHistory) this.#history += 1
    if (this.#conditions > maxConditions) return this.#refuse(tooMany(at, 'conditions'))
    if (this.#history > maxHistoryConditions) return this.#refuse(tooMany(at, 'history'))
    return rule as ResolvedRule
  }

  #segment(segmentId: string, { level, at, chain, referredAt = at }: Place): ResolvedRule | undefined {
    const id = fromTypeId('seg', segmentId)
    if (chain.includes(id)) {
      const message = 'refers back to the segment itself, through the segments that it names'
      return this.#refuse({ path: referredAt, code: 'cycle', message })
    }
    if (chain.length >= maxChain) return this.#refuse(tooDeep(referredAt))
    const rule = this.#rules.get(id)
    if (rule === undefined) return this.#refuse(unknownNamed('segment', `${referredAt}/segment_id`))
    // The rule replaces the reference, so it is on the same level.
    const resolved = this.resolve(rule, { level, at, chain: [...chain, id], referredAt })
    return resolved && { segment: { segment_id: segmentId, rule: resolved } }
  }

  #refuse(mistake: ErrorDetail): undefined {
    this.mistakes.push(mistake)
  }
}

/** Returns the mistake of a rule that names something outside of its project. */
export function unknownNamed(kind: 'list' | 'segment' | 'campaign' | 'topic', path: string): ErrorDetail {
  const words = {
    list: 'a subscriber list',
    segment: 'a segment',
    campaign: 'a campaign',
    topic: 'the key of a topic',
  }
  return { path, code: 'not_found', message: `must be ${words[kind]} of the project` }
}
