import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { subscriberFinder } from '../../../audience/subscriptions/find-subscriber.js'
import { explainRule } from '../../../audience/segments/sql/evaluate-one.js'
import type { ResolvedRule } from '../../../audience/segments/rules/rule.js'
import { unsentReason, type UnsentReason } from '../../../audience/unsent-reason.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import { wantingTopic } from '../../../audience/topics/choices.js'
import { neededFor, topicOf } from './mail-of.js'
import type { CampaignDependencies } from '../dependencies.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'

type NodeResult = components['schemas']['SegmentNodeResult']

/** The decision whether a contact gets a campaign's mail, with the rule's node that decides. */
export interface Decision {
  /** The reason why the contact gets no mail; null if it gets it. */
  readonly reason: UnsentReason | 'not_in_segment' | 'excluded_by_segment' | null
  /** JSON pointer into the rule of the segment, to the node that decides; null if no rule does. */
  readonly path: string | null
}

/** Decides about one contact as the walk and the release would now. */
export async function decide(
  { findSuppressions, retention }: Pick<CampaignDependencies, 'findSuppressions' | 'retention'>,
  db: Knex,
  row: CampaignRow,
  { rules: { include, exclude }, contact }: { readonly rules: CampaignRules; readonly contact: ContactRow },
): Promise<Decision> {
  const { workspace_id: workspaceId, project_id: projectId } = row
  const because = (reason: Decision['reason'], path: string | null = null): Decision => ({ reason, path })
  const subscriber =
    row.list_id === null ? undefined : await subscriberFinder(db)(workspaceId, row.list_id, contact.address)
  const topic = await topicOf(db, row)
  const standing = {
    subscription: subscriber?.status,
    optedIn: contact.unsubscribed_at === null,
    wantsTopic: topic && (await wantingTopic(db, workspaceId, [contact.id], topic)).get(contact.id),
  }
  // The walk knows of no suppressions.
  const left = unsentReason(neededFor(row), standing)
  if (left !== null) return because(left)

  const context = { workspaceId, projectId, asOf: new Date(), retainedSince: await retention(workspaceId) }
  const explain = (rule: ResolvedRule) => explainRule(db, ownRule(rule), contact, context)
  const inside = include === null ? undefined : await explain(include)
  if (inside !== undefined && inside[0]?.result !== true)
    return because('not_in_segment', decidingPath(inside))
  const outside = exclude === null ? undefined : await explain(exclude)
  if (outside?.[0]?.result === true) return because('excluded_by_segment', decidingPath(outside))

  const suppressions = await findSuppressions(workspaceId, projectId, [contact.address])
  const suppressed = suppressions.get(contact.address)
  return because(unsentReason(neededFor(row), { ...standing, suppressed }))
}

/** Returns the segment's own rule, whose paths people know. */
function ownRule(rule: ResolvedRule): ResolvedRule {
  return rule.segment?.rule ?? rule
}

/**
 * Returns the path of the node from which a rule's result follows: the first one on each level that makes it so.
 *
 * @param nodes the results of a rule's nodes, in the order of its text
 */
export function decidingPath(nodes: readonly NodeResult[]): string | null {
  const [root] = nodes
  return root === undefined ? null : decidingBelow(nodes, root)
}

function decidingBelow(nodes: readonly NodeResult[], { path, kind, result }: NodeResult): string {
  const wanted = kind === 'not' ? !result : result
  // Parts are numbered; what is within `not` or a segment is not.
  const depth = path.split('/').length + (kind === 'all' || kind === 'any' ? 2 : 1)
  const next = nodes.find(
    (node) =>
      node.path.startsWith(`${path}/`) && node.path.split('/').length === depth && node.result === wanted,
  )
  return next === undefined ? path : decidingBelow(nodes, next)
}
