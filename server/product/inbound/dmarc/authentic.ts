import { alignedResults } from '../../../mail/authentication/authenticated.js'
import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'

/**
 * Checks that a report comes from its claimed sender: it has to pass DMARC (RFC 9990, section 3), by DKIM or by SPF
 * of a domain that is aligned with that of its From field. It does not matter if that domain has a policy.
 *
 * @throws SmtpRefusal 550 if the report does not pass, 451 if the DNS gives no answer
 */
export function expectAuthentic(auth: CheckedAuth): void {
  if (auth.dmarc.domain === null)
    throw new SmtpRefusal(550, '5.7.1 A report needs one From field with one address')
  const results = alignedResults(auth)
  if (results.includes('pass')) return
  if (results.includes('temperror'))
    throw new SmtpRefusal(
      451,
      '4.7.5 The DNS gave no answer by which to authenticate the report, try again later',
    )
  throw new SmtpRefusal(
    550,
    '5.7.1 A report has to pass DMARC: neither DKIM nor SPF passed for the domain of its From field',
  )
}
