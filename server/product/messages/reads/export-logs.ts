import type { components } from '../../../../generated/api-types.js'
import { guarded, jsonCell, type ExportColumn } from '../../../platform/http/lists/export-rows.js'

/** Columns of the export of message logs. */
export const logColumns: readonly ExportColumn<components['schemas']['MessageLog']>[] = [
  ['id', ({ id }) => id],
  ['message_id', ({ message_id: id }) => id],
  ['project_id', ({ project_id: id }) => id],
  ['environment', ({ environment }) => environment],
  ['recipient', ({ recipient }) => guarded(recipient)],
  ['recipient_name', ({ recipient_name: name }) => guarded(name)],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['from_email', ({ from_email: email }) => guarded(email)],
  ['subject', ({ subject }) => guarded(subject)],
  ['category', ({ category }) => guarded(category)],
  ['stream', ({ stream }) => stream],
  ['created_at', ({ created_at: at }) => at],
  ['scheduled_at', ({ scheduled_at: at }) => at],
  ['delivered_at', ({ delivered_at: at }) => at],
  ['updated_at', ({ updated_at: at }) => at],
  ['attempts', ({ attempts }) => attempts.length],
  ['reply_code', ({ last_reply: reply }) => reply?.code ?? null],
  ['reply_text', ({ last_reply: reply }) => guarded(reply?.text ?? null)],
  ['suppression_reason', ({ suppression_reason: reason }) => reason],
  ['complained_at', ({ complained_at: at }) => at],
  ['campaign_id', ({ campaign_id: id }) => id],
  ['automation_id', ({ automation_id: id }) => id],
  ['api_key_id', ({ api_key_id: id }) => id],
  ['metadata', ({ metadata }) => jsonCell(metadata)],
]
