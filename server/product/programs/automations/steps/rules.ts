import type { Knex } from 'knex'
import { compileRule } from '../../../audience/segments/sql/compile.js'
import { Parameters } from '../../../audience/segments/sql/parameters.js'
import { resolveStored } from '../../../audience/segments/rules/resolve.js'
import type { RuleContext, SegmentRule } from '../../../audience/segments/rules/rule.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'

/**
 * Finds the contacts that a rule of a version selects. The rules of segments that it names are taken as they are now.
 *
 * @throws ApiError 422 `validation_failed` if the rule can no longer be used, for example because one of its segments
 *   was deleted
 */
export async function contactsSelected(
  trx: Knex,
  rule: SegmentRule,
  contactIds: readonly Uuid[],
  context: RuleContext,
): Promise<ReadonlySet<Uuid>> {
  const resolved = await resolveStored(trx, context, rule)
  const values: unknown[] = []
  const selected = compileRule(resolved, context, values)
  const parameters = new Parameters(values)
  const workspace = parameters.add(context.workspaceId, 'uuid')
  const ids = parameters.add([...new Set(contactIds)], 'uuid[]')
  const text = `select contact.id from unnest(${ids}) as asked (id)
    cross join lateral (
      select * from contacts where workspace_id = ${workspace} and id = asked.id limit 1
    ) contact
    where contact.project_id = ${parameters.add(context.projectId, 'uuid')} and ${selected}`
  return new Set((await runSql<{ id: Uuid }>(trx, text, values)).map(({ id }) => id))
}
