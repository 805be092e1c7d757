import { createHash } from 'node:crypto'
import type pg from 'pg'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import {
  chunkBytes,
  type InboundContentRow,
  type StoredAttachment,
} from '../../../server/product/inbound/messages/inbound-message-rows.js'
import type { RouteRow } from '../../../server/product/inbound/routes/inbound-route-rows.js'
import { addressesOf } from '../../../server/product/inbound/take/new-mail.js'

/** Inbound routes and messages as rows, written past the receiver. */

type Sql = pg.Pool | pg.Client

async function insert(sql: Sql, table: string, columns: object): Promise<void> {
  const names = Object.keys(columns)
  const values = Object.entries(columns).map(([name, value]: [string, unknown]) =>
    json.has(name) ? JSON.stringify(value) : value,
  )
  const marks = names.map((_, index) => `$${index + 1}`)
  await sql.query(`insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`, values)
}

const json = new Set(['block', 'envelope_recipients', 'metadata', 'headers'])

interface Owner {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

/** A route, by default for an address that no other has. */
export async function insertRoute(
  sql: Sql,
  { workspaceId, projectId }: Owner,
  columns: Partial<RouteRow> = {},
): Promise<Uuid> {
  const id = newUuid()
  const domain = `in-${id}.shop.example`
  await insert(sql, 'inbound_routes', {
    ...{ workspace_id: workspaceId, id, project_id: projectId, environment: 'live', name: 'Support' },
    ...{ recipient: `support@${domain}`, domain, enabled: true, automatic: 'keep', require_dmarc: false },
    ...{ block: [], retain_days: null },
    ...columns,
  })
  return id
}

/** An attachment of a message that is made, as it stands in the message. */
export interface InsertedAttachment extends Partial<
  Omit<StoredAttachment, 'begin' | 'end' | 'size' | 'sha256'>
> {
  /** The encoded bytes. */
  readonly bytes: Uint8Array
  /** The decoded bytes; absent if nothing is encoded. */
  readonly decoded?: Uint8Array
}

export interface InsertedMessage {
  readonly columns?: Partial<Omit<InboundContentRow, 'metadata'>>
  readonly metadata?: Partial<InboundContentRow['metadata']>
  /** The message as it came, without its attachments, which follow. */
  readonly raw?: Uint8Array
  readonly attachments?: readonly InsertedAttachment[]
}

const sampleRaw = Buffer.from(
  'From: Ada <ada@example.com>\r\nTo: support@in.shop.example\r\nSubject: Re: Your receipt\r\n\r\nThank you!\r\n',
)

const notChecked = {
  spf: { result: 'not_checked' as const, domain: null },
  dkim: [],
  dmarc: { result: 'not_checked' as const, domain: null, policy: null },
}

/** A message of Ada's to a route that arrived a moment ago, as a row. */
export function sampleRow(
  { workspaceId, projectId, routeId }: Owner & { readonly routeId: Uuid },
  attachments: readonly StoredAttachment[],
): InboundContentRow {
  const now = new Date()
  return {
    ...{ workspace_id: workspaceId, id: newUuid(), route_id: routeId, project_id: projectId },
    ...{ environment: 'live', envelope_sender: 'ada@example.com' },
    envelope_recipients: ['support@in.shop.example'],
    ...{ sender: 'ada@example.com', subject: 'Re: Your receipt', automatic: 'none' },
    metadata: {
      from: [{ email: 'ada@example.com', name: 'Ada' }],
      to: [{ email: 'support@in.shop.example', name: 'Shop' }],
      ...{ cc: [], replyTo: [], messageId: '<CAJ7e2f@mail.example.com>', date: '2026-01-14T09:29:55.000Z' },
      ...{ truncated: false, readable: true, auth: notChecked, attachments },
    },
    headers: [
      { name: 'From', value: 'Ada <ada@example.com>' },
      { name: 'Subject', value: 'Re: Your receipt' },
    ],
    text: 'Thank you!\n\n> Here is your receipt.\n',
    html: null,
    reply_text: 'Thank you!',
    ...{ reply_message_id: null, reply_log_id: null, reply_match: null, contact_id: null },
    ...{ size: sampleRaw.length, stored_bytes: sampleRaw.length + 37, received_at: now },
    expires_at: new Date(now.getTime() + 30 * 24 * 3600 * 1000),
  }
}

/**
 * A message of Ada's to a route, with its chunks, addresses and what it counts for. It arrived a moment ago, or when
 * `received_at` says.
 */
export async function insertInbound(
  sql: Sql,
  { workspaceId, projectId, routeId }: Owner & { readonly routeId: Uuid },
  { columns = {}, metadata = {}, raw = sampleRaw, attachments = [] }: InsertedMessage = {},
): Promise<{ row: InboundContentRow; raw: Buffer; attachments: Uuid[] }> {
  const pieces: Uint8Array[] = [raw]
  let at = raw.length
  const stored = attachments.map(({ bytes, decoded = bytes, ...fields }): StoredAttachment => {
    pieces.push(bytes)
    const begin = at
    at += bytes.length
    return {
      ...{ id: newUuid(), filename: 'receipt.pdf', contentType: 'application/pdf', contentId: null },
      ...{ disposition: 'attachment', encoding: 'identity', begin, end: at, size: decoded.length },
      sha256: createHash('sha256').update(decoded).digest('hex'),
      ...fields,
    }
  })
  const whole = Buffer.concat(pieces)
  const sample = sampleRow({ workspaceId, projectId, routeId }, stored)
  const receivedAt = columns.received_at ?? sample.received_at
  const row: InboundContentRow = {
    ...sample,
    metadata: { ...sample.metadata, ...metadata },
    ...{ size: whole.length, stored_bytes: whole.length + 37 },
    expires_at: new Date(receivedAt.getTime() + 30 * 24 * 3600 * 1000),
    ...columns,
  }
  await insert(sql, 'inbound_messages', row)
  for (let number = 0; number * chunkBytes < whole.length; number += 1)
    await insert(sql, 'inbound_chunks', {
      ...{ workspace_id: workspaceId, message_id: row.id, number },
      bytes: whole.subarray(number * chunkBytes, (number + 1) * chunkBytes),
    })
  await sql.query('insert into inbound_addresses select $1, address, $2 from unnest($3::text[]) address', [
    ...[workspaceId, row.id, addressesOf(row)],
  ])
  await sql.query(
    `insert into inbound_storage as storage values ($1, $2, 1) on conflict (workspace_id) do update
     set bytes = storage.bytes + excluded.bytes, messages = storage.messages + 1`,
    [workspaceId, row.stored_bytes],
  )
  return { row, raw: whole, attachments: stored.map(({ id }) => id) }
}
