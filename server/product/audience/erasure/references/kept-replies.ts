import type { Knex } from 'knex'
import { fromTypeId, nilUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Erasure } from '../erasure.js'
import type { References, Row } from './references.js'

/**
 * Lists the operations whose replies are about one person, or that can be repeated for the others. Their keys are
 * released, so that a repetition is judged anew. A send's key stays, without the address: the message went to others
 * as well, and must not go to them again. A key that names the address itself cannot stay.
 */
const judgedAnew = new Set<unknown>([
  'upsertContact',
  'upsertContactBatch',
  'updateContact',
  'recordContactEvent',
  'recordContactEventByAddress',
  'requestSubscription',
  'unsubscribeSubscription',
  'createSuppression',
])

/**
 * Replies that are kept for idempotency keys, for a day. Each is stored with a digest of its request, which reveals
 * an address only to somebody who knows all the rest of that request.
 */
export const keptReplyReferences: References = {
  table: 'idempotency_keys',
  key: { project_id: 'uuid', operation: 'text', key: 'text' },
  columns: { body: 'json' },
  searchedKey: ['key'],
  ofProject: `entry.project_id in ($2, '${nilUuid}')`,
  counted: 'kept_replies',
  alsoFind: ({ contactIds }) => contactIds.map((id) => toTypeId('con', id)),
  select: ofProject,
  change: (before, redacted, { redactor }) => {
    const [, operation, key = ''] = before.key as string[]
    const isReleased = judgedAnew.has(operation) || redactor.isNamedIn(key)
    return isReleased ? 'delete' : redacted
  },
}

const selectMessages = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, messageIds: readonly Uuid[]],
  { id: Uuid }
>(
  'select_messages_of_project',
  'select id from messages where workspace_id = $1 and project_id = $2 and id = any($3::uuid[])',
)

interface Reply {
  readonly id?: string
  readonly project_id?: string
  readonly contact_id?: string
  readonly subscription?: { readonly project_id?: string }
  /** The items of a batch's reply. */
  readonly data?: readonly {
    readonly message?: { readonly id: string }
    readonly contact?: { readonly project_id: string }
  }[]
}

type Items = NonNullable<Reply['data']>

/**
 * Selects the rows that belong to the erasure's project. Replies to a key of the workspace may be of any project,
 * which they name in different places.
 */
async function ofProject(trx: Knex, { workspaceId, projectId, contactIds }: Erasure, rows: readonly Row[]) {
  if (projectId === null) return rows
  const project = toTypeId('prj', projectId)
  const contacts = contactIds.map((id) => toTypeId('con', id))
  const messageIds = rows.flatMap(messagesOf)
  const own = new Set(
    (await selectMessages(trx, workspaceId, projectId, messageIds)).map((message) => message.id),
  )
  return rows.filter((row) => {
    const { project_id: named, subscription, contact_id: contact = '', data } = (row.body ?? {}) as Reply
    const isOfKey = (row.key as string[])[0] === projectId
    return (
      isOfKey ||
      contacts.includes(contact) ||
      (named ?? subscription?.project_id) === project ||
      (Array.isArray(data) && (data as Items).some((item) => item.contact?.project_id === project)) ||
      messagesOf(row).some((message) => own.has(message))
    )
  })
}

function messagesOf(row: Row): Uuid[] {
  const { id, data } = (row.body ?? {}) as Reply
  const named = Array.isArray(data) ? (data as Items).map(({ message }) => message?.id) : [id]
  return named.flatMap((name) => (name?.startsWith('msg_') === true ? [fromTypeId('msg', name)] : []))
}
