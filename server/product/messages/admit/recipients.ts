import type { components } from '../../../../generated/api-types.js'
import { newUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { foldAddress, normalizeAddress, readAddress } from '../../../../base/addresses/address.js'
import type { UnsentReason } from '../../audience/unsent-reason.js'
import { cleanName } from '../../../../base/text/clean-name.js'

type Request = components['schemas']['SendMessageRequest']

/** A recipient that has passed every check. */
export interface NewRecipient {
  readonly logId: Uuid
  /** External form of the log's id. */
  readonly logTypeId: string
  readonly kind: components['schemas']['RecipientKind']
  readonly email: string
  readonly name: string | null
  /** Recipient's address in the form to look up by. */
  readonly address: string
  /** Reason for which nothing is sent to the recipient, once looked up; null if mail is sent. */
  readonly suppressionReason: UnsentReason | null
}

const maxRecipients = 50
const kinds = ['to', 'cc', 'bcc'] as const

/**
 * Checks and returns the recipients of a message, each with the id of its log: at most 50, each address once, however
 * it is written.
 *
 * @param at JSON pointer to the message in the request
 * @throws ApiError 422 `validation_failed`
 */
export function admitRecipients(request: Pick<Request, 'to' | 'cc' | 'bcc'>, at: string): NewRecipient[] {
  const seen = new Set<string>()
  return kinds.flatMap((kind) =>
    (request[kind] ?? []).map(({ email, name }, index) => {
      const here = `${at}/${kind}/${index}`
      if (seen.size === maxRecipients) {
        throw refusedValue(here, 'too_many', `is one more than the ${maxRecipients} that a message may have`)
      }
      const read = readAddress(email) ?? { email, address: foldAddress(email) }
      if (seen.has(read.address)) {
        throw refusedValue(`${here}/email`, 'duplicate', 'must not repeat an earlier recipient')
      }
      seen.add(read.address)
      const logId = newUuid()
      const logTypeId = toTypeId('log', logId)
      return {
        logId,
        logTypeId,
        kind,
        email: read.email,
        name: cleanName(name),
        address: read.address,
        suppressionReason: null,
      }
    }),
  )
}

/** Returns the addresses for answers, in the form to keep. */
export function admitReplyTo(replyTo: Request['reply_to']): components['schemas']['NamedAddress'][] {
  return (replyTo ?? []).map(({ email, name }) => {
    const cleaned = cleanName(name)
    return { email: normalizeAddress(email), ...(cleaned !== null && { name: cleaned }) }
  })
}
