import type { Knex } from 'knex'
import { compileRule } from '../../../audience/segments/sql/compile.js'
import { PageSize } from '../../../audience/segments/search/page-size.js'
import { presetOfTopic, wantsTopicSql } from '../../../audience/topics/standing.js'
import { isOptedIn } from '../../../audience/unsent-reason.js'
import type { RuleContext } from '../../../audience/segments/rules/rule.js'
import { runTimedRule, tookMs } from '../../../audience/segments/sql/timed-rule.js'
import { lookAtPage, walks } from '../../../audience/segments/search/walk.js'
import type { ContactView } from '../../../content/rendering/compiling/source.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'
import { hasRule } from '../rules.js'

/** The fields of a contact that a mail shows. */
export interface SampledContact extends ContactView {
  readonly id: Uuid
  readonly address: string
}

/**
 * Returns SQL of the oldest or the newest contacts, or confirmed subscribers: $1 is the workspace, $3 the number of
 * each.
 */
const ofProject = (order: 'asc' | 'desc') =>
  `(select id as contact_id from contacts where workspace_id = $1 and project_id = $2
     order by workspace_id ${order}, project_id ${order}, id ${order} limit $3)`
const ofList = (order: 'asc' | 'desc') =>
  `(select contact_id from subscriptions where workspace_id = $1 and list_id = $2 and status = 'confirmed'
     order by workspace_id ${order}, list_id ${order}, status ${order}, id ${order} limit $3)`

/**
 * Finds contacts of a campaign's audience among its oldest and its newest contacts or subscribers, because the values
 * that a template needs are often missing at one end. At most 2,000 are looked at, so an audience that is a small
 * part of the project can be missed.
 *
 * @throws ApiError 422 `segment_too_costly` if its rules take too long even for a few contacts; 503 `unavailable` if
 *   too many segments are being looked through
 */
export async function sampleAudience(
  db: Knex,
  row: CampaignRow,
  {
    rules,
    retainedSince,
    max,
  }: {
    /** The rules of the campaign's segments. */
    readonly rules: CampaignRules
    readonly retainedSince: Date
    /** The most contacts to return. */
    readonly max: number
  },
): Promise<SampledContact[]> {
  const times = { retainedSince, asOf: new Date() }
  const size = new PageSize()
  const judged = hasRule(rules) ? row.workspace_id : null
  const lookAt = ({ sql }: Transaction, contacts: number) => {
    const { text, values } = sampleStatement(row, rules, { times, examined: contacts, max })
    return runTimedRule<{ readonly found: SampledContact[] }>(sql, text, values)
  }
  return walks.run(row.workspace_id, async () => {
    for (;;) {
      const looked = size.contacts
      const { found } = await lookAtPage(db, size, judged, lookAt)
      // As long as the statement is quick, more contacts are looked at.
      if (found.length >= max || size.contacts <= looked) return found
    }
  })
}

/** Returns the statement of a sample, with its values. */
export function sampleStatement(
  row: CampaignRow,
  { include, exclude }: CampaignRules,
  {
    times,
    examined,
    max,
  }: {
    readonly times: Pick<RuleContext, 'asOf' | 'retainedSince'>
    readonly examined: number
    readonly max: number
  },
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
  const conditions = ['contact.project_id = $4', isOptedIn('contact')]
  if (row.topic !== null) {
    const key = `$${values.push(row.topic)}::text`
    conditions.push(wantsTopicSql('$1', 'contact.id', key, presetOfTopic('$1', '$4', key)))
  }
  if (include !== null) conditions.push(compileRule(include, context, values))
  if (exclude !== null) conditions.push(`not (${compileRule(exclude, context, values)})`)
  const selected = conditions.map((sql) => `(${sql})`).join(' and ')
  // A contact can be at both ends. Each is looked at once.
  const text = `with oldest as materialized ${ends('asc')}, newest as materialized (
     select * from ${ends('desc')} candidate where contact_id not in (select contact_id from oldest)
   ), found as (
     ${ofEnd('oldest', selected)}
     union all
     ${ofEnd('newest', selected)}
   )
   select coalesce(jsonb_agg(jsonb_build_object('id', id, 'email', email, 'address', address, 'name', name,
     'properties', properties)), '[]') as found, ${tookMs} as took_ms
   from found`
  return { text, values }
}

const ofEnd = (end: 'oldest' | 'newest', selected: string) =>
  `(select contact.* from ${end} cross join lateral (
       select * from contacts where workspace_id = $1 and id = ${end}.contact_id limit 1
     ) contact
     where ${selected} limit $5)`
