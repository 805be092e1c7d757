import { newUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statement.js'
import type { Transaction } from '../../platform/db/transaction.js'
import { noteWorkspace } from '../../platform/queue/owners.js'

/** The kind of something that happened to a contact, by which automations are triggered and wait. */
export type SignalKind = 'event' | 'list_confirmed' | 'list_unsubscribed' | 'contact_created' | 'inbound'

/** What triggers and waits ask for. */
export interface Signal {
  readonly kind: SignalKind
  /**
   * Of an event, or the outside id of a list or of an inbound route; empty for a new contact. The empty name of a
   * trigger stands for any name of its kind.
   */
  readonly name: string
}

/** Something that happened to a contact. */
export interface NewSignal extends Signal {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly contactId: Uuid
  /** The event of the contact, where it is one. */
  readonly contactEventId: Uuid | null
  /** The mail of the contact, where it is one. */
  readonly inboundMessageId?: Uuid
  readonly occurredAt: Date
  /** How many runs have caused each other up to this: 0 where none has caused it. */
  readonly depth: number
}

/**
 * The contact has been locked by an earlier statement, against deletion at least. A run that begins to wait locks
 * it against that, so this one sees the wait, or the wait's look back sees what happened. The workspace is selected from
 * its table: so the rows that are inserted are known to be on its machine.
 */
const insertWanted = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    projectId: Uuid,
    contactId: Uuid,
    kind: SignalKind,
    name: string,
    contactEventId: Uuid | null,
    occurredAt: Date,
    depth: number,
    inboundMessageId: Uuid | null,
  ],
  { id: Uuid }
>(
  'insert_wanted_signal',
  `insert into automation_inbox as signal
     (workspace_id, id, project_id, contact_id, kind, name, contact_event_id, occurred_at, depth,
      inbound_message_id)
   select workspaces.id, $2, $3, $4, $5, $6, $7, $8, $9, $10
   from workspaces
   where workspaces.id = $1 and (exists (
     select from automation_triggers
     where workspace_id = $1 and project_id = $3 and kind = $5 and name in ($6, '')
   ) or exists (
     select from automation_waits where workspace_id = $1 and contact_id = $4 and kind = $5 and name = $6
   ))
   returning signal.id`,
)

/** Apart from the other: most of what happens is wanted by none, and is one statement of one machine then. */
const noteInbox = statement<[workspaceId: WorkspaceId]>(
  'note_owner_of_inbox',
  noteWorkspace('inbox', '(select) wanted'),
)

/**
 * Records what happened to a contact for the automations that are triggered by it or wait for it, in the
 * transaction in which it happened. Where it is wanted, the caller wakes the automations after the commit.
 *
 * @returns whether any automation wants it
 */
export async function recordSignal({ sql }: Transaction, signal: NewSignal): Promise<boolean> {
  const {
    workspaceId,
    projectId,
    contactId,
    kind,
    name,
    contactEventId,
    inboundMessageId,
    occurredAt,
    depth,
  } = signal
  const rows = await insertWanted(
    sql,
    workspaceId,
    newUuid(),
    projectId,
    contactId,
    kind,
    name,
    contactEventId,
    occurredAt,
    depth,
    inboundMessageId ?? null,
  )
  if (rows.length === 0) return false
  await noteInbox(sql, workspaceId)
  return true
}
