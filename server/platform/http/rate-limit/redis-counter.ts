import type { Logger } from 'pino'
import { Redis } from 'ioredis'
import { once } from 'node:events'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { memoryCounter, type Count, type Counter, type Quota } from './counter.js'

/**
 * The pause after a failure of Redis, in milliseconds. A Redis that hangs costs a few requests its time limit, not
 * all.
 */
const pauseMs = 1_000

/**
 * Remembers whether Redis answers. An outage begins with the first failure and ends with the first answer after a
 * pause; both are logged once.
 */
export class Outage {
  #away = false
  #askAgainAt = 0
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  mayAsk(): boolean {
    return Date.now() >= this.#askAgainAt
  }

  failed(error: unknown): void {
    this.#askAgainAt = Date.now() + pauseMs
    if (this.#away) return
    this.#away = true
    this.#log.warn({ err: error }, 'Redis is away: each process counts its own requests until it is back')
  }

  answered(): void {
    // The reply to a command from before the failure may arrive after it.
    if (!this.#away || !this.mayAsk()) return
    this.#away = false
    this.#log.info('Redis is back: requests are counted for all processes together')
  }
}

/** The max wait of a request to be counted exactly, in milliseconds. Redis answers in less than one. */
const patienceMs = 300
/** The max wait of a starting service for Redis before it serves without, in milliseconds. */
const startPatienceMs = 2_000

/**
 * The limiter's script in a form that counts all units or none, so that a refused request takes nothing away from
 * others, not even for a moment. Units below 0 are given back, as far as there are any to give back. KEYS: the
 * subject. ARGV: units, seconds of a window, the quota. Returns the units that are used with these, and the
 * milliseconds that are left of the window.
 */
const takeAllOrNone = `
local units, most = tonumber(ARGV[1]), tonumber(ARGV[3])
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  used, left = 0, 1000 * ARGV[2]
  if units >= 0 and units <= most then redis.call('set', KEYS[1], units, 'px', left) end
elseif used + units >= 0 and used + units <= most then
  redis.call('incrby', KEYS[1], units)
end
return { math.max(0, used + units), left }`

/** Counters that all processes share. */
export interface SharedCounters {
  /**
   * Makes a counter.
   *
   * @param name keeps apart the counters that live in one Redis
   */
  counter(name: string, quota: Quota): Counter
  close(): void
}

/**
 * Connects to Redis. While it is away every process counts for itself, so that the API goes on.
 *
 * @param url may hold a password, so it must not be logged
 */
export async function redisCounters(url: string, log: Logger): Promise<SharedCounters> {
  const client = new Redis(url, {
    // RESP2 is what every server and proxy speaks.
    protocol: 2,
    commandTimeout: patienceMs,
    connectTimeout: 2_000,
    // A request that cannot be counted in Redis now is counted in memory; counting it later would be wrong.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  const outage = new Outage(log)
  // The connection says why it fails, the limiter only that it is not ready.
  let reason: unknown
  client.on('error', (error: unknown) => (reason = error))
  client.on('ready', () => (reason = undefined))
  await once(client, 'ready', { signal: AbortSignal.timeout(startPatienceMs) }).catch((error: unknown) =>
    outage.failed(reason ?? error),
  )

  return {
    counter: (name, quota) => {
      const shared = sharedCounter(client, name, quota)
      const own = memoryCounter(quota)
      const askOne = async (ask: (counter: Counter) => Promise<Count>): Promise<Count> => {
        if (!outage.mayAsk()) return ask(own)
        try {
          const count = await ask(shared)
          outage.answered()
          return count
        } catch (error) {
          outage.failed(reason ?? error)
          return ask(own)
        }
      }
      return {
        take: (subject, units) => askOne((counter) => counter.take(subject, units)),
        giveBack: (subject) => askOne((counter) => counter.giveBack(subject)),
      }
    },
    close: () => client.disconnect(),
  }
}

function sharedCounter(client: Redis, name: string, { max, windowSeconds }: Quota): Counter {
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: `postseal:${name}`,
    points: max,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: takeAllOrNone,
  })
  return {
    take: async (subject, units) => {
      try {
        const taken = await limiter.consume(subject, units)
        return { fits: true, left: taken.remainingPoints, resetMs: taken.msBeforeNext }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const used = refusal.consumedPoints - units
        return { fits: false, left: Math.max(0, max - used), resetMs: refusal.msBeforeNext }
      }
    },
    giveBack: async (subject) => {
      const rest = await limiter.reward(subject, 1)
      return { fits: true, left: rest.remainingPoints, resetMs: rest.msBeforeNext }
    },
  }
}
