import { aligned } from '../dmarc/same-organization.js'
import type { CheckedAuth } from '../mime/parsed-mail.js'

/**
 * Returns the results of SPF and of the signatures for domains that are aligned with that of the From field (RFC
 * 9989, section 4.8).
 */
export function alignedResults({
  spf,
  dkim,
  dmarc: { domain },
}: CheckedAuth): CheckedAuth['spf']['result'][] {
  if (domain === null) return []
  return [spf, ...dkim]
    .filter((checked) => aligned(checked.domain ?? '', domain, false))
    .map(({ result }) => result)
}

/**
 * Returns whether a message is by the domain of its From field, as far as anybody can know. A domain without a DMARC
 * record vouches by SPF or DKIM. Mail of the sink comes from this machine.
 */
export function isAuthenticated(auth: CheckedAuth): boolean {
  const { result } = auth.dmarc
  if (result === 'none') return alignedResults(auth).includes('pass')
  return result === 'pass' || result === 'not_checked'
}
