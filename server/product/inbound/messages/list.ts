import type { Knex } from 'knex'
import type { operations } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'
import { searchPage, type BoundedSearch, type Condition } from '../../../platform/http/lists/bounded-walk.js'
import {
  presentPage,
  type Found,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { presentInboundMessage } from './present.js'
import type { InboundMessageRow, InboundMetadata } from './inbound-message-rows.js'

type Query = WindowQuery & NonNullable<operations['listInboundMessages']['parameters']['query']>

/** A message as it is listed, without its metadata, which may be long. */
type ListedRow = Omit<InboundMessageRow, 'metadata'> & {
  /** Length of the metadata as text, in bytes. */
  readonly metadata_bytes: number
}

const columns: readonly (keyof Omit<InboundMessageRow, 'metadata'>)[] = [
  'workspace_id',
  'id',
  'route_id',
  'project_id',
  'environment',
  'envelope_sender',
  'envelope_recipients',
  'sender',
  'subject',
  'automatic',
  'reply_message_id',
  'reply_log_id',
  'reply_match',
  'contact_id',
  'size',
  'stored_bytes',
  'received_at',
  'expires_at',
]

/** Most bytes of metadata on a page, because strangers write long lists of addresses. The page is short then. */
const maxMetadataBytes = 1024 * 1024

const selectMetadata = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { id: Uuid; metadata: InboundMetadata }
>(
  'select_metadata_of_inbound_messages',
  'select id, metadata from inbound_messages where workspace_id = $1 and id = any($2::uuid[])',
)

/**
 * Returns a page of the messages that are retained and that a credential sees, newest first.
 *
 * @throws ApiError 422 if the window or the cursor is invalid; 403 `project_not_allowed` if a project key names another
 *   project
 */
export async function listInboundMessages(
  db: Knex,
  visibility: Visibility,
  query: Query,
  window: TimeWindow,
): Promise<Page<ReturnType<typeof presentInboundMessage>>> {
  const visible = withinProject(visibility, query.project_id)
  const { workspaceId } = visible
  const search: BoundedSearch = {
    workspaceId,
    table: 'inbound_messages',
    alias: 'inbound',
    conditions: [
      ...conditionsOf(query),
      ...visibleConditions(visible, 'inbound_messages', 'inbound'),
      { sql: 'inbound.expires_at > ?', values: [new Date().toISOString()] },
    ],
    columns: `${columns.map((name) => `inbound.${name}`).join(', ')},
      octet_length(inbound.metadata::text) as metadata_bytes`,
  }
  const { rows, next } = cutShort(await searchPage<ListedRow>(db, search, query, window))
  const ids = rows.map(({ id }) => id)
  const metadata = new Map(
    (await selectMetadata(db, workspaceId, ids)).map((row) => [row.id, row.metadata] as const),
  )
  // A message that was deleted a moment ago is left out.
  const whole = rows.flatMap((row) => {
    const own = metadata.get(row.id)
    return own === undefined ? [] : [{ ...row, metadata: own }]
  })
  return presentPage({ rows: whole, next }, (shown) => shown.map(presentInboundMessage))
}

/** Returns the first rows whose metadata fit on a page: one at least. */
function cutShort({ rows, next }: Found<ListedRow>): Found<ListedRow> {
  let bytes = 0
  const tooMuch = rows.findIndex((row, index) => {
    bytes += row.metadata_bytes
    return index > 0 && bytes > maxMetadataBytes
  })
  if (tooMuch === -1) return { rows, next }
  const kept = rows.slice(0, tooMuch)
  return { rows: kept, next: kept.at(-1)?.id ?? null }
}

/** Returns the conditions of a search. The filter that narrows most comes first, since its index is walked. */
function conditionsOf(query: Query): Condition[] {
  const { message_id: messageId, contact_id: contactId, email, route_id: routeId } = query
  const equal = {
    ...(messageId !== undefined && { reply_message_id: fromTypeId('msg', messageId) }),
    ...(contactId !== undefined && { contact_id: fromTypeId('con', contactId) }),
    ...(email !== undefined && { sender: foldAddress(email) }),
    ...(routeId !== undefined && { route_id: fromTypeId('inr', routeId) }),
  }
  const conditions: Condition[] = Object.entries(equal).map(([column, value]) => ({
    sql: `inbound.${column} = ?`,
    values: [value],
    index: { table: 'inbound_messages', equal: { [column]: value }, id: 'id' },
  }))
  const { automatic, subject } = query
  if (automatic !== undefined) conditions.push({ sql: 'inbound.automatic = ?', values: [automatic] })
  if (subject !== undefined)
    conditions.push({ sql: 'position(lower(?) in lower(inbound.subject)) > 0', values: [subject] })
  return conditions
}
