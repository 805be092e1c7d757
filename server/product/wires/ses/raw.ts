import type { components } from '../../../../generated/api-types.js'
import type { components as ses } from '../../../../generated/wires/ses.js'
import { readSubmittedMail } from '../../submission/mail.js'
import { mimeSendOf } from '../frame/mime.js'
import { namedAddress } from '../frame/texts/addresses.js'
import { metadataOf, replyToOf, senderOf } from './content.js'

type Email = ses['schemas']['SendEmailRequest']

/**
 * Translates an email whose content is a MIME message into a send. The recipients are those of the request, or else
 * those that the message's header names.
 *
 * @param data the message in base64
 * @throws ApiError 422 `validation_failed` for a message that only SMTP can pass on unchanged
 */
export async function rawSendOf(
  email: Email,
  data: string,
  projectId: string,
): Promise<components['schemas']['SendMessageRequest']> {
  const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = email.Destination ?? {}
  const recipients = [...to, ...cc, ...bcc].map((address) => namedAddress(address).email)
  const place = '/body/Content/Raw/Data'
  const read = await readSubmittedMail(Buffer.from(data, 'base64'))
  const sender = senderOf(email.FromEmailAddress)
  return {
    ...(await mimeSendOf(read, { sender: sender.from_email ?? '', recipients, projectId, place })),
    ...sender,
    ...replyToOf(email.ReplyToAddresses),
    ...metadataOf(email.EmailTags),
  }
}
