import type { components } from '../../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'

type Schemas = components['schemas']

export type SegmentRule = Schemas['SegmentRule']
export type PropertyCondition = Schemas['SegmentPropertyCondition']
export type ContactCondition = Schemas['SegmentContactCondition']
export type EventCondition = Schemas['SegmentEventCondition']
export type MessageCondition = Schemas['SegmentMessageCondition']
export type ListCondition = Schemas['SegmentListCondition']
export type TopicCondition = Schemas['SegmentTopicCondition']
export type CountComparison = Schemas['SegmentCountComparison']
export type SegmentValue = Schemas['SegmentValue']

/** The rule of another segment, as it was when the reference to it was resolved. */
export interface InlinedSegment {
  readonly segment_id: string
  readonly rule: ResolvedRule
}

/**
 * A rule that was checked, with the rules of other segments in it. It is JSON, so that a campaign can keep
 * it as it was. It has exactly one key.
 */
export interface ResolvedRule {
  readonly all?: readonly ResolvedRule[]
  readonly any?: readonly ResolvedRule[]
  readonly not?: ResolvedRule
  readonly property?: PropertyCondition
  readonly contact?: ContactCondition
  readonly event?: EventCondition
  readonly message?: MessageCondition
  readonly list?: ListCondition
  readonly topic?: TopicCondition
  readonly segment?: InlinedSegment
}

/** The project whose contacts a rule is about. */
export interface RulePlace {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

/** The context in which a rule is evaluated. */
export interface RuleContext extends RulePlace {
  /** Time from which durations count back. Everything that happened later is left out. */
  readonly asOf: Date
  /** The beginning of the workspace's retention, before which no mail is looked at. */
  readonly retainedSince: Date
}

export type RuleKind = Schemas['SegmentNodeResult']['kind']

const kinds: readonly RuleKind[] = [
  'all',
  'any',
  'not',
  'property',
  'contact',
  'event',
  'message',
  'list',
  'topic',
  'segment',
]

/** Returns the kind of a rule: the one of its keys that it has. */
export function kindOf(rule: SegmentRule | ResolvedRule): RuleKind {
  const kind = kinds.find((key) => rule[key] !== undefined)
  if (kind === undefined) throw new Error('a rule has none of the keys of a rule')
  return kind
}

/** The most levels of a rule, including those of the segments that it names. */
export const maxDepth = 6
/** The most conditions of a rule, including those of the segments that it names. */
export const maxConditions = 50
/** The most conditions of a rule about events or messages. */
export const maxHistoryConditions = 10
/** The most segments that name each other in a row. */
export const maxChain = 7
/** The most characters of a rule as JSON, including the segments that it names. */
export const maxRuleLength = 65_536
