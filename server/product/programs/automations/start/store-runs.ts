import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { exitSignals } from '../definition.js'
import type { RunRow } from '../automation-rows.js'
import { entryPlace, inOrder, noKey } from './entries.js'
import type { StartContext, StartRequest } from './request.js'

/** Stores runs, their entries, and the waits that wake them, in one statement. */
const store = statement<[workspaceId: WorkspaceId, runs: string, entries: string, waits: string]>(
  'store_started_runs',
  `with started as (
     insert into automation_runs
       (workspace_id, id, automation_id, version, project_id, environment, contact_id, status, trigger_kind,
        contact_event_id, inbound_message_id, data, entry_key, since, started_at, depth, step_key, step_started_at,
        due_at)
     select own.workspace_id, id, automation_id, version, project_id, environment, contact_id, status, trigger_kind,
       contact_event_id, inbound_message_id, data, entry_key, since, started_at, depth, step_key, step_started_at,
       due_at
     from ${ownWorkspace} cross join json_to_recordset($2::json) as run (
       id uuid, automation_id uuid, version integer, project_id uuid, environment text, contact_id uuid,
       status text, trigger_kind text, contact_event_id uuid, inbound_message_id uuid, data jsonb,
       entry_key text, since timestamptz, started_at timestamptz, depth integer, step_key text, step_started_at timestamptz, due_at timestamptz)
   ), woken_by as (
     insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select own.workspace_id, contact_id, kind, name, run_id, true
     from ${ownWorkspace} cross join
       json_to_recordset($4::json) as wait (contact_id uuid, kind text, name text, run_id uuid)
     on conflict do nothing
   ), entered as (
     insert into automation_entries (workspace_id, automation_id, contact_id, entry_key, run_id, entered_at)
     select own.workspace_id, automation_id, contact_id, entry_key, run_id, entered_at
     from ${ownWorkspace} cross join json_to_recordset($3::json) as entry (
       automation_id uuid, contact_id uuid, entry_key text, run_id uuid, entered_at timestamptz)
     on conflict (workspace_id, automation_id, contact_id, entry_key) do update
       set run_id = excluded.run_id, entered_at = excluded.entered_at
   )
   select`,
)

/** A run to store, with the request that started it. */
export interface StartedRun {
  readonly request: StartRequest
  readonly run: RunRow
}

/** Returns the row of a run that is due at the first step of its version. */
export function firstRow(request: StartRequest, id: Uuid, { workspaceId, now }: StartContext): RunRow {
  const { automation, version, occurredAt, recordedAt } = request
  return {
    workspace_id: workspaceId,
    id,
    automation_id: automation.id,
    version: version.version,
    project_id: automation.project_id,
    environment: automation.environment,
    contact_id: request.contactId,
    status: 'running',
    trigger_kind: request.triggerKind,
    contact_event_id: request.contactEventId,
    inbound_message_id: request.inboundMessageId,
    data: request.data,
    entry_key: request.key,
    // Clocks differ, so the earlier of the two times is taken: events that are recorded after this one did not happen
    // before it.
    since: occurredAt < recordedAt ? occurredAt : recordedAt,
    started_at: now,
    depth: request.depth,
    step_key: version.flow.first,
    step_started_at: now,
    steps_taken: 0,
    wait_until: null,
    wait_event: null,
    blocked_by: null,
    attempts: 0,
    error_code: null,
    error_message: null,
    ended_reason: null,
    ended_at: null,
    due_at: now,
  }
}

/** Stores runs that have just begun, with the waits for the events and lists that end them. */
export async function storeRuns(
  trx: Knex.Transaction,
  { workspaceId }: StartContext,
  started: readonly StartedRun[],
): Promise<void> {
  if (started.length === 0) return
  // If several runs have the same key, the entry is that of the last one.
  const entries = inOrder(new Map(started.map((one) => [entryPlace(one.request), one])))
  const waits = started.flatMap(({ request, run }) =>
    exitSignals(request.version.definition.exit_on).map(({ kind, name }) => ({
      contact_id: run.contact_id,
      kind,
      name,
      run_id: run.id,
    })),
  )
  await store(
    trx,
    workspaceId,
    JSON.stringify(started.map(({ run }) => run)),
    JSON.stringify(
      entries.map(({ request, run }) => ({
        automation_id: run.automation_id,
        contact_id: run.contact_id,
        entry_key: request.key ?? noKey,
        run_id: run.id,
        entered_at: run.started_at,
      })),
    ),
    JSON.stringify(waits),
  )
}
