import type { Uuid } from '../../platform/db/ids.js'
import type { RenderInput } from '../content/render-stored.js'
import type { MailRow, RecipientRow } from '../messages/insert-mail.js'

/** A mail of a campaign or automation to one contact, as far as it differs from the others of its batch. */
export interface ProgramMail {
  readonly message_id: Uuid
  readonly log_id: Uuid
  readonly recipient: string
  readonly recipient_name: string | null
  readonly address: string
  /** Of the queue: empty for the sink. */
  readonly destination: string
  readonly domain: string
  readonly subject: string
  /** Null for the default content. */
  readonly locale: string | null
  readonly render_input: RenderInput
  /** Null where the contact asked for the mail. */
  readonly list_unsubscribe: { readonly url: string } | null
}

/**
 * Mails with their recipients as JSON, as they are stored.
 *
 * @param shared what the row of a mail says beside
 */
export function storedMails<Mail extends ProgramMail>(
  mails: readonly Mail[],
  shared: (
    mail: Mail,
  ) => Omit<MailRow, 'id' | 'subject' | 'template_locale' | 'render_input' | 'list_unsubscribe'>,
): readonly [mails: string, recipients: string] {
  const rows = mails.map((mail): MailRow => ({
    ...shared(mail),
    id: mail.message_id,
    subject: mail.subject,
    template_locale: mail.locale,
    render_input: mail.render_input,
    list_unsubscribe: mail.list_unsubscribe,
  }))
  const recipients = mails.map((mail): RecipientRow => ({
    id: mail.log_id,
    message_id: mail.message_id,
    recipient: mail.recipient,
    recipient_name: mail.recipient_name,
    address: mail.address,
    destination: mail.destination,
    domain: mail.domain,
  }))
  return [JSON.stringify(rows), JSON.stringify(recipients)]
}
