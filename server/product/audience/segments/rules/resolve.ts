import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { validationFailed, type ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { dayMs } from '../../../../platform/db/retention.js'
import { checkRule, type CheckedRule, type Named } from './check.js'
import { inlineSegments, unknownNamed } from './inline.js'
import { kindOf, maxChain, type ResolvedRule, type RulePlace, type SegmentRule } from './rule.js'

/** JSON Pointer to the rule in the request that makes or changes a segment. */
export const ruleInRequest = '/body/rule'

/** The most mistakes that the contract shows at once. */
const shownAtMost = 20

type OfProject = [workspaceId: WorkspaceId, projectId: Uuid, ids: readonly Uuid[]]

const selectLists = statement<OfProject, { id: Uuid }>(
  'select_lists_of_rule',
  'select id from subscriber_lists where workspace_id = $1 and id = any($3::uuid[]) and project_id = $2',
)

const selectCampaigns = statement<OfProject, { id: Uuid }>(
  'select_campaigns_of_rule',
  'select id from campaigns where workspace_id = $1 and id = any($3::uuid[]) and project_id = $2',
)

const selectTopics = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, keys: readonly string[]],
  { key: string }
>(
  'select_topics_of_rule',
  'select key from topics where workspace_id = $1 and project_id = $2 and key = any($3::text[])',
)

const selectRules = statement<OfProject, { id: Uuid; rule: SegmentRule }>(
  'select_rules_of_segments',
  'select id, rule from segments where workspace_id = $1 and id = any($3::uuid[]) and project_id = $2',
)

const selectRetention = statement<[workspaceId: WorkspaceId], { days: number }>(
  'select_retention_of_rule',
  'select retention_days as days from workspaces where id = $1',
)

/**
 * Checks a rule and puts the rules of other segments in it.
 *
 * @param self the segment that is to have the rule: naming it would be a cycle
 * @throws ApiError 422 `validation_failed` with all mistakes of the rule
 */
export async function resolveRule(
  db: Knex,
  place: RulePlace,
  rule: SegmentRule,
  self?: Uuid,
): Promise<ResolvedRule> {
  const checked = checkRule(rule, ruleInRequest)
  const rules = await loadRules(db, place, idsOf(checked.named, 'segment'))
  const mistakes = [...checked.mistakes, ...(await lookUp(db, place, checked, { rules, self }))]
  if (mistakes.length > 0) throw validationFailed(mistakes.slice(0, shownAtMost))
  const inlined = inlineSegments(rule, ruleInRequest, rules, self)
  if (inlined.mistakes !== undefined) throw validationFailed(inlined.mistakes)
  return inlined.rule
}

/** A rule, and a JSON Pointer to it in the request. */
export interface PlacedRule {
  readonly rule: SegmentRule
  readonly at: string
}

/**
 * Returns the mistakes of many rules, such as those of an automation. The things that they name are looked up once
 * for all.
 *
 * @returns the mistakes of the rules themselves; if there are none, the mistakes that other segments make
 */
export async function mistakesInRules(
  db: Knex,
  place: RulePlace,
  given: readonly PlacedRule[],
): Promise<ErrorDetail[]> {
  const checked = given.map(({ rule, at }) => checkRule(rule, at))
  const named = checked.flatMap((each) => each.named)
  const messageWindows = checked.flatMap((each) => each.messageWindows)
  const rules = await loadRules(db, place, idsOf(named, 'segment'))
  const topics = checked.flatMap((each) => each.topics)
  const found = await lookUp(db, place, { named, topics, messageWindows }, { rules, self: undefined })
  const mistakes = [...checked.flatMap((each) => each.mistakes), ...found]
  if (mistakes.length > 0) return mistakes
  return given.flatMap(({ rule, at }) => inlineSegments(rule, at, rules).mistakes ?? [])
}

/**
 * Puts the rules of other segments in a stored rule, which was checked when it was stored. The things that it names
 * may have been deleted since, and the retention may have become shorter: then nothing is found there.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function resolveStored(db: Knex, place: RulePlace, rule: SegmentRule): Promise<ResolvedRule> {
  const rules = await loadRules(db, place, segmentsNamedIn(rule))
  const inlined = inlineSegments(rule, '/rule', rules)
  if (inlined.mistakes !== undefined) throw validationFailed(inlined.mistakes)
  return inlined.rule
}

/** Returns the mistakes of a rule that only the database can show. */
async function lookUp(
  db: Knex,
  { workspaceId, projectId }: RulePlace,
  { named, topics, messageWindows }: Omit<CheckedRule, 'mistakes'>,
  { rules, self }: { readonly rules: ReadonlyMap<Uuid, SegmentRule>; readonly self: Uuid | undefined },
): Promise<ErrorDetail[]> {
  const known = {
    list: new Set<Uuid>(),
    campaign: new Set<Uuid>(),
    segment: new Set([...rules.keys(), ...(self === undefined ? [] : [self])]),
  }
  for (const [kind, select] of [
    ['list', selectLists],
    ['campaign', selectCampaigns],
  ] as const) {
    const ids = idsOf(named, kind)
    if (ids.length === 0) continue
    for (const { id } of await select(db, workspaceId, projectId, ids)) known[kind].add(id)
  }
  const mistakes = named
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ kind, path }) => unknownNamed(kind, path))
  if (topics.length > 0) {
    const keys = [...new Set(topics.map(({ key }) => key))]
    const there = new Set((await selectTopics(db, workspaceId, projectId, keys)).map(({ key }) => key))
    mistakes.push(
      ...topics.filter(({ key }) => !there.has(key)).map(({ path }) => unknownNamed('topic', path)),
    )
  }
  if (messageWindows.length > 0) {
    const days = (await selectRetention(db, workspaceId))[0]?.days ?? 0
    for (const { path, ms } of messageWindows) {
      if (ms <= days * dayMs) continue
      const message = `must be at most ${days} days, which is how long messages are kept`
      mistakes.push({ path, code: 'beyond_retention', message })
    }
  }
  return mistakes
}

function idsOf(named: readonly Named[], wanted: Named['kind']): Uuid[] {
  return [...new Set(named.filter(({ kind }) => kind === wanted).map(({ id }) => id))]
}

/** Loads the rules of segments, and of those that they name. Segments of other projects are left out. */
export async function loadRules(
  db: Knex,
  { workspaceId, projectId }: RulePlace,
  ids: readonly Uuid[],
): Promise<Map<Uuid, SegmentRule>> {
  const rules = new Map<Uuid, SegmentRule>()
  let next = [...ids]
  for (let level = 0; next.length > 0 && level <= maxChain; level += 1) {
    const rows = await selectRules(db, workspaceId, projectId, next)
    for (const { id, rule } of rows) rules.set(id, rule)
    next = [...new Set(rows.flatMap(({ rule }) => segmentsNamedIn(rule)))].filter((id) => !rules.has(id))
  }
  return rules
}

/** Returns the segments that a rule names itself, each once. */
export function segmentsNamedIn(rule: SegmentRule): Uuid[] {
  const found = new Set<Uuid>()
  const visit = (node: SegmentRule): void => {
    const kind = kindOf(node)
    if (kind === 'all' || kind === 'any') node[kind]?.forEach(visit)
    else if (node.not !== undefined) visit(node.not)
    else if (node.segment !== undefined) found.add(fromTypeId('seg', node.segment.segment_id))
  }
  visit(rule)
  return [...found]
}
