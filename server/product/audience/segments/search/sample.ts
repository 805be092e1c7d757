import type { Knex } from 'knex'
import { greatestUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { compileRule } from '../sql/compile.js'
import type { ResolvedRule, RuleContext, RulePlace } from '../rules/rule.js'
import { runTimedRule, tookMs, type Took } from '../sql/timed-rule.js'
import { ruleColumns } from './walk.js'

/** Number of contacts from which on a project is estimated from a sample. */
export const sampledFrom = 20_000

const selectUpTo = statement<[workspaceId: WorkspaceId, projectId: Uuid, most: number], { id: Uuid }>(
  'select_contacts_up_to',
  `select id from contacts
   where workspace_id = $1 and (project_id, id) > ($2, '${nilUuid}'::uuid)
     and (project_id, id) < ($2, '${greatestUuid}'::uuid)
   order by project_id, id
   limit (select $3::integer)`,
)

const countUpTo = statement<[workspaceId: WorkspaceId, projectId: Uuid, most: number], { count: number }>(
  'count_contacts_up_to',
  `select count(*)::integer as count from (
     select from contacts
     where workspace_id = $1 and (project_id, id) > ($2, '${nilUuid}'::uuid)
       and (project_id, id) < ($2, '${greatestUuid}'::uuid)
     order by project_id, id
     limit (select $3::integer)
   ) counted`,
)

/** Returns true if a project has so many contacts that only a sample of them is looked at. */
export async function isLarge(db: Knex, { workspaceId, projectId }: RulePlace): Promise<boolean> {
  const [counted] = await countUpTo(db, workspaceId, projectId, sampledFrom)
  return (counted?.count ?? 0) >= sampledFrom
}

/** Returns all contacts of a project or, if it is large, a random sample of {@link sampleSize} at most. */
export async function drawContacts(trx: Knex.Transaction, place: RulePlace): Promise<Sample> {
  if (!(await isLarge(trx, place))) {
    const rows = await selectUpTo(trx, place.workspaceId, place.projectId, sampledFrom)
    return { ids: rows.map(({ id }) => id), part: 1 }
  }
  const { ids, part } = await selectSample(trx, place)
  const kept = ids.slice(0, sampleSize)
  return { ids: kept, part: (part * kept.length) / Math.max(1, ids.length) }
}

/** Number of contacts of a sample that are looked at. The sample has about as many. */
export const sampleSize = 4000

/**
 * Number of values of a byte. The last bytes of a UUIDv7 are random, and an index covers the last one: each value of
 * it is 1/256 of all contacts.
 */
const byteValues = 256

/**
 * The most contacts to count in the sample of one value, which suffices for projects of up to 100 million contacts.
 */
const countedAtMost = 400_000

const countOfValue = statement<[workspaceId: WorkspaceId, projectId: Uuid, most: number], { count: number }>(
  'count_contacts_of_sample',
  `select count(*)::integer as count from (
     select from contacts
     where workspace_id = $1 and project_id = $2 and get_byte(uuid_send(id), 15) = 0
     limit (select $3::integer)
   ) counted`,
)

const selectIds = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, values: readonly number[], below: number],
  { id: Uuid }
>(
  'select_sample_of_contacts',
  `select sampled.id from unnest($3::integer[]) as chosen (value)
   cross join lateral (
     select id from contacts
     where workspace_id = $1 and project_id = $2 and get_byte(uuid_send(id), 15) = chosen.value
       and get_byte(uuid_send(id), 14) < $4
     limit (select ${2 * sampleSize}::integer)
   ) sampled`,
)

/** A random sample of a project's contacts. */
export interface Sample {
  /**
   * Ids in an order that depends on nothing about the contacts, so that the first of them are a random sample, too.
   */
  readonly ids: readonly Uuid[]
  /** The sample's share of all contacts, from 0 to 1. */
  readonly part: number
}

/**
 * Chooses a sample: as many values of the last byte as it takes or, if one value has too many contacts, that value
 * with some values of the byte before. It chooses the same contacts each time.
 */
export async function selectSample(
  trx: Knex.Transaction,
  { workspaceId, projectId }: RulePlace,
): Promise<Sample> {
  const [counted] = await countOfValue(trx, workspaceId, projectId, countedAtMost)
  const ofValue = Math.max(1, counted?.count ?? 0)
  const values = Math.min(byteValues, Math.max(1, Math.floor(sampleSize / ofValue)))
  const before = Math.min(byteValues, Math.max(1, Math.floor((byteValues * sampleSize) / ofValue)))
  const chosen = Array.from({ length: values }, (_, value) => value)
  const rows = await selectIds(trx, workspaceId, projectId, chosen, before)
  return { ids: shuffled(rows.map(({ id }) => id)), part: (values / byteValues) * (before / byteValues) }
}

/** Orders ids by those of their random bytes that did not choose them. */
function shuffled(ids: Uuid[]): Uuid[] {
  const bytes = (id: Uuid) => id.slice(24, 32)
  return ids.sort((one, other) => (bytes(one) < bytes(other) ? -1 : 1))
}

/** Returns those of some contacts that a rule selects. */
export async function findInSample(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  ids: readonly Uuid[],
): Promise<{ readonly found: readonly Uuid[] } & Took> {
  const values: unknown[] = [context.workspaceId, context.projectId, ids]
  const sql = compileRule(rule, context, values)
  const text = `
    select coalesce(array_agg(contact.id) filter (where ${sql}), '{}') as found, ${tookMs} as took_ms
    from unnest($3::uuid[]) as chosen (id)
    cross join lateral (
      select ${ruleColumns} from contacts
      where workspace_id = $1::uuid and id = chosen.id and project_id = $2::uuid
      limit 1
    ) contact`
  return runTimedRule<{ readonly found: readonly Uuid[] }>(trx, text, values)
}
