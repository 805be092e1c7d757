import path from 'node:path'
import { ConfigError } from './config-error.js'
import {
  addressOf,
  logFormatOf,
  logLevelOf,
  type LogFormat,
  dnsBlockListsOf,
  dnsServersOf,
  feedbackProvidersOf,
  hostNameOf,
  postgresUrlOf,
  redisUrlOf,
  restoreNameOf,
  ledgerFolderOf,
  secretKeyOf,
} from './variables/named-values.js'
import {
  defaultBodyMemory,
  defaultDelivery,
  defaultLeases,
  defaultStatementSeconds,
  defaultRateLimits,
  defaultSessions,
  defaultWebhooks,
  type BodyMemoryConfig,
  type DeliveryConfig,
  type LeaseConfig,
  type RateLimitConfig,
  type SessionConfig,
  type WebhookConfig,
} from './defaults.js'
import { defaultScheduler, type SchedulerConfig } from './scheduler.js'
import { defaultAutomations, type AutomationsConfig } from './automations.js'
import { defaultPrograms, type ProgramsConfig } from './programs.js'
import { readSubmission, type SubmissionConfig } from './submission.js'
import { readPublicUrl, publicUrlOf } from './public-url.js'
import { rolesOf, type ServiceRole } from './roles.js'
import { wiresOf, type WireName } from './wires.js'
import { readTransport, type TransportConfig } from './transport.js'
import { loopbackRanges } from '../../mail/network/address-ranges.js'
import { Environment, type TlsFiles, type Variables } from './variables/environment.js'

/**
 * The service's configuration: the environment read once, checked, and frozen. Nothing else in the service
 * looks at `process.env`.
 */
export interface Config {
  /** HTTP port: API, contract, sink inbox. 0 takes any free one. */
  readonly port: number
  /** The address that HTTP listens on; undefined is every address of this machine. */
  readonly host: string | undefined
  /** Absolute path of the folder for everything this process keeps on disk. */
  readonly dataDir: string
  /** A PostgreSQL connection string; undefined means the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /**
   * A connection string of the same database for the owner of the schema, who makes tables and lets the role of
   * `databaseUrl` use them; undefined means that `databaseUrl` is the owner's.
   */
  readonly migrationDatabaseUrl: string | undefined
  /** Days for which the audit log is kept. */
  readonly auditRetentionDays: number
  /** True if the embedded database is in memory, with nothing of it in `dataDir` but its socket. */
  readonly databaseInMemory: boolean
  /** True if the embedded database flushes each commit to the disk before its reply. */
  readonly embeddedFlush: boolean
  /** The max number of connections to PostgreSQL that this process holds, not counting that of its heartbeat. */
  readonly databaseConnections: number
  /** The max duration of a statement in seconds. The other limits of the database follow from it. */
  readonly statementSeconds: number
  /** Seconds for which HTTP goes on serving when the service stops. */
  readonly shutdownGraceSeconds: number
  /** The destination of live mail. Mail of test projects goes to the sink. */
  readonly transport: TransportConfig
  /** The name of a restore. The first start with this name holds what is queued. */
  readonly startHeld: string | undefined
  /** True if a held start also holds mail that is queued later. */
  readonly startHeldNew: boolean
  /** The folder of the ledger, outside of the database; undefined means that there is none. */
  readonly ledger: string | undefined
  /** The name by which this host introduces itself to other mail servers (RFC 5321, section 4.1.1.1). */
  readonly hostname: string
  /** The domain that bounces come back to. Its MX is the inbound receiver. */
  readonly returnPathDomain: string
  /** The address that sign-in mails come from. */
  readonly signInFrom: string
  /** Addresses and networks that live mail leaves from, as far as the operator names them. */
  readonly sendingAddresses: readonly string[]
  /** DNS servers as `address` or `address:port`; empty means the system's. */
  readonly dnsServers: readonly string[]
  /** The zones of DNS block lists that addresses of sources may not be on. */
  readonly dnsBlockLists: readonly string[]
  /** Address ranges that are not on the internet but that mail to an MX may go to all the same. */
  readonly allowedMxCidrs: readonly string[]
  /** Address ranges that are not on the internet but that webhooks may go to all the same. */
  readonly allowedWebhookCidrs: readonly string[]
  /** Address ranges that are not public and that identity providers may be in, also without TLS. */
  readonly allowedProviderCidrs: readonly string[]
  /** True if live projects may send only from verified domains of their workspace. */
  readonly requireVerifiedDomains: boolean
  /** SMTP port of the bundled sink. */
  readonly sinkPort: number
  /** Host on which deliveries reach the sink, and on which it listens. */
  readonly sinkHost: string
  /** Address ranges that may read the sink's inbox. */
  readonly sinkAllowedCidrs: readonly string[]
  /** Address ranges that may read the metrics. */
  readonly metricsAllowedCidrs: readonly string[]
  /** SMTP port on which the inbound receiver listens. */
  readonly inboundPort: number
  readonly inboundHost: string
  /**
   * Files with the certificate chain and the key that the inbound receiver offers TLS with; undefined means
   * no TLS.
   */
  readonly inboundTls: TlsFiles | undefined
  readonly submission: SubmissionConfig
  /** Domains and addresses of feedback-loop senders whose abuse reports the service trusts. */
  readonly feedbackProviders: readonly string[]
  /**
   * The service's URL as seen from outside, without a trailing slash, if the operator set one. If undefined,
   * the URL depends on the port that HTTP is bound to. `platform/http/connection/public-url.ts` covers both cases.
   */
  readonly publicUrl: string | undefined
  /** The address that tracked links lead to, without a trailing slash; undefined means the service's own. */
  readonly trackingUrl: string | undefined
  /** Base64 of 32 bytes, or undefined: made in `dataDir` with the embedded database. */
  readonly secretKey: string | undefined
  /** The previous secret key, set while the secret is being rotated. */
  readonly previousSecretKey: string | undefined
  readonly roles: readonly ServiceRole[]
  /** The services whose APIs the service speaks, at `/compat/`. */
  readonly wires: readonly WireName[]
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** The format of log lines. Undefined means pretty on a terminal and JSON elsewhere. */
  readonly logFormat: LogFormat | undefined
  /** True if traces are sent by OpenTelemetry, whose own variables say where to. */
  readonly traces: boolean
  /** Messages that a workspace may send in a minute. */
  readonly sendsPerMinute: number
  /** Requests other than sends that a credential may make in a minute. */
  readonly requestsPerMinute: number
  /** URL of a Redis that counts for all processes; undefined if each counts for itself. It may hold a password. */
  readonly redisUrl: string | undefined
  readonly bodyMemory: BodyMemoryConfig
  readonly leases: LeaseConfig
  readonly delivery: DeliveryConfig
  readonly programs: ProgramsConfig
  readonly automations: AutomationsConfig
  /** The clock of a test, in place of the database's. */
  readonly clock?: (() => Date) | undefined
  readonly webhooks: WebhookConfig
  readonly rateLimits: RateLimitConfig
  readonly sessions: SessionConfig
  readonly scheduler: SchedulerConfig
}

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 *
 * @throws ConfigError naming the first variable that has an invalid value
 */
export function readConfig(variables: Variables): Config {
  const env = new Environment(variables)

  const port = env.port('PORT', 4000)
  const databaseUrl = env.read('DATABASE_URL', postgresUrlOf)
  const migrationDatabaseUrl = env.read('POSTSEAL_MIGRATION_DATABASE_URL', postgresUrlOf)
  if (migrationDatabaseUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError(
      'POSTSEAL_MIGRATION_DATABASE_URL goes with DATABASE_URL only: the embedded database has one role.',
    )
  }
  const secretKey = env.read('POSTSEAL_SECRET_KEY', secretKeyOf)
  if (databaseUrl !== undefined && secretKey === undefined) {
    throw new ConfigError(
      'POSTSEAL_SECRET_KEY is required with DATABASE_URL, the same for every process: make one with "openssl rand -base64 32".',
    )
  }
  const transport = readTransport(env.text('POSTSEAL_TRANSPORT') ?? 'sink')
  const staysHere = transport.kind === 'sink'
  const publicUrl = readPublicUrl(env, staysHere)
  const ownHostName = (name: string, text: string | undefined) => hostNameOf(name, text, publicUrl, staysHere)
  const hostname = env.read('POSTSEAL_HOSTNAME', ownHostName)
  const inboundTls = env.tlsFiles('POSTSEAL_INBOUND_TLS')
  const returnPathDomain = env.read('POSTSEAL_RETURN_PATH_DOMAIN', ownHostName)
  const dataDir = path.resolve(env.text('POSTSEAL_DATA_DIR') ?? './data')

  return Object.freeze({
    port,
    host: undefined,
    dataDir,
    databaseUrl,
    migrationDatabaseUrl,
    // A year and the weeks in which its accounts are looked through.
    auditRetentionDays: env.integer('POSTSEAL_AUDIT_RETENTION_DAYS', { default: 400, min: 30, max: 36_500 }),
    databaseInMemory: false,
    embeddedFlush: env.boolean('POSTSEAL_EMBEDDED_FLUSH', true),
    // Enough for the API and the workers of one process; PostgreSQL's own default allows 100 in all.
    databaseConnections: env.integer('POSTSEAL_DATABASE_CONNECTIONS', { default: 20, min: 2, max: 1000 }),
    // At most as long as a lease: if a worker's statement outlasts its lease, other workers take over its
    // in-flight work.
    statementSeconds: env.integer('POSTSEAL_STATEMENT_TIMEOUT', {
      default: defaultStatementSeconds,
      min: 1,
      max: 60,
    }),
    // Longer than a proxy's interval between two checks of readiness, and shorter than Docker waits for an
    // end (10 s).
    shutdownGraceSeconds: env.integer('POSTSEAL_SHUTDOWN_GRACE', { default: 5, min: 0, max: 300 }),
    transport,
    startHeld: env.read('POSTSEAL_START_HELD', restoreNameOf),
    startHeldNew: env.boolean('POSTSEAL_START_HELD_NEW', false),
    ledger: env.read('POSTSEAL_LEDGER', (_name, text) =>
      ledgerFolderOf(text, databaseUrl === undefined ? dataDir : undefined),
    ),
    // Mail that leaves the service in another's name is fraud, or an accident that costs the sender's
    // reputation. Mail that stays in the sink needs no domain, so that a first start can send.
    requireVerifiedDomains: env.boolean('POSTSEAL_REQUIRE_VERIFIED_DOMAINS', !staysHere),
    hostname,
    returnPathDomain,
    signInFrom: env.read('POSTSEAL_SIGN_IN_FROM', (name, text) => addressOf(name, text, returnPathDomain)),
    sendingAddresses: env.cidrs('POSTSEAL_SENDING_ADDRESSES'),
    dnsServers: env.read('POSTSEAL_DNS_SERVERS', dnsServersOf),
    dnsBlockLists: env.read('POSTSEAL_DNS_BLOCK_LISTS', dnsBlockListsOf),
    allowedMxCidrs: env.cidrs('POSTSEAL_ALLOWED_MX_CIDRS'),
    allowedWebhookCidrs: env.cidrs('POSTSEAL_ALLOWED_WEBHOOK_CIDRS'),
    allowedProviderCidrs: env.cidrs('POSTSEAL_ALLOWED_PROVIDER_CIDRS'),
    sinkPort: env.port('POSTSEAL_SINK_PORT', 2525),
    // The sink takes mail from anybody, so it listens on this machine only unless told otherwise.
    sinkHost: env.text('POSTSEAL_SINK_HOST') ?? '127.0.0.1',
    // Its inbox shows password resets.
    sinkAllowedCidrs: env.cidrs('POSTSEAL_SINK_ALLOWED_CIDRS', loopbackRanges),
    // The metrics reveal the volumes and outcomes of all tenants.
    metricsAllowedCidrs: env.cidrs('POSTSEAL_METRICS_ALLOWED_CIDRS', loopbackRanges),
    inboundPort: env.port('POSTSEAL_INBOUND_PORT', 2526),
    inboundHost: env.text('POSTSEAL_INBOUND_HOST') ?? (staysHere ? '127.0.0.1' : '::'),
    inboundTls,
    submission: readSubmission(env, inboundTls),
    feedbackProviders: env.read('POSTSEAL_FEEDBACK_PROVIDERS', feedbackProvidersOf),
    publicUrl,
    trackingUrl: env.read('POSTSEAL_TRACKING_URL', publicUrlOf),
    secretKey,
    previousSecretKey: env.read('POSTSEAL_PREVIOUS_SECRET_KEY', secretKeyOf),
    roles: env.read('POSTSEAL_ROLES', rolesOf),
    wires: env.read('POSTSEAL_WIRES', wiresOf),
    // Nobody is believed by default: a client could write the header itself and pass an address restriction.
    trustedProxies: env.cidrs('POSTSEAL_TRUSTED_PROXIES'),
    logLevel: env.read('POSTSEAL_LOG_LEVEL', logLevelOf),
    logFormat: env.read('POSTSEAL_LOG_FORMAT', logFormatOf),
    traces: env.boolean('POSTSEAL_TRACES', false),
    // A thousand a second: more than one process delivers, so it stops a loop that has gone wild and no job.
    // Fewer than the items of a batch would mean that a full batch never passes.
    sendsPerMinute: env.integer('POSTSEAL_SENDS_PER_MINUTE', {
      default: 60_000,
      min: 100,
      max: 100_000_000,
    }),
    // As many: no test suite or export of a tenant's own comes near it, and a loop that has gone wild does.
    requestsPerMinute: env.integer('POSTSEAL_REQUESTS_PER_MINUTE', {
      default: 60_000,
      min: 1,
      max: 100_000_000,
    }),
    redisUrl: env.read('REDIS_URL', redisUrlOf),
    bodyMemory: {
      ...defaultBodyMemory,
      // The min holds two of the largest bodies. With less, one workspace could leave another without any
      // memory.
      maxLargeBytes:
        env.integer('POSTSEAL_BODY_MEMORY_MB', {
          default: defaultBodyMemory.maxLargeBytes / 1_000_000,
          min: 20,
          max: 1_000_000,
        }) * 1_000_000,
    },
    leases: defaultLeases,
    delivery: defaultDelivery,
    programs: defaultPrograms,
    automations: defaultAutomations,
    webhooks: defaultWebhooks,
    rateLimits: {
      ...defaultRateLimits,
      // A university is behind one address. Without a bound, an address could have any number of mails sent.
      signIns: env.integer('POSTSEAL_SIGN_INS_PER_ADDRESS', {
        default: defaultRateLimits.signIns,
        min: 1,
        max: 10_000,
      }),
    },
    sessions: defaultSessions,
    scheduler: defaultScheduler,
  })
}

/** Returns the variables that {@link readConfig} reads. */
export function knownVariables(): ReadonlySet<string> {
  const names = new Set<string>()
  readConfig(
    new Proxy<Variables>(
      {},
      {
        get: (_env, name) => {
          names.add(String(name))
          return undefined
        },
      },
    ),
  )
  return names
}
