import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { exitSignals } from '../definition.js'
import type { AutomationKey, RunRow } from '../automation-rows.js'
import type { LoadedVersion, LoadVersion } from '../versions.js'

/** A failed run that the transaction has locked. */
export type FailedRun = Pick<RunRow, 'id' | 'version' | 'contact_id' | 'entry_key' | 'started_at'>

/**
 * Outcome for a failed run. `entered`: the contact has another run under way, beside which this one may not go on.
 */
export type Retried = 'retried' | 'contact_erased' | 'entered'

/** Locks contacts as the engine does: after the runs, by their ids. */
const lockContacts = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], { id: Uuid }>(
  'lock_contacts_of_failed_automation_runs',
  `select id from contacts
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id))
   order by id for update`,
)

interface Entry {
  readonly contact_id: Uuid
  readonly entry_key: string
  readonly run_id: Uuid
  /** True if the run of the entry has not ended; null if retention has deleted the run. */
  readonly under_way: boolean | null
}

const selectEntries = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, contactIds: readonly Uuid[], entryKeys: readonly string[]],
  Entry
>(
  'select_entries_of_failed_automation_runs',
  `select asked.contact_id, asked.entry_key, entry.run_id, run.under_way
   from unnest($3::uuid[], $4::text[]) as asked (contact_id, entry_key)
   cross join lateral (
     select run_id from automation_entries
     where workspace_id = $1 and automation_id = $2 and contact_id = asked.contact_id
       and entry_key = asked.entry_key limit 1
   ) entry
   left join lateral (
     select ended_at is null as under_way from automation_runs where workspace_id = $1 and id = entry.run_id limit 1
   ) run on true`,
)

const enterAgain = statement<
  [
    workspaceId: WorkspaceId,
    automationId: Uuid,
    contactIds: readonly Uuid[],
    entryKeys: readonly string[],
    runIds: readonly Uuid[],
    enteredAt: readonly Date[],
  ]
>(
  'enter_failed_automation_runs_again',
  `insert into automation_entries as entry (workspace_id, automation_id, contact_id, entry_key, run_id, entered_at)
   select own.workspace_id, $2, contact_id, entry_key, run_id, entered_at
   from ${ownWorkspace} cross join unnest($3::uuid[], $4::text[], $5::uuid[], $6::timestamptz[])
     as given (contact_id, entry_key, run_id, entered_at)
   on conflict (workspace_id, automation_id, contact_id, entry_key) do update
   set run_id = excluded.run_id, entered_at = greatest(entry.entered_at, excluded.entered_at)`,
)

const insertExits = statement<
  [
    workspaceId: WorkspaceId,
    contactIds: readonly Uuid[],
    kinds: readonly string[],
    names: readonly string[],
    runIds: readonly Uuid[],
  ]
>(
  'insert_exits_of_failed_automation_runs',
  `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
   select own.workspace_id, contact_id, kind, name, run_id, true
   from ${ownWorkspace} cross join
     unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[]) as given (contact_id, kind, name, run_id)
   on conflict do nothing`,
)

const goOn = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[], now: Date]>(
  'retry_automation_runs',
  `update automation_runs set status = 'running', attempts = 0, error_code = null, error_message = null,
     ended_reason = null, ended_at = null, blocked_by = null, wait_until = null, wait_event = null,
     step_started_at = $3, due_at = $3, lease = null
   where workspace_id = $1 and id = any($2::uuid[])`,
)

/**
 * Resumes failed runs of an automation at the step that failed, in the transaction that has locked them. Their
 * contacts are locked as well, so that of two runs that may not be under way together only one goes on, and no exit
 * is missed. If both runs are in this call, the first one goes on.
 *
 * @returns the outcome of each run, by its id
 */
export async function retryLocked(
  trx: Knex.Transaction,
  { workspaceId, id: automationId }: AutomationKey,
  {
    runs,
    versions,
    now,
  }: {
    /** The runs in the order of their ids. */
    readonly runs: readonly FailedRun[]
    readonly versions: LoadVersion
    /** The time by the clock of the waits. */
    readonly now: Date
  },
): Promise<ReadonlyMap<Uuid, Retried>> {
  const contactIds = runs.map((run) => run.contact_id)
  const contacts = new Set((await lockContacts(trx, workspaceId, contactIds)).map(({ id }) => id))
  const keys = runs.map(entryKeyOf)
  const entries = await selectEntries(trx, workspaceId, automationId, contactIds, keys)
  /** Id of the run that is under way for each contact and key. */
  const underWay = new Map(
    entries.filter((entry) => entry.under_way === true).map((entry) => [nameOf(entry), entry.run_id]),
  )

  const outcomes = new Map<Uuid, Retried>()
  const retried: { readonly run: FailedRun; readonly version: LoadedVersion }[] = []
  const entering = new Map<string, FailedRun>()
  for (const run of runs) {
    const version = await versions(trx, { workspaceId, automationId, version: run.version })
    if (version === undefined) throw new Error('a run follows a version that is not there')
    const isAlone = version.definition.reentry.mode !== 'always'
    const name = nameOf({ contact_id: run.contact_id, entry_key: entryKeyOf(run) })
    if (!contacts.has(run.contact_id)) {
      outcomes.set(run.id, 'contact_erased')
    } else if (isAlone && underWay.has(name)) {
      outcomes.set(run.id, 'entered')
    } else {
      outcomes.set(run.id, 'retried')
      retried.push({ run, version })
      if (!isAlone) continue
      underWay.set(name, run.id)
      entering.set(name, run)
    }
  }

  if (retried.length === 0) return outcomes
  await storeEntries(trx, workspaceId, automationId, [...entering.values()])
  await storeExits(trx, workspaceId, retried)
  const ids = retried.map(({ run }) => run.id)
  await goOn(trx, workspaceId, ids, now)
  return outcomes
}

function entryKeyOf({ entry_key: key }: Pick<RunRow, 'entry_key'>): string {
  return key ?? ''
}

function nameOf({ contact_id, entry_key }: Pick<Entry, 'contact_id' | 'entry_key'>): string {
  return `${contact_id} ${entry_key}`
}

async function storeEntries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  automationId: Uuid,
  runs: readonly FailedRun[],
): Promise<void> {
  if (runs.length === 0) return
  await enterAgain(
    trx,
    workspaceId,
    automationId,
    runs.map((run) => run.contact_id),
    runs.map(entryKeyOf),
    runs.map((run) => run.id),
    runs.map((run) => run.started_at),
  )
}

async function storeExits(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  retried: readonly { readonly run: FailedRun; readonly version: LoadedVersion }[],
): Promise<void> {
  const exits = retried.flatMap(({ run, version }) =>
    exitSignals(version.definition.exit_on).map((signal) => ({ run, signal })),
  )
  if (exits.length === 0) return
  await insertExits(
    trx,
    workspaceId,
    exits.map(({ run }) => run.contact_id),
    exits.map(({ signal }) => signal.kind),
    exits.map(({ signal }) => signal.name),
    exits.map(({ run }) => run.id),
  )
}
