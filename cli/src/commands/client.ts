import { readClientConfig, type ClientConfig } from '../profiles/client-config.js'
import type { Catalog } from '../contract/catalog.js'
import type { Invocation } from '../invocation.js'
import { CommandFailure, UsageError } from '../mistakes.js'
import { failureJson, failureLines } from '../output/failure.js'
import { Printer, ReaderGone } from '../output/printer.js'
import type { Sending } from '../request/send.js'
import { isOpenToOthers, type Service } from '../request/service.js'

/** The parts that all API client commands share. */
export interface Client {
  readonly invocation: Invocation
  /** The version of the package that contains the command. */
  readonly version: string
  readonly catalog: Catalog
}

/** One run of an API client command. */
export interface Run {
  readonly client: Client
  readonly config: ClientConfig
  readonly stdout: Printer
  /** Prints a line to standard error. */
  readonly notice: (text: string) => void
  /** The settings for sending requests. */
  readonly sending: Sending
}

/** Options that determine the settings of a run. */
export interface RunOptions {
  readonly json: boolean | undefined
  /** The time-out in seconds, as the user typed it. */
  readonly timeout: string | undefined
  /** The credential that the operation needs, in words, for users who have a different one. */
  readonly credential: string | undefined
}

const usualTimeoutSeconds = 60
const longestTimeoutSeconds = 86_400
const maxRetries = 2

/** Runs a command, prints its errors, and sets the exit code: 1 if the service refuses, 2 for wrong usage. */
export async function runClient(
  client: Client,
  options: RunOptions,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { invocation, version } = client
  const { process, console } = invocation
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on?.(signal, stop)
  const stdout = new Printer(process.stdout)
  const notice = (text: string) => console.error(text)
  try {
    const sending = {
      userAgent: `postseal-cli/${version}`,
      timeoutSeconds: secondsOf(options.timeout),
      maxRetries,
      signal: stopping.signal,
      // With --json, standard error contains only JSON.
      ...(options.json !== true && {
        onRetry: (error: CommandFailure, seconds: number) =>
          notice(`${failureLines(error)[0] ?? ''} Trying again in ${Math.ceil(seconds)} s.`),
      }),
    }
    await work({ client, config: readClientConfig(process.env), stdout, notice, sending })
  } catch (error) {
    if (error instanceof ReaderGone) return
    if (!(error instanceof CommandFailure || error instanceof UsageError)) throw error
    invocation.exitCode = error instanceof UsageError ? 2 : 1
    if (options.json === true) notice(failureJson(error))
    else notice(`error: ${failureLines(error, options.credential).join('\n')}`)
  } finally {
    stdout.end()
    for (const signal of signals) process.off?.(signal, stop)
  }
}

/** Warns if others on the network can read the key. */
export function warnWhereOpen({ baseUrl, apiKey }: Service, notice: Run['notice']): void {
  if (apiKey !== undefined && isOpenToOthers(baseUrl))
    notice(`warning: the key goes to ${baseUrl} unencrypted, where others can read it. Use https.`)
}

function secondsOf(given: string | undefined): number {
  if (given === undefined) return usualTimeoutSeconds
  const seconds = Number(given)
  if (!/^\d+(\.\d+)?$/.test(given) || seconds <= 0 || seconds > longestTimeoutSeconds)
    throw new UsageError(`--timeout takes seconds, up to ${longestTimeoutSeconds}, not "${given}".`)
  return seconds
}
