import type { Knex } from 'knex'
import { compileRule } from '../../audience/segments/compile.js'
import { isStatementTimeout, PageSize, withStatementTimeout } from '../../audience/segments/page-size.js'
import { resolveStored } from '../../audience/segments/resolve.js'
import type { ResolvedRule, RuleContext } from '../../audience/segments/rule.js'
import type { ContactView } from '../../content/rendering/source.js'
import { toTypeId, type Uuid } from '../../db/ids.js'
import { runSql } from '../../db/run-sql.js'
import { inTransaction } from '../../db/transaction.js'
import type { CampaignRow } from './rows.js'

/** A contact as far as a mail shows it. */
export interface SampledContact extends ContactView {
  readonly id: Uuid
  readonly address: string
}

/** The rules of a campaign's segments as they are now. */
export interface PresentRules {
  readonly include: ResolvedRule | null
  readonly exclude: ResolvedRule | null
}

/**
 * Reads the rules of a campaign's segments, with those of other segments in them.
 *
 * @throws ApiError 422 `validation_failed` where a rule names something that is not there any more
 */
export async function presentRules(db: Knex, row: CampaignRow): Promise<PresentRules> {
  const place = { workspaceId: row.workspace_id, projectId: row.project_id }
  const ruleOf = async (id: Uuid | null) =>
    id === null ? null : resolveStored(db, place, { segment: { segment_id: toTypeId('seg', id) } })
  return { include: await ruleOf(row.segment_id), exclude: await ruleOf(row.exclude_segment_id) }
}

/** The oldest and the newest contacts, or confirmed subscribers: $1 is the workspace, $3 is how many of each. */
const ofProject = (order: 'asc' | 'desc') =>
  `(select id as contact_id from contacts where workspace_id = $1 and project_id = $2
     order by workspace_id ${order}, project_id ${order}, id ${order} limit $3)`
const ofList = (order: 'asc' | 'desc') =>
  `(select contact_id from subscriptions where workspace_id = $1 and list_id = $2 and state = 'confirmed'
     order by workspace_id ${order}, list_id ${order}, state ${order}, id ${order} limit $3)`

/**
 * Contacts of a campaign's audience, found among its oldest and its newest contacts or subscribers: what a
 * template needs is often missing at one end. One bounded statement, so an audience that is a small part of
 * the project can be missed.
 *
 * @param rules of its segments
 * @param max the max number of contacts
 * @throws ApiError 422 `segment_too_costly` where its rules take too long even for a few contacts
 */
export async function sampleAudience(
  db: Knex,
  row: CampaignRow,
  rules: PresentRules,
  retainedSince: Date,
  max: number,
): Promise<SampledContact[]> {
  const size = new PageSize()
  for (;;) {
    const { text, values } = sampleStatement(
      row,
      rules,
      { retainedSince, asOf: new Date() },
      size.contacts,
      max,
    )
    const began = performance.now()
    try {
      const found = await inTransaction(db, async ({ sql }) => {
        await withStatementTimeout(sql)
        return runSql<SampledContact>(sql, text, values)
      })
      size.ran(performance.now() - began)
      return found
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      size.timedOut()
    }
  }
}

/** The statement of a sample, with its values. */
export function sampleStatement(
  row: CampaignRow,
  { include, exclude }: PresentRules,
  times: Pick<RuleContext, 'asOf' | 'retainedSince'>,
  examined: number,
  max: number,
): { text: string; values: unknown[] } {
  const { workspace_id: workspaceId, project_id: projectId } = row
  const ends = row.list_id === null ? ofProject : ofList
  const values: unknown[] = [
    workspaceId,
    row.list_id ?? projectId,
    Math.ceil(examined / 2),
    projectId,
    Math.ceil(max / 2),
  ]
  const context = { workspaceId, projectId, ...times }
  const conditions = ['contact.project_id = $4', 'contact.unsubscribed_at is null']
  if (include !== null) conditions.push(compileRule(include, context, values))
  if (exclude !== null) conditions.push(`not (${compileRule(exclude, context, values)})`)
  const selected = conditions.map((sql) => `(${sql})`).join(' and ')
  // The same contact can be at both ends. Each is looked at once.
  const text = `with oldest as materialized ${ends('asc')}, newest as materialized (
     select * from ${ends('desc')} candidate where contact_id not in (select contact_id from oldest)
   ), found as (
     ${ofEnd('oldest', selected)}
     union all
     ${ofEnd('newest', selected)}
   )
   select id, email, address, name, properties from found`
  return { text, values }
}

const ofEnd = (end: 'oldest' | 'newest', selected: string) =>
  `(select contact.* from ${end} cross join lateral (
       select * from contacts where workspace_id = $1 and id = ${end}.contact_id limit 1
     ) contact
     where ${selected} limit $5)`
