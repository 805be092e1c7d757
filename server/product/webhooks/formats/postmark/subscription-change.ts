import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import type { Subjects } from '../subjects.js'
import { causes } from './causes.js'
import { ofMessage } from './of-message.js'

type Schemas = components['schemas']

interface EventOf<Data> {
  readonly at: string
  readonly data: Data
  readonly subjects: Subjects
}

/** Returns the webhook of an added suppression. */
export function suppressionChange({ at, data, subjects }: EventOf<Schemas['SuppressionData']>) {
  const { email, reason, log_id } = data
  const log = log_id === null ? undefined : subjects.logs.get(log_id)
  const message_id = log === undefined ? null : toTypeId('msg', log.message_id)
  const [SuppressionReason, Origin] = causes[reason]
  return {
    ...ofMessage({ data: { message_id, log_id }, subjects }),
    Recipient: email,
    ChangedAt: at,
    Origin,
    SuppressSending: true,
    SuppressionReason,
  }
}

type ContactData = Schemas['ContactUnsubscribedData'] | Schemas['ContactResubscribedData']

/** Returns the webhook of a contact who no longer wants mail, or wants it again. */
export function subscriptionChange(event: EventOf<ContactData>, unsubscribed: boolean) {
  const { source, email } = event.data
  return {
    ...ofMessage(event),
    Recipient: email,
    ChangedAt: event.at,
    Origin: source === 'page' || source === 'one_click' ? 'Recipient' : 'Customer',
    SuppressSending: unsubscribed,
    SuppressionReason: unsubscribed ? 'ManualSuppression' : null,
  }
}
