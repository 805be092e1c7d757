import type { Knex } from 'knex'
import type { components } from '../../../../../../generated/api-types.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../../platform/db/ids.js'
import { statement } from '../../../../../platform/db/statement.js'
import { insertMail, mailColumns, recipientsOf } from '../../../../messages/insert-mail.js'
import { storedMails, type ProgramMail } from '../../../program-mail.js'
import type { Sender } from '../../definition.js'
import type { Send, SendPlace } from './source.js'
import { listOf } from './withheld.js'

/** The mail of a run. */
export interface RunMail extends ProgramMail {
  readonly run_id: Uuid
  readonly from_email: string
  readonly from_name: string | null
  readonly reply_to: readonly components['schemas']['NamedAddress'][]
  readonly template_version: number
}

/** What is the same for all mails of a batch. */
export interface MailsOf {
  readonly place: SendPlace
  readonly automationId: Uuid
  readonly sender: Sender
  readonly send: Send
}

/** What answers by themselves, such as notices of absence, are not to answer (RFC 3834, section 5). */
const headers = { 'Auto-Submitted': 'auto-generated' }

const store = statement<[workspaceId: WorkspaceId, mails: string, recipients: string]>(
  'store_automation_mails',
  `with mail as materialized (
     select * from json_to_recordset($2::json) as m(${mailColumns})
   ), recipient as materialized (
     ${recipientsOf('$3', 'mail')}
   ), ${insertMail('mail', 'recipient')}
   select`,
)

/** Stores the mails of a batch, with their deliveries, in one statement. */
export async function storeMails(
  trx: Knex.Transaction,
  { place, automationId, sender, send }: MailsOf,
  mails: readonly RunMail[],
): Promise<void> {
  const { workspaceId, projectId, environment } = place
  const list = listOf(send, sender)
  const rows = storedMails(mails, (mail) => ({
    project_id: projectId,
    environment,
    from_email: mail.from_email,
    from_name: mail.from_name,
    category: sender.category,
    reply_to: mail.reply_to,
    headers,
    list_id: list === undefined ? undefined : fromTypeId('lst', list),
    template_id: fromTypeId('tpl', send.template_id),
    template_version: mail.template_version,
    automation_id: automationId,
    automation_run_id: mail.run_id,
    respects_opt_out: send.transactional !== true,
  }))
  await store(trx, workspaceId, ...rows)
}
