import { LateEntries } from '../platform/audit/late-entries.js'
import { KeyUses } from '../platform/auth/key-uses.js'
import { keyStore } from '../platform/auth/keys.js'
import { sessionVerifier } from '../platform/auth/sessions.js'
import { cachedLimits } from '../platform/db/workspace-limits.js'
import { followMetrics } from '../platform/events/follow/lag.js'
import { EventWaiters } from '../platform/events/follow/waiters.js'
import { consoleRequests } from '../platform/http/access/console-request.js'
import { BodyMemory } from '../platform/http/body/body-memory.js'
import { openRateLimits } from '../platform/http/rate-limit/rate-limits.js'
import type { ServiceContext } from '../platform/service/context.js'

/** An `Access` decides which callers may use the API, and up to which limits. */
export type Access = Awaited<ReturnType<typeof openAccess>>

/** Opens API keys, sessions, rate limits and the memory for request bodies. */
export async function openAccess(context: ServiceContext) {
  const { config, db, keyRing, parts, publicUrl, registry, wakes } = context
  const log = context.logOf('api')
  const servesApi = context.has('api')
  const findLimits = cachedLimits(db)
  // A process that serves no requests counts none, so it needs no Redis to share the counts.
  const counted = servesApi ? config : { ...config, redisUrl: undefined }
  const limits = await openRateLimits(counted, log, registry, findLimits)
  parts.add('rate limits', async () => limits.close())
  const audit = new LateEntries(db, log, registry)
  parts.add('audit log', () => audit.close())
  const keyUses = new KeyUses(db, log, context.clock)
  parts.add('uses of API keys', () => keyUses.close())

  const waiters = new EventWaiters(db)
  if (servesApi) followMetrics(registry, db)
  wakes.attach('events', waiters, () => waiters.isFollowed)
  // A stopping process records no more events, so it answers the requests that wait for them.
  parts.addWorker('event waiters', async () => waiters.end())
  return {
    keys: keyStore(db, waiters.recheck),
    keyUses,
    sessions: sessionVerifier(db, keyRing.of('session'), config.sessions, waiters.recheck),
    console: consoleRequests(publicUrl),
    /** The requests that wait for events. */
    waiters,
    limits,
    /** Finds the limits that the operator has set for a workspace. */
    findLimits,
    audit,
    bodies: new BodyMemory(config.bodyMemory),
  }
}
