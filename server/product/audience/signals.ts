import { newUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import type { Transaction } from '../../platform/db/transaction/transaction.js'
import { noteWorkspace } from '../../platform/queue/owners.js'

/** The kind of something that happened to a contact, by which automations are triggered and wait. */
export type SignalKind = 'event' | 'list_confirmed' | 'list_unsubscribed' | 'contact_created' | 'inbound'

/** The kind and name that triggers and waits match against. */
export interface Signal {
  readonly kind: SignalKind
  /**
   * Name of the event, or the outside id of the list or of the inbound route; empty for a new contact. The empty name
   * of a trigger stands for any name of its kind.
   */
  readonly name: string
}

/** Something that happened to a contact. */
export interface NewSignal extends Signal {
  readonly projectId: Uuid
  readonly contactId: Uuid
  /** Id of the contact's event; null if the signal is of another kind. */
  readonly contactEventId: Uuid | null
  /** Id of the contact's mail; undefined if the signal is of another kind. */
  readonly inboundMessageId?: Uuid
  readonly occurredAt: Date
  /** Length of the chain of runs that caused each other and led to this signal: 0 if none caused it. */
  readonly depth: number
}

/**
 * Inserts those signals that a trigger or wait wants. An earlier statement has locked the contacts, against deletion
 * at least. A run that begins to wait locks its contact against the same, so either this statement sees the wait, or
 * the wait's look back sees the signal. The workspace is selected from its table, so that the inserted rows are known
 * to be on its machine. The look-ups are no `exists`, which the planner could answer by reading all triggers or
 * waits.
 */
const insertWanted = statement<[workspaceId: WorkspaceId, signals: string], { id: Uuid }>(
  'insert_wanted_signals',
  `insert into automation_inbox as signal
     (workspace_id, id, project_id, contact_id, kind, name, contact_event_id, occurred_at, depth,
      inbound_message_id)
   select workspaces.id, new.id, new.project_id, new.contact_id, new.kind, new.name, new.contact_event_id,
     new.occurred_at, new.depth, new.inbound_message_id
   from workspaces cross join json_to_recordset($2::json) as new(
     id uuid, project_id uuid, contact_id uuid, kind text, name text, contact_event_id uuid, occurred_at timestamptz,
     depth integer, inbound_message_id uuid)
   where workspaces.id = $1 and ((
     select true from automation_triggers
     where workspace_id = $1 and project_id = new.project_id and kind = new.kind and name in (new.name, '') limit 1
   ) or (
     select true from automation_waits
     where workspace_id = $1 and contact_id = new.contact_id and kind = new.kind and name = new.name limit 1
   ))
   returning signal.id`,
)

/**
 * Notes that a workspace has signals to work on. This is a statement of its own because nothing wants most signals,
 * so that recording them is one statement on one machine.
 */
const noteInbox = statement<[workspaceId: WorkspaceId]>(
  'note_owner_of_inbox',
  noteWorkspace('inbox', '(select) wanted'),
)

/**
 * Records signals of a workspace's contacts for the automations that are triggered by them or wait for them, in the
 * transaction in which they happened. If automations want them, the caller wakes the automations after the commit.
 *
 * @returns whether any automation wants any of the signals
 */
export async function recordSignals(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  signals: readonly NewSignal[],
): Promise<boolean> {
  const rows = signals.map((signal) => ({
    id: newUuid(),
    project_id: signal.projectId,
    contact_id: signal.contactId,
    kind: signal.kind,
    name: signal.name,
    contact_event_id: signal.contactEventId,
    occurred_at: signal.occurredAt,
    depth: signal.depth,
    inbound_message_id: signal.inboundMessageId ?? null,
  }))
  if ((await insertWanted(sql, workspaceId, JSON.stringify(rows))).length === 0) return false
  await noteInbox(sql, workspaceId)
  return true
}
