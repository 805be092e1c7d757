import { once } from 'node:events'
import { Redis } from 'ioredis'
import { ok, warning, type Finding } from './check.js'

const answerMs = 3_000

/** Checks whether the Redis of the rate limits answers and lets the service in. */
export async function checkRedis(url: string): Promise<Finding> {
  const client = new Redis(url, {
    protocol: 2,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  const { hostname, port } = new URL(url)
  const place = `${hostname}:${port || 6379}`
  try {
    await once(client, 'ready', { signal: AbortSignal.timeout(answerMs) })
    return ok(`${place} answers`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return warning(
      `${place} does not let the service in (${code === 'ABORT_ERR' ? 'no answer' : (code ?? message)})`,
      'Until it does, each process counts its own requests. Check REDIS_URL, its password and the firewall.',
    )
  } finally {
    client.on('error', () => undefined)
    client.disconnect()
  }
}
