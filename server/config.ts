import { isIP } from 'node:net'
import path from 'node:path'
import { isRange } from './network/address-ranges.js'
import { readTransport, type TransportConfig } from './config/transport.js'
import { ConfigError } from './config/config-error.js'
import { isHostName } from './config/host-name.js'

/**
 * The service's configuration: the environment read once, checked, and frozen. Nothing else in the service
 * looks at `process.env`.
 */
export interface Config {
  /** HTTP port: API, contract, sink inbox. 0 takes any free one. */
  readonly port: number
  /** Absolute path of the folder for everything this process keeps on disk. */
  readonly dataDir: string
  /** A PostgreSQL connection string; undefined means the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Most connections to PostgreSQL that this process holds. */
  readonly databaseConnections: number
  /** Where live mail goes. Mail of test projects goes to the sink. */
  readonly transport: TransportConfig
  /** What this host calls itself to other mail servers (RFC 5321, section 4.1.1.1). */
  readonly hostname: string
  /** The domain that bounces come back to. Its MX is the inbound receiver. */
  readonly returnPathDomain: string
  /** DNS servers as `address` or `address:port`; empty means the system's. */
  readonly dnsServers: readonly string[]
  /** Address ranges that are not on the internet and that mail may go to all the same, when it goes to an MX. */
  readonly allowedMxCidrs: readonly string[]
  /** Whether live projects may send from verified domains of their workspace only. */
  readonly requireVerifiedDomains: boolean
  /** SMTP port of the bundled sink. */
  readonly sinkPort: number
  /** Host on which deliveries reach the sink, and on which it listens. */
  readonly sinkHost: string
  /** Address ranges that may read the sink's inbox. */
  readonly sinkAllowedCidrs: readonly string[]
  /** SMTP port of the inbound receiver, and where it listens. */
  readonly inboundPort: number
  readonly inboundHost: string
  /** Files with the certificate chain and the key that the inbound receiver offers TLS with; undefined means no TLS. */
  readonly inboundTls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** How the service is reached from outside, without a trailing slash. */
  readonly publicUrl: string
  /** Base64 of 32 bytes, or undefined: made in `dataDir` with the embedded database. */
  readonly secretKey: string | undefined
  readonly roles: readonly Role[]
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** Messages that a workspace may send in a minute. */
  readonly sendsPerMinute: number
  /** Requests other than sends that a credential may make in a minute. */
  readonly requestsPerMinute: number
  /** A Redis that counts for all processes, or undefined: each counts for itself. It may hold a password. */
  readonly redisUrl: string | undefined
  readonly delivery: DeliveryConfig
  readonly rateLimits: RateLimitConfig
  readonly scheduler: SchedulerConfig
}

/** Not in the environment: the limits are named for what they are in a minute. Tests shorten it. */
export interface RateLimitConfig {
  /** How long a limit's window lasts, whole seconds. */
  readonly windowSeconds: number
}

/** Numbers of the delivery engine. Not in the environment: they follow from SMTP practice, tests shorten them. */
export interface DeliveryConfig {
  /** Deliveries that one process has in hand at once. */
  readonly concurrency: number
  /** How long a claimed delivery is left alone, in seconds; extended at half while it is worked on. */
  readonly leaseSeconds: number
  /** How often an idle worker looks for due work, in milliseconds. */
  readonly pollMs: number
  /** Waits between attempts in seconds; the last one repeats. */
  readonly backoffSeconds: readonly number[]
  /** After this many seconds a delivery that is still refused has failed. */
  readonly giveUpSeconds: number
  /** How long a stopping worker waits for the deliveries in hand, in seconds. */
  readonly drainSeconds: number
  /** Where the hosts of a domain take mail (RFC 5321, section 4.5.4.2). */
  readonly mxPort: number
}

/** Numbers of the scheduler's jobs. Not in the environment either. */
export interface SchedulerConfig {
  readonly purge: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Messages, events or keys that one transaction deletes. */
    readonly batch: number
  }
}

export type Role = 'api' | 'delivery' | 'inbound' | 'scheduler' | 'sink'
const allRoles: readonly Role[] = ['api', 'delivery', 'inbound', 'scheduler', 'sink']

export const defaultDelivery: DeliveryConfig = {
  // More than any one destination gets, so that slow ones do not take every hand.
  concurrency: 200,
  leaseSeconds: 60,
  // PGlite has no LISTEN/NOTIFY, so idle workers poll; a fifth of a second is not felt by a person.
  pollMs: 200,
  // 1, 5, 15, 30 min, 1, 2, 4, 8, 12, 12 h: quick for greylisting, slow for a server that is down for a day.
  backoffSeconds: [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200],
  giveUpSeconds: 48 * 3600,
  // Supervisors kill after 30 s at the earliest (Kubernetes); HTTP may take 10 s of them.
  drainSeconds: 15,
  mxPort: 25,
}

export const defaultRateLimits: RateLimitConfig = { windowSeconds: 60 }
export const defaultScheduler: SchedulerConfig = {
  purge: {
    // Retention is in days, so minutes do not matter; often enough that a run is short.
    everySeconds: 600,
    // Some tens of milliseconds: the embedded database does nothing else meanwhile.
    batch: 1000,
  },
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 *
 * @throws ConfigError naming the first variable that makes no sense
 */
export function readConfig(env: Env): Config {
  const value = (name: string): string | undefined => env[name]?.trim() || undefined

  const port = portOf('PORT', value('PORT'), 4000)
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError(
      'DATABASE_URL takes a PostgreSQL address such as postgres://user:password@host:5432/postseal.',
    )
  }
  const secretKey = secretKeyOf(value('POSTSEAL_SECRET_KEY'))
  if (databaseUrl !== undefined && secretKey === undefined) {
    throw new ConfigError(
      'POSTSEAL_SECRET_KEY is required with DATABASE_URL, the same for every process: make one with "openssl rand -base64 32".',
    )
  }
  const transport = readTransport(value('POSTSEAL_TRANSPORT') ?? 'sink')
  const staysHere = transport.kind === 'sink'
  // Mail that leaves the house in another's name is fraud, or an accident that costs the sender's reputation. What
  // stays in the sink needs no domain, so that a first start can send.
  const requireVerifiedDomains = booleanOf(
    'POSTSEAL_REQUIRE_VERIFIED_DOMAINS',
    value('POSTSEAL_REQUIRE_VERIFIED_DOMAINS'),
    !staysHere,
  )
  const publicUrl = publicUrlOf(value('POSTSEAL_PUBLIC_URL') ?? `http://localhost:${port}`)

  return Object.freeze({
    port,
    dataDir: path.resolve(value('POSTSEAL_DATA_DIR') ?? './data'),
    databaseUrl,
    // Enough for the API and the workers of one process; PostgreSQL's own default allows 100 in all.
    databaseConnections: integerOf(
      'POSTSEAL_DATABASE_CONNECTIONS',
      value('POSTSEAL_DATABASE_CONNECTIONS'),
      20,
      2,
      1000,
    ),
    transport,
    requireVerifiedDomains,
    hostname: hostNameOf('POSTSEAL_HOSTNAME', value('POSTSEAL_HOSTNAME'), publicUrl, staysHere),
    returnPathDomain: hostNameOf(
      'POSTSEAL_RETURN_PATH_DOMAIN',
      value('POSTSEAL_RETURN_PATH_DOMAIN'),
      publicUrl,
      staysHere,
    ),
    dnsServers: dnsServersOf(value('POSTSEAL_DNS_SERVERS')),
    allowedMxCidrs: cidrsOf('POSTSEAL_ALLOWED_MX_CIDRS', value('POSTSEAL_ALLOWED_MX_CIDRS'), []),
    sinkPort: portOf('POSTSEAL_SINK_PORT', value('POSTSEAL_SINK_PORT'), 2525),
    // The sink takes mail from anybody, so it listens on this machine only unless told otherwise.
    sinkHost: value('POSTSEAL_SINK_HOST') ?? '127.0.0.1',
    // Its inbox shows password resets.
    sinkAllowedCidrs: cidrsOf('POSTSEAL_SINK_ALLOWED_CIDRS', value('POSTSEAL_SINK_ALLOWED_CIDRS'), [
      '127.0.0.0/8',
      '::1/128',
    ]),
    inboundPort: portOf('POSTSEAL_INBOUND_PORT', value('POSTSEAL_INBOUND_PORT'), 2526),
    inboundHost: value('POSTSEAL_INBOUND_HOST') ?? (staysHere ? '127.0.0.1' : '::'),
    inboundTls: inboundTlsOf(value('POSTSEAL_INBOUND_TLS_CERT'), value('POSTSEAL_INBOUND_TLS_KEY')),
    publicUrl,
    secretKey,
    roles: rolesOf(value('POSTSEAL_ROLES')),
    // Nobody is believed by default: a client could write the header itself and pass an address restriction.
    trustedProxies: cidrsOf('POSTSEAL_TRUSTED_PROXIES', value('POSTSEAL_TRUSTED_PROXIES'), []),
    logLevel: logLevelOf(value('POSTSEAL_LOG_LEVEL')),
    // A thousand a second: more than one process delivers, so it stops a loop that has gone wild and no job. Fewer
    // than the items of a batch would mean that a full batch never passes.
    sendsPerMinute: integerOf(
      'POSTSEAL_SENDS_PER_MINUTE',
      value('POSTSEAL_SENDS_PER_MINUTE'),
      60_000,
      100,
      100_000_000,
    ),
    // As many: no test suite or export of a tenant's own comes near it, and a loop that has gone wild does.
    requestsPerMinute: integerOf(
      'POSTSEAL_REQUESTS_PER_MINUTE',
      value('POSTSEAL_REQUESTS_PER_MINUTE'),
      60_000,
      1,
      100_000_000,
    ),
    redisUrl: redisUrlOf(value('REDIS_URL')),
    delivery: defaultDelivery,
    rateLimits: defaultRateLimits,
    scheduler: defaultScheduler,
  })
}

function integerOf(
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (text === undefined) return fallback
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(number >= min && number <= max)) {
    throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`)
  }
  return number
}

function booleanOf(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback
  if (text !== 'true' && text !== 'false') {
    throw new ConfigError(`${name} takes "true" or "false", not "${text}".`)
  }
  return text === 'true'
}

function portOf(name: string, text: string | undefined, fallback: number): number {
  return integerOf(name, text, fallback, 0, 65_535)
}

function publicUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`POSTSEAL_PUBLIC_URL takes an http or https address, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}

/**
 * A name of this service on the internet: the one given, else the host of the public address. What stays in the sink
 * needs none, so that a first start can send.
 */
function hostNameOf(name: string, text: string | undefined, publicUrl: string, staysHere: boolean): string {
  if (text !== undefined) {
    if (!isHostName(text))
      throw new ConfigError(`${name} takes a domain such as mail.shop.example, not "${text}".`)
    return text.toLowerCase()
  }
  const { hostname } = new URL(publicUrl)
  if (isHostName(hostname)) return hostname
  if (staysHere) return 'postseal.localhost'
  throw new ConfigError(
    `${name} is required unless POSTSEAL_TRANSPORT is "sink" or POSTSEAL_PUBLIC_URL names a domain.`,
  )
}

function dnsServersOf(text: string | undefined): readonly string[] {
  for (const item of listOf(text)) {
    const [, address = item, port = '53'] =
      /^\[?([^[\]]+?)\]?(?::(\d+))?$/.exec(isIP(item) ? `[${item}]` : item) ?? []
    if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) {
      throw new ConfigError(
        `POSTSEAL_DNS_SERVERS takes addresses such as 192.0.2.53 or [2001:db8::53]:5353, with commas between, not "${item}".`,
      )
    }
  }
  return listOf(text)
}

function inboundTlsOf(certFile: string | undefined, keyFile: string | undefined): Config['inboundTls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) {
    throw new ConfigError('POSTSEAL_INBOUND_TLS_CERT and POSTSEAL_INBOUND_TLS_KEY go together.')
  }
  return { certFile: path.resolve(certFile), keyFile: path.resolve(keyFile) }
}

function secretKeyOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) {
    // The value stays out of the message: it may be a real secret with one letter too many.
    throw new ConfigError(
      'POSTSEAL_SECRET_KEY takes 32 bytes in base64: make one with "openssl rand -base64 32".',
    )
  }
  return text
}

function redisUrlOf(text: string | undefined): string | undefined {
  if (text !== undefined && !(/^rediss?:\/\/./.test(text) && URL.canParse(text))) {
    // The value stays out of the message: it may hold a password.
    throw new ConfigError('REDIS_URL takes a Redis address such as redis://user:password@host:6379/0.')
  }
  return text
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function cidrsOf(name: string, text: string | undefined, fallback: readonly string[]): readonly string[] {
  if (text === undefined) return fallback
  for (const item of listOf(text)) {
    if (!isRange(item)) {
      throw new ConfigError(
        `${name} takes addresses and ranges such as 10.0.0.0/8, with commas between, not "${item}".`,
      )
    }
  }
  return listOf(text)
}

function rolesOf(text: string | undefined): readonly Role[] {
  if (text === undefined || text === 'all') return allRoles
  return listOf(text).map((item) => {
    const role = allRoles.find((known) => known === item)
    if (role === undefined) {
      throw new ConfigError(`POSTSEAL_ROLES takes "all" or some of ${allRoles.join(', ')}, not "${item}".`)
    }
    return role
  })
}

function logLevelOf(text: string | undefined): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (text !== undefined && !levels.includes(text)) {
    throw new ConfigError(`POSTSEAL_LOG_LEVEL takes one of ${levels.join(', ')}, not "${text}".`)
  }
  return text ?? 'info'
}
