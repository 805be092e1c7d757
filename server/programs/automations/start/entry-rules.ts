import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { compileRule } from '../../../audience/segments/compile.js'
import { resolveStored } from '../../../audience/segments/resolve.js'
import type { ResolvedRule, SegmentRule } from '../../../audience/segments/rule.js'
import { ruleColumns } from '../../../audience/segments/walk.js'
import { toTypeId, type Uuid } from '../../../db/ids.js'
import { runSql } from '../../../db/run-sql.js'
import { statement } from '../../../db/statement.js'
import { ApiError } from '../../../http/errors.js'
import type { StartContext, StartRequest } from './request.js'

/** For a few contacts, to compile a rule takes longer than to run it. */
const compileNothing = statement<[]>('compile_no_entry_rules', `select set_config('jit', 'off', true)`)

/**
 * Which requests the entry rules of their versions let in, as the contacts are now. A rule that cannot be used, for
 * a segment that it names is gone, lets nobody in.
 */
export async function letInByRule(
  trx: Knex.Transaction,
  log: Logger,
  context: StartContext,
  requests: readonly StartRequest[],
): Promise<ReadonlySet<StartRequest>> {
  const letIn = new Set(requests.filter(({ version }) => version.definition.entry_rule === null))
  if (letIn.size === requests.length) return letIn
  await compileNothing(trx)
  for (const group of byVersion(requests.filter((request) => !letIn.has(request)))) {
    const [{ automation, version }] = group
    const { entry_rule: entryRule } = version.definition
    if (entryRule === null) continue
    const rule = await resolve(trx, log, context, automation, entryRule)
    if (rule === undefined) continue
    const contactIds = [...new Set(group.map(({ contactId }) => contactId))]
    const selected = await selectedOf(trx, context, automation.project_id, rule, contactIds)
    for (const request of group) if (selected.has(request.contactId)) letIn.add(request)
  }
  return letIn
}

type Group = [StartRequest, ...StartRequest[]]

function byVersion(requests: readonly StartRequest[]): Group[] {
  const groups = new Map<string, Group>()
  for (const request of requests) {
    const key = `${request.automation.id} ${request.version.version}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [request])
    else group.push(request)
  }
  return [...groups.values()]
}

async function resolve(
  trx: Knex.Transaction,
  log: Logger,
  { workspaceId }: StartContext,
  automation: StartRequest['automation'],
  rule: SegmentRule,
): Promise<ResolvedRule | undefined> {
  try {
    return await resolveStored(trx, { workspaceId, projectId: automation.project_id }, rule)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = { automation_id: toTypeId('aut', automation.id), err: error }
    log.warn(fields, 'the entry rule of an automation cannot be used, so it lets nobody in')
    return undefined
  }
}

/** The contacts that a rule selects, each looked up by the primary key. */
async function selectedOf(
  trx: Knex.Transaction,
  { workspaceId, now, retainedSince }: StartContext,
  projectId: Uuid,
  rule: ResolvedRule,
  contactIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const values: unknown[] = [workspaceId, contactIds, projectId]
  const sql = compileRule(rule, { workspaceId, projectId, asOf: now, retainedSince }, values)
  const text = `
    select contact.id from unnest($2::uuid[]) asked (id)
    cross join lateral (
      select ${ruleColumns} from contacts where workspace_id = $1::uuid and id = asked.id limit 1
    ) contact
    where contact.project_id = $3::uuid and ${sql}`
  const rows = await runSql<{ id: Uuid }>(trx, text, values)
  return new Set(rows.map(({ id }) => id))
}
