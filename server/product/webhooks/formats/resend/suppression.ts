import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import type { Subjects } from '../subjects.js'

type Schemas = components['schemas']

/** Reasons that Resend knows, by the reason of an address that got no mail. */
const reasons: Partial<Record<Schemas['UnsentReason'], 'previous_bounce' | 'previous_complaint'>> = {
  hard_bounce: 'previous_bounce',
  soft_bounce: 'previous_bounce',
  complaint: 'previous_complaint',
}

/** Returns the part of an event that says why a recipient got no mail. */
export function suppressedOf({ reason }: Schemas['SuppressedData']) {
  const known = reasons[reason]
  return {
    message: `The message was not sent to this recipient: ${reason.replaceAll('_', ' ')}.`,
    type: 'OnAccountSuppressionList',
    ...(known !== undefined && { reason: known }),
    diagnosticCode: [],
  }
}

/** Returns the data of an added suppression. */
export function suppressionData({
  at,
  data: { suppression_id, email, reason, log_id },
  subjects,
}: {
  readonly at: string
  readonly data: Schemas['SuppressionData']
  readonly subjects: Subjects
}) {
  const log = log_id === null ? undefined : subjects.logs.get(log_id)
  return {
    id: suppression_id,
    email,
    origin: originOf(reason),
    source_id: log === undefined ? null : toTypeId('msg', log.message_id),
    created_at: at,
  }
}

function originOf(reason: Schemas['SuppressionReason']): 'bounce' | 'complaint' | 'manual' {
  if (reason === 'complaint') return 'complaint'
  return reason === 'hard_bounce' || reason === 'soft_bounce' ? 'bounce' : 'manual'
}
