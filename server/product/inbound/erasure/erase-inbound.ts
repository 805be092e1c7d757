import type { Knex } from 'knex'
import { greatestUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { deletedAtOnce, deleteInboundMessages } from './delete-inbound.js'
import type { Step } from '../../audience/erasure/erasure.js'
import { lockRuns } from '../../audience/contacts/remove-runs.js'

interface NamedMessage {
  readonly id: Uuid
  /** The message's project; null if the message is gone. */
  readonly project_id: Uuid | null
  readonly contact_id: Uuid | null
  readonly stored_bytes: number | null
}

const selectByAddress = statement<
  [workspaceId: WorkspaceId, address: string, after: Uuid, max: number],
  NamedMessage
>(
  'select_inbound_messages_to_erase',
  `select named.message_id as id, inbound.project_id, inbound.contact_id, inbound.stored_bytes
   from (
     select message_id from inbound_addresses
     where workspace_id = $1 and address = $2 and message_id > $3 order by message_id limit $4
   ) named
   left join lateral (
     select project_id, contact_id, stored_bytes from inbound_messages
     where workspace_id = $1 and id = named.message_id limit 1
   ) inbound on true
   order by named.message_id`,
)

/** Selects messages by their contact. Some are found by the contact alone, because it had another address then. */
const selectByContact = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], contactId: Uuid, after: Uuid, max: number],
  NamedMessage
>(
  'select_inbound_messages_of_contacts_to_erase',
  `select id, project_id, contact_id, stored_bytes from inbound_messages
   where workspace_id = $1 and contact_id = any($2::uuid[]) and (contact_id, id) > ($3, $4)
     and contact_id is not null
   order by contact_id, id limit $5`,
)

/** Returns the first messages that fit into one transaction; the first one in any case. */
function fitting(rows: readonly NamedMessage[]): readonly NamedMessage[] {
  let bytes = 0
  const tooMuch = rows.findIndex((row, index) => {
    bytes += row.stored_bytes ?? 0
    return index > 0 && bytes > deletedAtOnce.bytes
  })
  return tooMuch === -1 ? rows : rows.slice(0, tooMuch)
}

/**
 * Most runs of a contact that are emptied at once: more than all automations of a workspace start by the mails of one
 * batch.
 */
const runsAtMost = 10_000

/** Selects runs along the index by contact, one contact after the other; the order makes the planner use it. */
const selectRuns = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], messageIds: readonly Uuid[]],
  { id: Uuid }
>(
  'select_automation_runs_of_inbound_messages',
  `select run.id from unnest($2::uuid[]) contact (id)
   cross join lateral (
     select id from automation_runs
     where workspace_id = $1 and (contact_id, automation_id, id) >= (contact.id, '${nilUuid}', '${nilUuid}')
       and (contact_id, automation_id, id) <= (contact.id, '${greatestUuid}', '${greatestUuid}')
       and inbound_message_id = any($3::uuid[])
     order by contact_id, automation_id, id limit (select ${runsAtMost}::integer)
   ) run`,
)

/**
 * Replaces the words of the mail by empty texts in the data of runs, so that the runs' steps find the values that
 * they ask for.
 */
const emptyRuns = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'empty_automation_runs_of_inbound_messages',
  `update automation_runs set data = data || '{"subject": "", "text": ""}'
   where workspace_id = $1 and id = any($2::uuid[]) and data <> '{}'`,
)

/** Deletes messages, and their words in the automation runs that they have started for other people. */
async function eraseInbound(
  trx: Knex,
  workspaceId: WorkspaceId,
  messages: readonly NamedMessage[],
): Promise<number> {
  const ids = messages.map(({ id }) => id)
  const contacts = messages.flatMap(({ contact_id: contact }) => (contact === null ? [] : [contact]))
  const contactIds = [...new Set(contacts)]
  if (contactIds.length > 0) {
    const runs = (await selectRuns(trx, workspaceId, contactIds, ids)).map(({ id }) => id)
    if (runs.length > 0) {
      await lockRuns(trx, workspaceId, runs)
      await emptyRuns(trx, workspaceId, runs)
    }
  }
  return (await deleteInboundMessages(trx, workspaceId, ids)).messages
}

/**
 * Deletes inbound messages with the address in their envelope or their address fields as a whole, whoever wrote them:
 * the message as it came cannot be changed.
 */
export const eraseInboundByAddress: Step = {
  name: 'inbound-messages',
  run: async (trx, { workspaceId, projectId, address }, position, max) => {
    const most = Math.min(max, deletedAtOnce.messages)
    const found = await selectByAddress(trx, workspaceId, address, position ?? nilUuid, most)
    const page = fitting(found)
    const own = page.filter(
      (row) => row.project_id !== null && (projectId === null || row.project_id === projectId),
    )
    const isLast = found.length < most && page.length === found.length
    return {
      erased: { inbound_messages: await eraseInbound(trx, workspaceId, own) },
      next: isLast ? null : (page.at(-1)?.id ?? null),
    }
  },
}

/** Deletes the inbound messages of the erased contacts too. */
export const eraseInboundOfContacts: Step = {
  name: 'inbound-messages-of-contacts',
  run: async (trx, { workspaceId, contactIds }, position, max) => {
    if (contactIds.length === 0) return { erased: {}, next: null }
    const most = Math.min(max, deletedAtOnce.messages)
    const [contactId, after] = position === null ? [nilUuid, nilUuid] : (JSON.parse(position) as [Uuid, Uuid])
    const found = await selectByContact(trx, workspaceId, contactIds, contactId, after, most)
    const page = fitting(found)
    const last = page.at(-1)
    const isLast = found.length < most && page.length === found.length
    return {
      erased: { inbound_messages: await eraseInbound(trx, workspaceId, page) },
      next: isLast || last === undefined ? null : JSON.stringify([last.contact_id, last.id]),
    }
  },
}
