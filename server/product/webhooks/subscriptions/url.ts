import { isLocalhost } from '../../../../base/addresses/localhost.js'
import { isIP } from 'node:net'
import { hasValidALabels } from '../../../../base/addresses/a-labels.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { AddressGuard } from '../../../mail/network/address-guard.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'
import type { RuleCode } from '../../../platform/http/errors/rules.js'

/**
 * Longest URL that the contract permits. It is checked again because escaping can lengthen an address, and the index
 * by URL has a limit too.
 */
const longest = 2048

/**
 * Returns the normal form of an endpoint's address (WHATWG URL), so that one address is not two subscriptions.
 *
 * A host that is an IP address, in whatever notation, is judged here, so that a mistake is seen at once. The
 * addresses of a name may change at any time and are judged when a connection is made.
 *
 * @param isOwnReceiver returns whether a normal form is the address of a receiver of this service, which may be
 *   anywhere
 * @throws ApiError 422 `validation_failed`
 */
export function endpointUrl(
  text: string,
  guard: AddressGuard,
  isOwnReceiver: (url: string) => boolean,
): string {
  // URL itself takes http:path and http:///path for http://path.
  if (!/^https?:\/\/[^/\\]/i.test(text))
    throw refused('url', 'must begin with http:// or https:// and a host')
  const url = parsed(text)
  if (url.username !== '' || url.password !== '') {
    throw refused('credentials', 'must not contain a user or a password; the signature proves who sent it')
  }
  // An empty fragment shows only in the whole URL.
  if (url.href.includes('#')) throw refused('fragment', 'must not have a fragment')
  if (url.port === '0') throw refused('port', 'must not have port 0')
  if (/^\.|\.\./.test(url.hostname)) throw refused('host', 'must have a valid host name')
  if (url.href.length > longest) throw refused('maxLength', `must not have more than ${longest} characters`)
  if (!isOwnReceiver(url.href)) refuseAddress(url.hostname, guard)
  return url.href
}

function parsed(text: string): URL {
  const url = parseUrl(text)
  if (url !== undefined && hasValidALabels(url.hostname)) return url
  throw refused('url', 'must be an address such as https://shop.example/hooks')
}

function refuseAddress(hostname: string, guard: AddressGuard): void {
  const addresses = addressesIn(hostname)
  if (addresses.length === 0 || addresses.some(guard)) return
  throw refused(
    'address_refused',
    `must lead to the public internet, and ${hostname} does not; to get events on your own machine, run "postseal listen ` +
      `--forward <url>" there, or the operator of this service can allow addresses by POSTSEAL_ALLOWED_WEBHOOK_CIDRS`,
  )
}

/**
 * Returns the addresses that a host name shows without the DNS. URL has already converted decimal, octal, hexadecimal
 * and short forms to IPv4.
 */
function addressesIn(hostname: string): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  // RFC 6761, section 6.3: these names are the loopback's, whatever the DNS says.
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  return isIP(host) === 0 ? [] : [host]
}

function refused(code: RuleCode, message: string) {
  return refusedValue('/body/url', code, message)
}
