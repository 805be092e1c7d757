import { isIP } from 'node:net'
import { hasValidALabels } from '../../../../base/addresses/a-labels.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { AddressGuard } from '../../../mail/network/address-guard.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'
import type { RuleCode } from '../../../platform/http/errors/rules.js'

/**
 * The contract's limit. Escaping can make an address longer than it was given, and the index by url has a
 * limit too.
 */
const longest = 2048

/**
 * The normal form of an endpoint's address (WHATWG URL), so that one address is not two subscriptions.
 *
 * What is an address already, in whatever notation, is judged here, so that a mistake is seen at once. What a
 * name leads to may change at any time and is judged where it is connected to.
 *
 * @param isOwnReceiver whether a normal form is the address of a receiver of this service, which may be anywhere
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
  // An empty fragment shows in the whole alone.
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
 * What a host says of its addresses without the DNS. URL has made IPv4 of decimal, octal, hexadecimal and
 * short forms.
 */
function addressesIn(hostname: string): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  // RFC 6761, section 6.3: these names are the loopback's, whatever the DNS says.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  return isIP(host) === 0 ? [] : [host]
}

function refused(code: RuleCode, message: string) {
  return refusedValue('/body/url', code, message)
}
