import { isLocalhost } from '../../../../base/addresses/localhost.js'
import { isIP } from 'node:net'
import { ApiError } from '../../../platform/http/errors/api-error.js'

/**
 * The site that passkeys are for (WebAuthn, "Relying Party"): the host of the service, and the one origin that its
 * pages have.
 */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Returns the relying party of a public URL. Browsers make passkeys on https and on this machine, and for names only.
 *
 * @returns undefined if browsers would make none
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const staysHere = isLocalhost(hostname)
  return isAddress || (protocol !== 'https:' && !staysHere) ? undefined : { id: hostname, origin }
}

/**
 * Returns a function that returns the relying party, or throws ApiError 409 `invalid_state` if there can be none.
 */
export function relyingPartyFor(publicUrl: string): () => RelyingParty {
  const party = relyingPartyOf(publicUrl)
  return () => {
    if (party !== undefined) return party
    throw new ApiError(
      'invalid_state',
      `Passkeys need https and a host name, but the service is at ${new URL(publicUrl).origin}. Set ` +
        'POSTSEAL_PUBLIC_URL to an address such as https://mail.example.com.',
    )
  }
}
