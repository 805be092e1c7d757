import { createHash } from 'node:crypto'
import type { components } from '../../../../generated/api-types.js'
import { readAddress } from '../../../../base/addresses/address.js'
import { newUuid, type Uuid } from '../../../platform/db/ids.js'
import { dayMs } from '../../../platform/db/retention.js'
import { isAuthenticated } from '../../../mail/authentication/authenticated.js'
import { notChecked } from '../../../mail/authentication/authenticate.js'
import type { Parsed } from '../parsing/jobs.js'
import type { InboundContentRow } from '../messages/inbound-message-rows.js'
import type { ReceivingRoute } from '../routes/inbound-route-rows.js'

type InboundAutomatic = components['schemas']['InboundAutomatic']

/** A message for one route, about to be stored. */
export interface NewMail {
  readonly id: Uuid
  readonly route: ReceivingRoute
  /** The recipients that belong to the route. */
  readonly recipients: readonly string[]
  /** The message of ours that a reply address stands for. */
  readonly provenMessageId: Uuid | null
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly receivedAt: Date
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 of the message. */
  readonly sha256: Buffer
  /** The bytes of a small message; undefined for a large one, whose bytes have been uploaded. */
  readonly bytes: Buffer | undefined
  readonly parsed: Parsed
}

/**
 * Returns the digest by which a repetition is recognized: the same message in the same envelope to the same route.
 */
export function digestOf({ route, sender, recipients, sha256 }: NewMail): Buffer {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([route.id, sender, [...recipients].sort()]))
  return hash.update(sha256).digest()
}

/** Returns the folded address in the From field; undefined unless there is exactly one address. */
export function fromAddressOf({ parsed }: Pick<NewMail, 'parsed'>): string | undefined {
  if ('unreadable' in parsed || parsed.mail.from.length !== 1) return undefined
  return readAddress(parsed.mail.from[0]?.email ?? '')?.address
}

/**
 * Returns which kind of automatic mail a message is, or `none`. If it could not be taken apart only the envelope
 * tells.
 */
export function automaticOf({ parsed, sender }: Pick<NewMail, 'parsed' | 'sender'>): InboundAutomatic {
  if ('unreadable' in parsed) return sender === '' ? 'bounce' : 'none'
  return parsed.mail.automatic
}

/** Returns the row of a message, before the message it answers and the contact who wrote it are known. */
export function rowOf(mail: NewMail): InboundContentRow {
  const { route, parsed } = mail
  const read = 'unreadable' in parsed ? undefined : parsed.mail
  const content = {
    headers: read?.headers ?? [],
    text: read?.text ?? null,
    html: read?.html ?? null,
    reply_text: read?.replyText ?? null,
  }
  return {
    workspace_id: route.workspace_id,
    id: mail.id,
    route_id: route.id,
    project_id: route.project_id,
    environment: route.environment,
    envelope_sender: mail.sender,
    envelope_recipients: mail.recipients,
    sender: fromAddressOf(mail) ?? '',
    subject: read?.subject ?? '',
    automatic: automaticOf(mail),
    metadata: {
      from: read?.from ?? [],
      to: read?.to ?? [],
      cc: read?.cc ?? [],
      replyTo: read?.replyTo ?? [],
      messageId: read?.messageId ?? null,
      date: read?.date ?? null,
      truncated: read?.truncated ?? false,
      readable: read !== undefined,
      auth:
        'unreadable' in parsed
          ? { ...notChecked, authenticated: false }
          : { ...parsed.auth, authenticated: isAuthenticated(parsed.auth) },
      attachments: (read?.attachments ?? []).map((attachment) => ({ ...attachment, id: newUuid() })),
    },
    ...content,
    reply_message_id: null,
    reply_log_id: null,
    reply_match: null,
    contact_id: null,
    size: mail.size,
    stored_bytes: mail.size + Buffer.byteLength(`${content.text ?? ''}${content.html ?? ''}`),
    received_at: mail.receivedAt,
    expires_at: new Date(mail.receivedAt.getTime() + route.kept_days * dayMs),
  }
}

/** Returns all addresses in a message's envelope and address fields, folded, each once. */
export function addressesOf(row: InboundContentRow): string[] {
  const { from, to, cc, replyTo } = row.metadata
  const named = [...from, ...to, ...cc, ...replyTo].map(({ email }) => email)
  const folded = [row.envelope_sender, ...row.envelope_recipients, ...named].map(
    (address) => readAddress(address)?.address,
  )
  return [...new Set(folded.filter((address) => address !== undefined))]
}
