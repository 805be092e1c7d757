import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { withTimeout } from '../../../base/time/with-timeout.js'
import { durableBatcher } from '../../platform/db/batching/durable-batcher.js'
import { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { newUuid, type WorkspaceId } from '../../platform/db/ids.js'
import { OwnedPlaces } from '../../platform/queue/owned-places.js'
import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import { storeHits, type Hit } from './store-hits.js'

/** Records opens and clicks after the reply to them: nobody waits for the database. */
export interface HitRecorder {
  record(hit: Hit): void
  /** Waits until everything is written, for five seconds at most. The rest is lost. */
  close(): Promise<void>
}

/**
 * Number of hits that may wait in a process; half of it is the limit of one workspace. Hits beyond are not counted:
 * somebody floods the links.
 */
export const maxWaiting = 20_000
export const share = 1 / 2

/** Milliseconds that a stop waits for hits to be written. */
const closeMs = 5_000

export function hitRecorder(options: {
  readonly db: Knex
  readonly wakes: Pick<Wakes, 'webhooks' | 'automations'>
  readonly log: Logger
  readonly registry: Registry
  /** Number of hits that may wait; tests make it small. */
  readonly max?: number
}): HitRecorder {
  const { db, wakes, log, registry } = options
  const retried = new RetriedWrites<WorkspaceId>()
  /** Id of this process's own rows in the totals. */
  const countedBy = newUuid()
  const counted = new Counter({
    name: 'postseal_tracked_hits_total',
    help: 'Opens and clicks received, by kind and by whether a machine made them; dropped if too many were waiting.',
    labelNames: ['kind', 'by'],
    registers: [registry],
  })
  const inHand = new Set<Promise<void>>()
  const places = new OwnedPlaces(options.max ?? maxWaiting)
  const store = durableBatcher<WorkspaceId, Hit>({
    retried,
    log,
    items: 'opens and clicks',
    max: 500,
    write: async (workspaceId, hits) => {
      for (const { kind, position, machine, times } of await storeHits(
        { db, wakes, countedBy },
        workspaceId,
        hits,
      ))
        if (position === -1) counted.inc({ kind, by: machine ? 'machine' : 'person' }, times)
    },
  })
  return {
    record: (hit) => {
      const leave = places.take([{ owner: hit.workspaceId, part: share }])
      if (leave === undefined) {
        counted.inc({ kind: hit.kind, by: 'dropped' })
        return
      }
      const work = store(hit.workspaceId, hit).catch(() => undefined)
      inHand.add(work)
      void work.finally(() => {
        inHand.delete(work)
        leave()
      })
    },
    close: async () => {
      const late = () => new Error('the database takes too long')
      await withTimeout(Promise.all(inHand), closeMs, late).catch(() => undefined)
      retried.end()
      await Promise.all(inHand)
    },
  }
}
