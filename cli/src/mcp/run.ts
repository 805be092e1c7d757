import type { Readable } from 'node:stream'
import { runClient, warnWhereOpen, type Client } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { needsKey, serviceOf } from '../profiles/service-of.js'
import { bridge } from './bridge.js'

export interface McpOptions {
  readonly allow?: string
  readonly only?: string
  readonly live?: boolean
  readonly profile?: string
  readonly timeout?: string
}

/** The default time-out. The service ends a call after 60 seconds and reports that. */
const usualTimeoutSeconds = '90'

/**
 * Serves a service's tools to the program that has started this process. Ends when that program has sent all its
 * messages and received all answers, stops reading, or sends a signal.
 */
export async function runMcp(client: Client, options: McpOptions): Promise<void> {
  const { timeout = usualTimeoutSeconds, profile } = options
  await runClient(client, { json: undefined, timeout, credential: undefined }, async (run) => {
    const { config, stdout, notice, sending } = run
    const service = serviceOf(config, profile)
    if (service.apiKey === undefined) throw new UsageError(needsKey)
    warnWhereOpen(service, notice)
    const peer = untilGone(client, sending.signal)
    try {
      await bridge(
        { input: peer.input, answer: (line) => stdout.line(line), notice },
        {
          service,
          target: targetOf(options),
          // A call without an answer can still have taken effect. The agent decides whether to repeat it.
          sending: { ...sending, maxRetries: 0, signal: peer.here },
        },
      )
    } catch (error) {
      if (!peer.here.aborted) throw error
    } finally {
      peer.letGo()
    }
  })
}

/**
 * Watches the program at the other end. When it has gone or stops reading, its messages are no longer read and passed
 * on.
 */
function untilGone({ invocation: { process } }: Client, stopping: AbortSignal) {
  const input: AsyncIterable<Buffer> & Partial<Pick<Readable, 'destroy'>> = process.stdin
  const gone = new AbortController()
  const leave = () => {
    gone.abort()
    // An open input would keep this process running.
    input.destroy?.()
  }
  stopping.addEventListener('abort', leave)
  for (const event of ['error', 'close']) process.stdout.on(event, leave)
  return {
    input,
    here: gone.signal,
    letGo: () => {
      stopping.removeEventListener('abort', leave)
      for (const event of ['error', 'close']) process.stdout.off(event, leave)
    },
  }
}

function targetOf({ allow, only, live }: McpOptions): string {
  const query = new URLSearchParams({
    ...(allow !== undefined && { allow }),
    ...(only !== undefined && { only }),
    ...(live === true && { live: 'true' }),
  })
  return query.size === 0 ? '/mcp' : `/mcp?${query.toString()}`
}
