import type { Knex } from 'knex'
import { compileProperty } from '../../../audience/segments/sql/compile-value.js'
import { Parameters } from '../../../audience/segments/sql/parameters.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import type { EventCondition } from '../definition.js'
import type { RunRow } from '../automation-rows.js'

/** A run that looks for an event of its contact. */
export interface Asking {
  readonly run: Pick<RunRow, 'id' | 'contact_id' | 'contact_event_id' | 'since'>
  /** Time up to which events count. */
  readonly until: Date
}

/** The most events of a name, the newest ones, that are looked at for each run if there are conditions. */
const lookedAt = 1000

/**
 * Finds the runs whose contact has had an event that meets a condition since the run began, except for the event that
 * started it. The contacts are locked, so none is recorded meanwhile.
 *
 * The name is part of the comparison with the times, so that only the index by time has the order: the planner would
 * try others if its statistics are out of date.
 */
export async function runsWithEvent(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { name, where = [] }: EventCondition,
  { asking, now }: { readonly asking: readonly Asking[]; readonly now: Date },
): Promise<ReadonlySet<Uuid>> {
  const values: unknown[] = []
  const parameters = new Parameters(values)
  const asked = asking.map(({ run, until }) => ({
    run_id: run.id,
    contact_id: run.contact_id,
    event_id: run.contact_event_id,
    since: run.since,
    until,
  }))
  const rows = parameters.add(JSON.stringify(asked), 'jsonb')
  const eventName = parameters.add(name, 'text')
  const tests = where.map((condition) => compileProperty(condition, 'event.properties', now, parameters))
  const recent = `select event.id, event.properties from contact_events event
     where event.workspace_id = ${parameters.add(workspaceId, 'uuid')} and event.contact_id = asked.contact_id
       and (event.name, event.at) >= (${eventName}, asked.since)
       and (event.name, event.at) <= (${eventName}, asked.until)
     order by event.name desc, event.at desc
     limit ${lookedAt}`
  const text = `select asked.run_id as id
    from jsonb_to_recordset(${rows}) as asked(
      run_id uuid, contact_id uuid, event_id uuid, since timestamptz, until timestamptz)
    cross join lateral (
      select from (${recent}) event
      where ${['event.id is distinct from asked.event_id', ...tests].join(' and ')} limit 1
    ) found`
  const found = await runSql<{ id: Uuid }>(trx, text, values)
  return new Set(found.map(({ id }) => id))
}
