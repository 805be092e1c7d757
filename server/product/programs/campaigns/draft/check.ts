import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { compileRule } from '../../../audience/segments/sql/compile.js'
import { estimateFrom, exactly } from '../../../audience/segments/search/estimate.js'
import { PageSize } from '../../../audience/segments/search/page-size.js'
import type { RuleContext } from '../../../audience/segments/rules/rule.js'
import { drawContacts } from '../../../audience/segments/search/sample.js'
import { runTimedRule, tookMs, type Took } from '../../../audience/segments/sql/timed-rule.js'
import { lookAtPage, ruleColumns, walks } from '../../../audience/segments/search/walk.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import type { ApiError } from '../../../../platform/http/errors/api-error.js'
import { examineCampaign, refusalFor } from './schedulable.js'
import type { Decision } from '../release/decide.js'
import { neededFor } from '../release/mail-of.js'
import { presetOfTopic, wantsTopicSql } from '../../../audience/topics/standing.js'
import { isOptedIn, unsentReasonSql } from '../../../audience/unsent-reason.js'
import type { CampaignDependencies } from '../dependencies.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'
import { hasRule, rulesOf } from '../rules.js'

type Schemas = components['schemas']
type Reason = NonNullable<Decision['reason']>

/**
 * Reports the problems that keep a campaign from being scheduled, and counts who would get its mail.
 *
 * @throws ApiError 422 `segment_too_costly`, `validation_failed` if a segment's rule names something that no longer
 *   exists; 503 `unavailable`
 */
export async function checkCampaign(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
): Promise<Schemas['CampaignCheck']> {
  const { problems, sample } = await examineCampaign(dependencies, db, row)
  const rules = await rulesOf(db, row)
  const context = {
    ...{ workspaceId: row.workspace_id, projectId: row.project_id, asOf: new Date() },
    retainedSince: await dependencies.retention(row.workspace_id),
  }
  const { counts, scanned, part } = await walks.run(row.workspace_id, () =>
    countReasons(dependencies, db, row, { rules, context }),
  )
  const estimate = (count: number) => (part === 1 ? exactly(count) : estimateFrom(count, part))
  const leftOut = [...counts].flatMap(([reason, count]) => (reason === null ? [] : [{ reason, count }]))
  leftOut.sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  return {
    problem: problems.length === 0 ? null : shownProblem(refusalFor(problems)),
    problems: problems.map(shownProblem),
    sample,
    contacts: estimate(scanned),
    reached: estimate(counts.get(null) ?? 0),
    left_out: leftOut.map(({ reason, count }) => ({ reason, estimate: estimate(count) })),
    scanned,
    as_of: context.asOf.toISOString(),
  }
}

/** Returns an error in the form in which the check shows it. */
function shownProblem({ code, message, details }: ApiError): Schemas['CampaignProblem'] {
  return { code, message, details: [...(details ?? [])] }
}

interface Counted {
  /** Contacts by the reason why they get no mail; null counts those that get it. */
  readonly counts: ReadonlyMap<Reason | null, number>
  readonly scanned: number
  /** The share of the project's contacts that was looked at. */
  readonly part: number
}

async function countReasons(
  { findSuppressions }: Pick<CampaignDependencies, 'findSuppressions'>,
  db: Knex,
  row: CampaignRow,
  { rules, context }: { readonly rules: CampaignRules; readonly context: RuleContext },
): Promise<Counted> {
  const { ids, part } = await inTransaction(db, ({ sql }) => drawContacts(sql, context))
  const size = new PageSize()
  const judged = hasRule(rules) ? row.workspace_id : null
  const counts = new Map<Reason | null, number>()
  const add = (reason: Reason | null) => counts.set(reason, (counts.get(reason) ?? 0) + 1)
  let scanned = 0
  for (let from = 0; from < ids.length;) {
    const page = await lookAtPage(db, size, judged, async ({ sql }, contacts) => {
      const asked = ids.slice(from, from + contacts)
      return { asked: asked.length, ...(await reasonsOf(sql, row, { rules, context, ids: asked })) }
    })
    from += page.asked
    scanned += page.found.length
    const selected = page.found.flatMap(({ address, reason }) => (reason === null ? [address] : []))
    const suppressed =
      selected.length === 0 ? undefined : await findSuppressions(row.workspace_id, row.project_id, selected)
    for (const { address, reason } of page.found) add(reason ?? suppressed?.get(address) ?? null)
  }
  return { counts, scanned, part }
}

/** Returns the first reason of each of some contacts that the database knows, in the order of `decide`. */
export function reasonsOf(
  trx: Knex.Transaction,
  row: CampaignRow,
  {
    rules: { include, exclude },
    context,
    ids,
  }: { readonly rules: CampaignRules; readonly context: RuleContext; readonly ids: readonly Uuid[] },
): Promise<{ readonly found: readonly { address: string; reason: Reason | null }[] } & Took> {
  const values: unknown[] = [row.workspace_id, row.project_id, ids]
  const { confirmation, optedIn, topic } = neededFor(row)
  if (confirmation) values.push(row.list_id)
  // With a limit, the planner looks for one contact after the other, and does not read all of the list.
  const subscription = `(select status from subscriptions where workspace_id = $1::uuid
          and list_id = $${values.length}::uuid and address = contact.address limit 1)`
  const key = topic ? `$${values.push(row.topic)}::text` : 'null'
  const unsent = unsentReasonSql(
    { confirmation: String(confirmation), optedIn: String(optedIn), topic: String(topic) },
    {
      suppressed: 'null',
      subscription: confirmation ? subscription : 'null',
      optedIn: isOptedIn('contact'),
      wantsTopic: topic ? wantsTopicSql('$1', 'contact.id', key, presetOfTopic('$1', '$2', key)) : 'null',
    },
  )
  const cases = ["when false then ''"]
  if (include !== null)
    cases.push(`when (${compileRule(include, context, values)}) is not true then 'not_in_segment'`)
  if (exclude !== null) cases.push(`when ${compileRule(exclude, context, values)} then 'excluded_by_segment'`)
  const reason = `coalesce(${unsent}, case ${cases.join(' ')} end)`
  return runTimedRule(
    trx,
    `select coalesce(jsonb_agg(jsonb_build_object('address', contact.address, 'reason', ${reason})), '[]') as found,
       ${tookMs} as took_ms
     from unnest($3::uuid[]) as chosen (id)
     cross join lateral (
       select ${ruleColumns} from contacts
       where workspace_id = $1::uuid and id = chosen.id and project_id = $2::uuid
       limit 1
     ) contact`,
    values,
  )
}
