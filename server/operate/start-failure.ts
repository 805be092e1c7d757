import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../platform/config/config.js'
import { ConfigError } from '../platform/config/config-error.js'
import { notUsable, reasons } from '../platform/config/data-dir.js'
import { DataDirInUseError } from '../../embedded/lock.js'
import { UnknownPartError } from '../../embedded/pglite/unknown-part-error.js'
import { refusalSentences, storageRefusalOf } from '../platform/db/connection/storage-refusal.js'
import { NewerSchemaError } from '../platform/db/schema/schema-version.js'
import { isUnavailable } from '../platform/db/connection/unavailable.js'
import { parseUrl } from '../../base/addresses/parse-url.js'

/** A failure that has a sentence for the operator. */
export interface StartFailure {
  readonly sentence: string
  /**
   * 1 for a failure that may pass by itself, so that a supervisor starts the process again; 2 for one that the
   * operator must fix.
   */
  readonly exitCode: 1 | 2
}

/**
 * Reports why the process could not start, and ends it. For a failure that the operator can fix or that may pass, it
 * prints one sentence on standard error and exits with its code. Any other failure is logged in full, with exit code
 * 1.
 *
 * @param config undefined if the failure came before the configuration was read
 * @param log undefined if the failure came before the log was opened; a failure that has no sentence is then
 *   thrown
 */
export function exitForStartFailure(error: unknown, config?: Config, log?: Logger): never {
  const failure = explainStartFailure(error, config)
  if (failure !== undefined) {
    process.stderr.write(`${failure.sentence}\n`)
    process.exit(failure.exitCode)
  }
  if (log === undefined) throw error
  log.fatal({ err: error }, 'the service could not start')
  process.exit(1)
}

/** Classes of errors whose message is a sentence on what the operator has to do. */
const mended = [ConfigError, DataDirInUseError, NewerSchemaError, UnknownPartError]

/** Explains a failure to the operator; undefined if there is no known fix. */
export function explainStartFailure(error: unknown, config: Config | undefined): StartFailure | undefined {
  if (mended.some((kind) => error instanceof kind) && error instanceof Error)
    return { sentence: error.message, exitCode: 2 }
  if (config === undefined || !(error instanceof Error)) return undefined
  const aboutSocket = explainSocket(error, config)
  if (aboutSocket !== undefined) return { sentence: aboutSocket, exitCode: 2 }
  const aboutDatabase = explainDatabase(error, config)
  if (aboutDatabase !== undefined)
    return { sentence: aboutDatabase, exitCode: isUnavailable(error) && !isRefused(error) ? 1 : 2 }
  const aboutFile = explainFile(error, config)
  return aboutFile === undefined ? undefined : { sentence: aboutFile, exitCode: 2 }
}

/** Explains a failure to listen, or to resolve the host name to listen on. */
function explainSocket(error: NodeJS.ErrnoException, config: Config): string | undefined {
  const { code, syscall, port, hostname } = error as { port?: number; hostname?: string } & typeof error
  if (syscall === 'getaddrinfo') {
    const [variable] = hostsOf(config).find(([, host]) => host === hostname) ?? []
    return (
      variable &&
      `${variable} is ${hostname}, which has no address (${code}). Set it to an address of this machine.`
    )
  }
  if (syscall !== 'listen') return undefined
  const named = portsOf(config).filter(([, number]) => number === port)
  const variables = named.map(([variable]) => variable).join(' and ')
  if (code === 'EADDRINUSE' && named.length > 1)
    return `${variables} are both ${port}. Give each its own port.`
  if (code === 'EADDRINUSE')
    return (
      `Port ${port} is taken: ${error.message}. Set ${variables} to another port, or stop the process that has it. ` +
      'A second service on this machine needs its own PORT, POSTSEAL_SINK_PORT, POSTSEAL_INBOUND_PORT and POSTSEAL_DATA_DIR.'
    )
  if (code === 'EACCES')
    return `This user is not allowed to listen on port ${port} (EACCES). Set ${variables} to a port above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `An address to listen on does not belong to this machine: ${error.message}. See ${inWords.format(hostsOf(config).map(([variable]) => variable))}.`
  return undefined
}

const inWords = new Intl.ListFormat('en-GB')

const portsOf = ({ port, sinkPort, inboundPort, submission }: Config) =>
  [
    ['PORT', port],
    ['POSTSEAL_SINK_PORT', sinkPort],
    ['POSTSEAL_INBOUND_PORT', inboundPort],
    ['POSTSEAL_SUBMISSION_PORT', submission.port],
    ['POSTSEAL_SUBMISSION_TLS_PORT', submission.tlsPort],
  ] as const

const hostsOf = ({ sinkHost, inboundHost, submission }: Config) =>
  [
    ['POSTSEAL_SINK_HOST', sinkHost],
    ['POSTSEAL_INBOUND_HOST', inboundHost],
    ['POSTSEAL_SUBMISSION_HOST', submission.host],
  ] as const

/**
 * PostgreSQL's error codes (appendix A of its manual) for a URL that reaches a server but is wrong otherwise.
 */
const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '28000': 'does not let this user in',
    '28P01': 'does not accept this user and password',
    '3D000': 'has no database of this name',
    '42501': 'does not let this user make tables',
  }),
)

const isRefused = (error: Error) => refusals.has(String((error as NodeJS.ErrnoException).code ?? ''))

function explainDatabase(error: Error, { databaseUrl, dataDir }: Config): string | undefined {
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  const refusal = refusals.get(code)
  if (refusal === undefined && !isUnavailable(error)) return undefined
  if (databaseUrl === undefined)
    return `The embedded database in ${dataDir} does not answer: ${error.message}.`
  const place = placeOfDatabase(databaseUrl)
  const storage = storageRefusalOf(error)
  if (storage !== undefined)
    return `The database at ${place} stores nothing (${code}): ${refusalSentences[storage]}`
  return refusal === undefined
    ? `The database at ${place} cannot be reached (${code || error.message}). See DATABASE_URL.`
    : `The database at ${place} ${refusal} (${code}). See DATABASE_URL.`
}

/** Returns only the host and port of a PostgreSQL URL, since the rest may contain a password. */
function placeOfDatabase(databaseUrl: string): string {
  const url = parseUrl(databaseUrl)
  if (url === undefined) return 'the address of DATABASE_URL'
  const { hostname, port, searchParams } = url
  return `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || 5432}`
}

function explainFile(error: NodeJS.ErrnoException, { dataDir, inboundTls }: Config): string | undefined {
  const { code, path: file } = error
  if (file === undefined || code === undefined) return undefined
  if (file === inboundTls?.certFile) return `POSTSEAL_INBOUND_TLS_CERT: ${file} cannot be read (${code}).`
  if (file === inboundTls?.keyFile) return `POSTSEAL_INBOUND_TLS_KEY: ${file} cannot be read (${code}).`
  const reason = reasons.get(code)
  const within = file === dataDir || file.startsWith(dataDir + path.sep)
  return within && reason !== undefined ? notUsable(dataDir, `${file}: ${reason}`) : undefined
}
