import { openResolver } from '../../../mail/dns/open-resolver.js'
import type { Config } from '../../../platform/config/config.js'
import type { Invocation } from '../invocation.js'
import { dependentMs, failed, runChecks, skipped, type Check, type Finding, type Result } from './check.js'
import { configurationChecks, readWhole } from './configuration.js'
import { databaseChecks } from './database.js'
import { dnsChecks } from './dns.js'
import { heldCheck } from './held.js'
import { ledgerCheck } from './ledger.js'
import { hostChecks } from './host.js'
import { incomingChecks } from './incoming.js'
import { openForDoctor, type DatabaseProbe } from './open-database.js'
import { outgoingChecks } from './outgoing.js'
import { askPublicAddress, checkClock, publicUrlChecks } from './public-url.js'
import { sourceChecks } from './sources.js'
import { progressLine, resultText, summary } from './text.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

export interface DoctorOptions {
  readonly json?: boolean
  readonly mxHost?: readonly string[]
}

/** Milliseconds to wait for a DNS server at first: all tries end within five seconds. */
const tryMs = 1_500

/**
 * Checks a configuration and everything that it names, without changing anything, and prints the findings. The exit
 * code is 1 if a check has failed.
 */
export async function doctor(invocation: Invocation, options: DoctorOptions): Promise<void> {
  const { process, console } = invocation
  const { config, sentences } = readWhole(process.env)
  const own = configurationChecks(process.env, sentences)
  const others = config === undefined ? undefined : checksOf(config, options.mxHost ?? [])
  const rest = others?.checks ?? [
    { name: 'everything else', run: () => skipped('the configuration cannot be read') },
  ]
  const progress = progressLine(process.stderr)
  const hide = hiding(secretsOf(config))
  // Otherwise everything is printed at once: a reader such as "head" may leave before the end.
  const printsEach = options.json !== true && process.stdout.isTTY === true
  try {
    const results = await runChecks([...own, ...rest], {
      onResult: (result) => {
        if (!printsEach) return
        progress.clear()
        console.log(resultText(hidden(result, hide), process.stdout))
      },
      onProgress: (waiting) => progress.show(waiting),
    })
    progress.clear()
    const shown = results.map((result) => hidden(result, hide))
    if (options.json === true) console.log(JSON.stringify(shown, null, 2))
    else {
      const texts = printsEach ? [] : shown.map((result) => resultText(result, process.stdout))
      console.log([...texts, summary(results)].join('\n'))
    }
    if (results.some(({ status }) => status === 'failed')) invocation.exitCode = 1
  } finally {
    await others?.close()
  }
}

interface Checks {
  readonly checks: readonly Check[]
  readonly close: () => Promise<void>
}

/** Makes all checks of a configuration that can be read. Work that several of them need is begun once. */
function checksOf(config: Config, mxHosts: readonly string[]): Checks {
  const resolver = openResolver(config.dnsServers, { tryMs })
  const probe = openForDoctor(config).catch((error: unknown): DatabaseProbe => {
    const message = error instanceof Error ? error.message : String(error)
    return {
      finding: failed(message, 'Check DATABASE_URL and POSTSEAL_DATA_DIR.'),
      close: () => Promise.resolve(),
    }
  })
  const address = askPublicAddress(config)
  const { redisUrl } = config
  return {
    checks: [
      ...hostChecks(
        config,
        probe.then(({ holder }) => holder),
      ),
      ...databaseChecks(config, probe),
      heldCheck(probe),
      ledgerCheck(config),
      {
        name: 'clock',
        maxMs: dependentMs,
        run: async () => checkClock((await probe).opened?.aheadMs, address.outside),
      },
      ...dnsChecks(config, resolver),
      ...sourceChecks(config, resolver, probe),
      ...outgoingChecks(config, resolver, mxHosts),
      ...incomingChecks(config),
      ...publicUrlChecks(address),
      ...(redisUrl === undefined ? [] : [{ name: 'Redis', run: () => lookAtRedis(redisUrl) }]),
    ],
    close: async () => (await probe).close(),
  }
}

/** Checks a Redis. Its client is loaded only if there is one. */
async function lookAtRedis(url: string): Promise<Finding> {
  const { checkRedis } = await import('./redis.js')
  return checkRedis(url)
}

/** Length below which a secret is not hidden: shorter ones would also be found in other words. */
const minSecretLength = 4

/** Returns the passwords and keys of a configuration: no message repeats them, whatever a server says. */
function secretsOf(config: Config | undefined): string[] {
  if (config === undefined) return []
  const { databaseUrl, migrationDatabaseUrl, redisUrl, secretKey, previousSecretKey, transport } = config
  const passwords = [databaseUrl, migrationDatabaseUrl, redisUrl]
    .flatMap((url) => parseUrl(url ?? '') ?? [])
    // A user name is no secret, though some use it for the password as well.
    .filter(({ username, password }) => password !== username)
    .flatMap(({ password }) => [password, decoded(password)])
  const login = transport.kind === 'relay' ? transport.credentials?.password : undefined
  return [...passwords, secretKey, previousSecretKey, login].filter(
    (text) => text !== undefined && text.length >= minSecretLength,
  ) as string[]
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}

function hiding(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

function hidden(result: Result, hide: (text: string) => string): Result {
  return { ...result, seen: hide(result.seen), advice: result.advice === null ? null : hide(result.advice) }
}
