import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../../platform/db/ids.js'
import { statement } from '../../../../../platform/db/statements/statement.js'
import { insertMail } from '../../../../mail/store/insert-mail.js'
import { explainQuota } from '../../../../workspace/limits/quota.js'
import { mailColumns, programMails, type ProgramMail, type SharedByMails } from '../../../program-mail.js'
import type { Sender } from '../../definition.js'
import type { MailSource, Send, SendPlace } from './source.js'
import { listOf, topicKeyOf } from './withheld.js'

/** The data that all mails of a batch share. */
export interface MailsOf {
  readonly place: SendPlace
  readonly automationId: Uuid
  readonly sender: Sender
  readonly send: Send
  readonly source: MailSource
}

/** Header field that keeps automatic responders, such as notices of absence, from answering (RFC 3834, section 5). */
const headers = { 'Auto-Submitted': 'auto-generated' }

const store = statement<[workspaceId: WorkspaceId, shared: string, ...columns: (Buffer | null)[]]>(
  'store_automation_mails',
  `with mail as materialized (
     ${programMails('$2', 3)}
   ), ${insertMail('mail', 'mail')}
   select`,
)

/**
 * Stores the mails of a batch, with their deliveries, in one statement.
 *
 * @throws ApiError 429 `quota_exceeded` if fewer recipients are left than the batch has
 */
export async function storeMails(
  trx: Knex.Transaction,
  { place, automationId, sender, send, source }: MailsOf,
  mails: readonly ProgramMail[],
): Promise<void> {
  const { workspaceId, projectId, environment } = place
  const list = listOf(send, sender)
  const shared: SharedByMails = {
    project_id: projectId,
    environment,
    from_email: source.fromEmail,
    from_name: source.fromName,
    category: sender.category,
    reply_to: source.replyTo,
    headers,
    list_id: list === undefined ? undefined : fromTypeId('lst', list),
    template_id: fromTypeId('tpl', send.template_id),
    template_version: source.version.version,
    automation_id: automationId,
    respects_opt_out: send.transactional !== true,
    topic: topicKeyOf(send),
  }
  await store(trx, workspaceId, JSON.stringify(shared), ...mailColumns(mails)).catch(explainQuota)
}
