import { isIP } from 'node:net'
import { readConfig, type Config } from '../../platform/config/config.js'
import { ConfigError } from '../../platform/config/config-error.js'
import { loopbackRanges } from '../../mail/network/address-ranges.js'

/** The addresses of an ephemeral service by the options of the command line. */
export interface EphemeralAddress {
  /** The HTTP port as the user typed it; it overrides PORT. */
  readonly port?: string
  /** The address to listen on; 127.0.0.1 if absent. */
  readonly host?: string
}

/** The variables that an ephemeral service obeys, each with its default. */
const obeyed: Readonly<Record<string, string>> = {
  // Any free port: two runs on one machine must not meet.
  PORT: '0',
  POSTSEAL_SINK_PORT: '0',
  POSTSEAL_INBOUND_PORT: '0',
  POSTSEAL_SUBMISSION_PORT: '0',
  // Standard error is the test run's, too.
  POSTSEAL_LOG_LEVEL: 'warn',
  POSTSEAL_LOG_FORMAT: '',
  POSTSEAL_SINK_ALLOWED_CIDRS: '',
  POSTSEAL_METRICS_ALLOWED_CIDRS: '',
  POSTSEAL_SENDS_PER_MINUTE: '',
  POSTSEAL_REQUESTS_PER_MINUTE: '',
  POSTSEAL_WIRES: '',
  POSTSEAL_SIGN_INS_PER_ADDRESS: '',
  POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '',
  POSTSEAL_ALLOWED_PROVIDER_CIDRS: '',
  // The base of the links in mails. A test run may put a proxy there.
  POSTSEAL_PUBLIC_URL: '',
}

/**
 * The variables of a service that an ephemeral one does not obey. A test run has the environment of the application
 * that it tests, which may name a database to be kept and a relay to the world, or leave out the roles that answer
 * here.
 */
const notObeyed = [
  'DATABASE_URL',
  'POSTSEAL_MIGRATION_DATABASE_URL',
  'POSTSEAL_DATABASE_CONNECTIONS',
  'POSTSEAL_STATEMENT_TIMEOUT',
  'POSTSEAL_SHUTDOWN_GRACE',
  'POSTSEAL_EMBEDDED_FLUSH',
  'POSTSEAL_DATA_DIR',
  'POSTSEAL_START_HELD',
  'POSTSEAL_START_HELD_NEW',
  'POSTSEAL_LEDGER',
  'POSTSEAL_SECRET_KEY',
  'POSTSEAL_PREVIOUS_SECRET_KEY',
  'POSTSEAL_TRANSPORT',
  'POSTSEAL_REQUIRE_VERIFIED_DOMAINS',
  'POSTSEAL_ALLOWED_MX_CIDRS',
  'POSTSEAL_ALLOW_HTTP',
  'POSTSEAL_HOSTNAME',
  'POSTSEAL_RETURN_PATH_DOMAIN',
  'POSTSEAL_SIGN_IN_FROM',
  'POSTSEAL_SENDING_ADDRESSES',
  'POSTSEAL_DNS_SERVERS',
  'POSTSEAL_DNS_BLOCK_LISTS',
  'POSTSEAL_FEEDBACK_PROVIDERS',
  'POSTSEAL_SINK_HOST',
  'POSTSEAL_INBOUND_HOST',
  'POSTSEAL_INBOUND_TLS_CERT',
  'POSTSEAL_INBOUND_TLS_KEY',
  'POSTSEAL_SUBMISSION_HOST',
  'POSTSEAL_SUBMISSION_TLS_PORT',
  'POSTSEAL_SUBMISSION_TLS_CERT',
  'POSTSEAL_SUBMISSION_TLS_KEY',
  'POSTSEAL_TRACES',
  'POSTSEAL_TRACKING_URL',
  'POSTSEAL_ROLES',
  'POSTSEAL_AUDIT_RETENTION_DAYS',
  'POSTSEAL_BODY_MEMORY_MB',
  'POSTSEAL_TRUSTED_PROXIES',
  'REDIS_URL',
] as const

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the configuration of a service that lives for one test run: in memory, on this machine only, with all mail
 * in its sink.
 *
 * @param env the environment
 * @param folder the folder for its files; it is made and removed elsewhere
 * @throws ConfigError naming the first variable or option that has an invalid value
 */
export function ephemeralConfig(env: Env, address: EphemeralAddress, folder: string): Config {
  const host = address.host ?? '127.0.0.1'
  if (isIP(host) === 0) throw new ConfigError(`--host takes an address such as 0.0.0.0, not "${host}".`)
  if (address.port !== undefined && !isPort(address.port)) {
    throw new ConfigError(`--port takes a whole number from 0 to 65535, not "${address.port}".`)
  }
  const taken = Object.entries(obeyed).map(([name, otherwise]) => [name, env[name]?.trim() || otherwise])
  const config = readConfig({
    ...(Object.fromEntries(taken) as Record<string, string>),
    ...(address.port !== undefined && { PORT: address.port }),
    POSTSEAL_DATA_DIR: folder,
  })
  return Object.freeze({
    ...config,
    host,
    databaseInMemory: true,
    ledger: undefined,
    // No proxy is in front of it, and its test run waits for its end.
    shutdownGraceSeconds: 0,
    // The receivers of a test run are on its machine.
    allowedWebhookCidrs: [...loopbackRanges, ...config.allowedWebhookCidrs],
    allowedProviderCidrs: [...loopbackRanges, ...config.allowedProviderCidrs],
  })
}

/** Returns the variables that are set and do not count. */
export function ignoredVariables(env: Env): string[] {
  return notObeyed.filter((name) => (env[name]?.trim() ?? '') !== '')
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}
