import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { gather, statement } from '../../../../platform/db/statements/statement.js'
import type { SignalKind } from '../../../audience/signals.js'
import { OneByOne } from '../../../../platform/queue/one-by-one.js'

/** A signal of a contact that waits to be acted on. The migration explains the columns. */
export interface InboxRow {
  readonly id: Uuid
  readonly project_id: Uuid
  readonly contact_id: Uuid
  readonly kind: SignalKind
  readonly name: string
  readonly contact_event_id: Uuid | null
  readonly inbound_message_id: Uuid | null
  readonly occurred_at: Date
  readonly depth: number
  readonly attempts: number
}

const columns = `id, project_id, contact_id, kind, name, contact_event_id, inbound_message_id, occurred_at, depth,
  attempts`

/**
 * Goes from each workspace with signals (platform/queue/owners.ts) to the next one, however many each has waiting. A
 * workspace can be named twice.
 */
const selectWorkspaces = gather<[after: Uuid, max: number], { workspaceId: WorkspaceId }>(
  'select_workspaces_of_inbox',
  `select owner.workspace_id as "workspaceId"
   from queue_owners owner cross join lateral (
     select due_at from automation_inbox where workspace_id = owner.workspace_id
     order by workspace_id, due_at limit 1
   ) first
   where queue = 'inbox' and owner.workspace_id > $1 and first.due_at <= now()
   order by queue, owner.workspace_id limit $2`,
)

const selectDueOf = statement<[workspaceId: WorkspaceId], { workspaceId: WorkspaceId }>(
  'select_due_inbox_of_workspace',
  `select workspace_id as "workspaceId" from automation_inbox
   where workspace_id = $1 and due_at <= now() order by workspace_id, due_at limit 1`,
)

const oneByOne = new OneByOne()

/** The number of workspaces that one look finds. */
const workspacesAtOnce = 50

/**
 * Returns workspaces with due signals. The search begins behind one workspace and then goes on from the first one, so
 * that they take turns.
 */
export async function dueWorkspaces(db: Knex, after: Uuid): Promise<WorkspaceId[]> {
  const found = await oneByOne.ask(
    db,
    () => selectInTurn(db, after),
    (workspaceId) => selectDueOf(db, workspaceId),
  )
  return [...new Set(found.map(({ workspaceId }) => workspaceId))]
}

async function selectInTurn(db: Knex, after: Uuid): Promise<{ workspaceId: WorkspaceId }[]> {
  const behind = await selectWorkspaces(db, after, workspacesAtOnce)
  const first =
    behind.length === workspacesAtOnce || after === nilUuid
      ? []
      : (await selectWorkspaces(db, nilUuid, workspacesAtOnce)).filter(
          ({ workspaceId }) => workspaceId <= after,
        )
  return [...behind, ...first]
}

/**
 * Locks the signals that have been due for longest. The order is that of one index alone. Rows on which another
 * transaction works are left out.
 */
const take = statement<[workspaceId: WorkspaceId, max: number], InboxRow>(
  'take_due_signals',
  `select ${columns} from automation_inbox where workspace_id = $1 and due_at <= now()
   order by workspace_id, due_at limit $2 for update skip locked`,
)

/**
 * Takes due signals.
 *
 * @returns at most `max` rows, in the order in which they were recorded, locked until the transaction ends
 */
export async function takeDue(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  max: number,
): Promise<InboxRow[]> {
  const rows = await take(trx, workspaceId, max)
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

const takeById = statement<[workspaceId: WorkspaceId, id: Uuid], InboxRow>(
  'take_signal',
  `select ${columns} from automation_inbox where workspace_id = $1 and id = $2 for update skip locked`,
)

/** Takes one signal; undefined if another transaction has it, or had it. */
export async function takeOne(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<InboxRow | undefined> {
  return (await takeById(trx, workspaceId, id))[0]
}

const remove = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'delete_signals',
  'delete from automation_inbox where workspace_id = $1 and id = any($2::uuid[])',
)

/** Deletes signals that were acted on. */
export async function deleteSignals(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  rows: readonly InboxRow[],
): Promise<void> {
  await remove(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
}

/**
 * Postpones a signal: by 10 s after the first failure, by twice as much after each further one, and by at most 10
 * minutes.
 */
const postpone = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'postpone_signal',
  `update automation_inbox set attempts = attempts + 1,
     due_at = (now() at time zone 'UTC' + make_interval(secs => least(600, 10 * power(2, least(attempts, 10)))))
       at time zone 'UTC'
   where workspace_id = $1 and id = $2`,
)

/** Leaves a signal that could not be acted on for later. */
export async function postponeSignal(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<void> {
  await postpone(db, workspaceId, id)
}
