import type { components } from '../../../../generated/api-types.js'
import { toTypeId, newUuid, type Uuid } from '../../../platform/db/ids.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { dayMs } from '../../../platform/db/retention.js'
import type { InboundLinks } from '../links/links.js'
import { presentAttachment, presentMetadata } from './present.js'
import type { InboundContentRow } from './inbound-message-rows.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { lockInboundMessage, type MessageKey } from './find.js'

type Address = components['schemas']['InboundAddress']

/** Days for which the links of an event work. */
export const linkDays = 7

/** Limits of the parts of a message in an event. `content_url` has all of it. */
export const eventLimits = {
  /** Most bytes of UTF-8 of the text, and of the text without quotation. */
  textBytes: 32_000,
  /** Most addresses of a field, and most recipients. */
  addresses: 100,
  /** Most bytes of UTF-8 of the addresses of a field. */
  addressBytes: 16_000,
  attachments: 100,
} as const

/** Most characters of a name in a header, and of an attachment's type and id. */
const nameLength = 255

export interface ReceivedOptions {
  /** True if somebody has asked for the event once more. */
  readonly replayed: boolean
  /** Time from which on the event's links work. */
  readonly now: Date
  readonly eventId: Uuid
}

/**
 * Makes the event `inbound.received` of a message. Its size is bounded, whatever a stranger has written: up to 300 kB
 * in the worst case, mostly a few kB.
 */
export function receivedEvent(
  row: InboundContentRow,
  links: InboundLinks,
  { replayed, now, eventId }: ReceivedOptions,
): NewEvent {
  const expiresAt = new Date(Math.min(now.getTime() + linkDays * dayMs, row.expires_at.getTime()))
  const link = { workspaceId: row.workspace_id, messageId: row.id, expiresAt }
  const { envelope, ...metadata } = presentMetadata(row)
  const text = row.text && cut(row.text)
  return {
    id: eventId,
    projectId: row.project_id,
    environment: row.environment,
    type: 'inbound.received',
    data: {
      inbound_message_id: toTypeId('inm', row.id),
      ...metadata,
      envelope: { from: envelope.from, to: envelope.to.slice(0, eventLimits.addresses) },
      from: bounded(metadata.from),
      to: bounded(metadata.to),
      cc: bounded(metadata.cc),
      reply_to: bounded(metadata.reply_to),
      text,
      text_truncated: text !== row.text,
      reply_text: row.reply_text && cut(row.reply_text),
      attachments: row.metadata.attachments.slice(0, eventLimits.attachments).map((attachment) => {
        const shown = presentAttachment(attachment)
        return {
          ...shown,
          content_type: shortened(shown.content_type),
          content_id: shown.content_id && shortened(shown.content_id),
          url: links.attachmentUrl({ ...link, attachmentId: attachment.id }),
        }
      }),
      content_url: links.contentUrl(link),
      raw_url: links.rawUrl(link),
      urls_expire_at: expiresAt.toISOString(),
      replayed,
    },
  }
}

/** Returns the first addresses of a field, with long names shortened. An address is left out rather than cut. */
function bounded(addresses: readonly Address[]): Address[] {
  const kept: Address[] = []
  let bytes = 0
  for (const { email, name } of addresses.slice(0, eventLimits.addresses)) {
    const short = name && shortened(name)
    bytes += Buffer.byteLength(email) + Buffer.byteLength(short ?? '')
    if (bytes > eventLimits.addressBytes) break
    kept.push({ email, name: short })
  }
  return kept
}

/** Returns the beginning of a text, without half a character at its end. */
function cut(text: string): string {
  const { textBytes } = eventLimits
  // Each character takes one byte at least.
  const bytes = Buffer.from(text.slice(0, textBytes + 1))
  if (bytes.length <= textBytes) return text
  let end: number = textBytes
  // The bytes of a character behind its first are 10xxxxxx (RFC 3629, section 3).
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

function shortened(text: string): string {
  // Half of a pair of surrogates is no text.
  return text.length <= nameLength ? text : text.slice(0, nameLength).replace(/[\ud800-\udbff]$/, '')
}

/**
 * Records the event of a message once more, in the caller's transaction, with links that work from now on.
 * Automations are not started, because they have had the message.
 *
 * @throws ApiError 404 `not_found`
 */
export async function replayInboundMessage(
  tx: Transaction,
  key: MessageKey,
  links: InboundLinks,
  wakes: Wakes,
): Promise<components['schemas']['InboundReplay']> {
  const row = await lockInboundMessage(tx.sql, key)
  const event = receivedEvent(row, links, { replayed: true, now: new Date(), eventId: newUuid() })
  await insertEvent(tx.sql, key.workspaceId, event)
  tx.afterCommit(wakes.webhooks)
  return { inbound_message_id: toTypeId('inm', row.id), event_id: toTypeId('evt', event.id) }
}
