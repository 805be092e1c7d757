import { isIP } from 'node:net'
import { ApiError } from '../../../platform/http/errors/api-error.js'

/** Whom passkeys are for (WebAuthn, "Relying Party"): the host of the service, and the one origin that its pages have. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Finds for whom passkeys are at a public URL. Browsers make them on https and on this machine, and for names only.
 *
 * @returns undefined where browsers would make none
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const staysHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isAddress || (protocol !== 'https:' && !staysHere) ? undefined : { id: hostname, origin }
}

/**
 * Makes what answers for whom passkeys are.
 *
 * @returns a function that throws ApiError 409 `invalid_state` where there can be none
 */
export function relyingPartyFor(publicUrl: string): () => RelyingParty {
  const party = relyingPartyOf(publicUrl)
  return () => {
    if (party !== undefined) return party
    throw new ApiError(
      'invalid_state',
      `Passkeys need https and a host with a name, and the service is at ${new URL(publicUrl).origin}. Set ` +
        'POSTSEAL_PUBLIC_URL to an address such as https://mail.example.com.',
    )
  }
}
