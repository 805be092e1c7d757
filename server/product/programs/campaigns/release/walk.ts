import { compileRule } from '../../../audience/segments/sql/compile.js'
import { presetOfTopic, wantsTopicSql } from '../../../audience/topics/standing.js'
import { isOptedIn } from '../../../audience/unsent-reason.js'
import type { RuleContext } from '../../../audience/segments/rules/rule.js'
import { runTimed, runTimedRule, tookMs, type Took } from '../../../audience/segments/sql/timed-rule.js'
import { minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { followIndexes } from '../../follow-indexes.js'
import type { CampaignRow } from '../campaign-rows.js'

/**
 * Finds the audience of a campaign. The walk looks at the contacts, or at the confirmed subscriptions of the
 * campaign's list, page by page along an index, and stores those that the rules select. The position moves in the
 * transaction of its page, so that after a process has died nothing is repeated. Contacts and subscriptions from
 * after the start are left out.
 */

/** Result of a page. */
interface Page extends Took {
  /** The number of rows that were looked at. */
  readonly scanned: number
  /** Id of the last of them; null if there were none. */
  readonly last: Uuid | null
  /** Ids of the contacts that the rules select. */
  readonly found: readonly Uuid[]
}

/** SQL of the next contacts, each with its position. $1 is the workspace, $4 is exclusive. */
const ofProject = `select id as position, contacts.* from contacts
     where workspace_id = $1 and (project_id, id) > ($2, $3) and (project_id, id) < ($2, $4)
     order by project_id, id limit $5`
const ofList = `select subscription.position, contacts.*
     from (
       select id as position, contact_id from subscriptions
       where workspace_id = $1 and (list_id, status, id) > ($2, 'confirmed', $3)
         and (list_id, status, id) < ($2, 'confirmed', $4)
       order by list_id, status, id limit $5
     ) subscription
     left join lateral (
       select * from contacts where workspace_id = $1 and id = subscription.contact_id limit 1
     ) contacts on true`

function pageText(contacts: string, selected: string): string {
  return `with contact as materialized (
     ${contacts}
   )
   select count(*)::integer as scanned, (select position from contact order by position desc limit 1) as last,
     coalesce(array_agg(id) filter (where project_id = $6 and ${isOptedIn('contact')} and ${selected}), '{}') as found,
     ${tookMs} as took_ms
   from contact`
}

const add = statement<[workspaceId: WorkspaceId, id: Uuid, contacts: readonly Uuid[]], { added: number }>(
  'add_campaign_recipients',
  `with added as (
     insert into campaign_recipients (workspace_id, campaign_id, contact_id)
     select own.workspace_id, $2, contact_id from ${ownWorkspace} cross join unnest($3::uuid[]) as found (contact_id)
     on conflict do nothing
     returning 1
   )
   select count(*)::integer as added from added`,
)

const move = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    position: Uuid | null,
    added: number,
    ended: boolean,
    leaseSeconds: number,
  ]
>(
  'move_campaign_walk',
  `update campaigns set walk_position = coalesce($3, walk_position), walked = walked + $4,
     phase = case when $5 then 'release' else phase end,
     audience_total = case when $5 then walked + $4 end,
     due_at = now() + make_interval(secs => $6), updated_at = now()
   where workspace_id = $1 and id = $2`,
)

/**
 * Walks a page, in the transaction that has locked the campaign.
 *
 * @returns the milliseconds for which the database has looked at the page
 * @throws RuleTimeoutError if the campaign has rules, and the database has ended the statement
 */
export async function walkPage(
  tx: Transaction,
  row: CampaignRow,
  {
    retainedSince,
    max,
    leaseSeconds,
  }: Pick<RuleContext, 'retainedSince'> & {
    /** The most contacts or subscriptions to look at. */
    readonly max: number
    readonly leaseSeconds: number
  },
): Promise<number> {
  const { workspace_id: workspaceId, id, project_id: projectId, started_at: startedAt } = row
  const asOf = startedAt ?? new Date()
  const values: unknown[] = [
    workspaceId,
    row.list_id ?? projectId,
    row.walk_position ?? nilUuid,
    minUuidAt(asOf),
    max,
    projectId,
  ]
  const { include = null, exclude = null } = row.rules ?? {}
  const scope = { workspaceId, projectId, asOf, retainedSince }
  const conditions = [
    ...(include === null ? [] : [compileRule(include, scope, values)]),
    ...(exclude === null ? [] : [`not ${compileRule(exclude, scope, values)}`]),
  ]
  const wanted = row.topic === null ? [] : [wantedTopic(row.topic, values)]
  const selected = [...wanted, ...conditions].map((sql) => `(${sql})`).join(' and ') || 'true'
  const text = pageText(row.list_id === null ? ofProject : ofList, selected)
  await followIndexes(tx.sql)
  const run = conditions.length > 0 ? runTimedRule<Page> : runTimed<Page>
  const page = await run(tx.sql, text, values)
  const [inserted] = page.found.length === 0 ? [] : await add(tx.sql, workspaceId, id, page.found)
  await move(tx.sql, workspaceId, id, page.last, inserted?.added ?? 0, page.scanned < max, leaseSeconds)
  return page.took_ms
}

/** Returns SQL that is true if a contact wants the campaign's topic. $6 is the project. */
function wantedTopic(topic: string, values: unknown[]): string {
  const key = `$${values.push(topic)}::text`
  return wantsTopicSql('$1', 'contact.id', key, presetOfTopic('$1', '$6', key))
}
