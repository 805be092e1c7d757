import { ConfigError } from './config-error.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'

/** The destination of live mail. */
export type TransportConfig = { readonly kind: 'sink' } | RelayConfig | { readonly kind: 'mx' }

/** One server that takes all live mail and passes it on. */
export interface RelayConfig {
  readonly kind: 'relay'
  readonly host: string
  readonly port: number
  /**
   * `implicit`: TLS from the first byte (RFC 8314), `required`: by STARTTLS (RFC 3207), either with a certificate
   * that is valid for the host. `opportunistic`: by STARTTLS if it is offered, whoever's certificate it is. `never`:
   * in clear.
   */
  readonly tls: 'implicit' | 'required' | 'opportunistic' | 'never'
  /** The credentials for the relay; undefined if the relay knows us by our address. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined
}

const such = 'such as smtp://user:password@relay.example:587 or smtps://…:465'
const transportTakes = `POSTSEAL_TRANSPORT takes "sink", "mx", or a relay ${such}`

const mustBeEncoded =
  'Percent-encode special characters in the user name and the password: ' +
  '/ is %2F, # is %23, ? is %3F, @ is %40, : is %3A, % is %25.'

/**
 * Reads POSTSEAL_TRANSPORT.
 *
 * @throws ConfigError without the value, which may hold a password
 */
export function readTransport(text: string): TransportConfig {
  if (text === 'sink' || text === 'mx') return { kind: text }
  return readRelay(text, transportTakes)
}

/**
 * Reads the address of a relay. It can say `?starttls=required`, `opportunistic` or `never`. A password goes over TLS
 * only, so `required` is the default with one.
 *
 * @param takes the beginning of the message of an error
 * @throws ConfigError without the value, which may hold a password
 */
export function readRelay(text: string, takes = `A relay has an address ${such}`): RelayConfig {
  if (!/^smtps?:\/\/./.test(text)) throw new ConfigError(`${takes}.`)
  // Before the address is parsed: a "/" or "#" would end it, and what follows would count as a path.
  if (/^[^@]*[/?#].*@/.test(text.replace(/^smtps?:\/\//, ''))) {
    throw new ConfigError(`${takes}. ${mustBeEncoded}`)
  }
  const url = parseUrl(text)
  if (url === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    throw new ConfigError(`${takes}.`)

  const implicit = url.protocol === 'smtps:'
  const credentials =
    url.username === ''
      ? undefined
      : { user: decoded(url.username, takes), password: decoded(url.password, takes) }
  const tls = implicit
    ? 'implicit'
    : (url.searchParams.get('starttls') ?? (credentials ? 'required' : 'opportunistic'))
  const unknown = [...url.searchParams.keys()].some((key) => implicit || key !== 'starttls')
  if (unknown || !isTls(tls)) {
    throw new ConfigError(
      `${takes}. The only option is "?starttls=required", "opportunistic" or "never", after smtp://.`,
    )
  }
  if (credentials !== undefined && (tls === 'opportunistic' || tls === 'never')) {
    throw new ConfigError(`${takes}. A password goes only over TLS: use smtps:// or ?starttls=required.`)
  }
  return {
    kind: 'relay',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    // RFC 8314 and RFC 6409: the ports of submission, which is what a relay offers.
    port: url.port === '' ? (implicit ? 465 : 587) : Number(url.port),
    tls,
    credentials,
  }
}

function isTls(text: string): text is RelayConfig['tls'] {
  return ['implicit', 'required', 'opportunistic', 'never'].includes(text)
}

function decoded(text: string, takes: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ConfigError(`${takes}. ${mustBeEncoded}`)
  }
}
