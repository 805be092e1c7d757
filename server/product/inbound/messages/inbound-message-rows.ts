import type { components } from '../../../../generated/api-types.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { CheckedAuth, InboundAuth, ParsedAttachment } from '../../../mail/mime/parsed-mail.js'

type Schemas = components['schemas']

/** Bytes of a piece of a message in `inbound_chunks`; the last piece may be shorter. */
export const chunkBytes = 256 * 1024

/** Most bytes that the messages of a workspace take. */
export const maxStoredBytes = 1024 * 1024 * 1024

/** An attachment as the column `metadata` has it. */
export interface StoredAttachment extends ParsedAttachment {
  readonly id: Uuid
}

/** The column `metadata` of `inbound_messages`. */
export interface InboundMetadata {
  readonly from: readonly Schemas['InboundAddress'][]
  readonly to: readonly Schemas['InboundAddress'][]
  readonly cc: readonly Schemas['InboundAddress'][]
  readonly replyTo: readonly Schemas['InboundAddress'][]
  readonly messageId: string | null
  /** The message's date (RFC 3339). */
  readonly date: string | null
  readonly truncated: boolean
  readonly readable: boolean
  /** Results of authentication; old rows lack whether the sender is authenticated. */
  readonly auth: CheckedAuth & Partial<InboundAuth>
  readonly attachments: readonly StoredAttachment[]
}

/** A row of `inbound_messages` without the content. */
export interface InboundMessageRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly route_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly envelope_sender: string
  readonly envelope_recipients: readonly string[]
  /** The address of the From field, folded; empty if there is none. */
  readonly sender: string
  readonly subject: string
  readonly automatic: Schemas['InboundAutomatic']
  readonly metadata: InboundMetadata
  readonly reply_message_id: Uuid | null
  readonly reply_log_id: Uuid | null
  readonly reply_match: 'address' | 'header' | null
  readonly contact_id: Uuid | null
  readonly size: number
  readonly stored_bytes: number
  readonly received_at: Date
  readonly expires_at: Date
}

/** A whole row of `inbound_messages`. */
export interface InboundContentRow extends InboundMessageRow {
  readonly headers: readonly Schemas['InboundHeader'][]
  readonly text: string | null
  readonly html: string | null
  readonly reply_text: string | null
}
