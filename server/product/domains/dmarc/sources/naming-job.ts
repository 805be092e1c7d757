import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { SchedulerConfig } from '../../../../platform/config/scheduler.js'
import { nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { gather, statement } from '../../../../platform/db/statements/statement.js'
import type { Resolver } from '../../../../mail/dns/resolver.js'
import type { Job } from '../../../../platform/scheduler/scheduler.js'
import { untilAborted } from '../../../../platform/scheduler/until-aborted.js'
import { dayMs } from '../../../../platform/db/retention.js'
import { nameOf, noName, type SourceName } from './name-of.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

type Names = Pick<Resolver, 'names' | 'addresses'>

interface Unnamed {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly address: string
}

/** Selects unnamed sources by an index that has only these. */
const selectUnnamed = gather<[afterWorkspace: WorkspaceId, afterId: Uuid, max: number], Unnamed>(
  'select_unnamed_dmarc_sources',
  `select workspace_id, id, host(address) as address from dmarc_sources
   where named_at is null and (workspace_id, id) > ($1, $2)
   order by workspace_id, id limit $3`,
)

const setName = statement<
  [workspaceId: WorkspaceId, id: Uuid, hostname: string | null, network: string | null]
>(
  'name_dmarc_source',
  `update dmarc_sources set hostname = $3, network = $4, named_at = now() where workspace_id = $1 and id = $2`,
)

/** Time for which an address whose server gave no answer is not asked about again, in milliseconds. */
const unansweredMs = 3_600_000

const beginning = { workspace_id: nilUuid, id: nilUuid }

/**
 * Looks up the names of the addresses in reports. A run takes a batch of sources, and the next one goes on behind
 * them, so that sources without an answer delay no others; they are asked for every hour until the source is a day
 * old.
 *
 * Each source is written by itself, since an import writes many of them in an order of its own.
 */
export function namingJob(db: Knex, config: SchedulerConfig['dmarcNames'], freshResolver: () => Names): Job {
  let last: Pick<Unnamed, 'workspace_id' | 'id'> = beginning
  const unanswered = new LRUCache<string, true>({ ...atMostEntries(10_000), ttl: unansweredMs })

  async function ask(
    address: string,
    resolver: Names,
    stopping: AbortSignal,
  ): Promise<SourceName | undefined> {
    if (unanswered.has(address)) return undefined
    const found = await untilAborted(nameOf(address, resolver), stopping)
    if (found === undefined && !stopping.aborted) unanswered.set(address, true)
    return found
  }

  async function record(sources: readonly Unnamed[], found: SourceName | undefined): Promise<void> {
    for (const { workspace_id, id } of sources) {
      const isOld = timeOf(id).getTime() < Date.now() - dayMs
      if (found === undefined && !isOld) continue
      const { hostname, network } = found ?? noName
      await setName(db, workspace_id, id, hostname, network)
    }
  }

  return {
    name: 'dmarc-names',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      const rows = await selectUnnamed(db, last.workspace_id, last.id, config.batch)
      last = rows.length < config.batch ? beginning : (rows.at(-1) ?? beginning)
      const resolver = freshResolver()
      const addresses = byAddress(rows).entries()
      const loop = async () => {
        for (const [address, sources] of addresses) {
          const found = await ask(address, resolver, stopping)
          if (stopping.aborted) return
          await record(sources, found)
        }
      }
      // All loops end before the run does, so that no two runs overlap.
      const loops = await Promise.allSettled(Array.from({ length: config.atOnce }, loop))
      const failed = loops.find((ended) => ended.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}

/** Groups sources by address, because the same address can have sent as several domains. */
function byAddress(rows: readonly Unnamed[]): Map<string, Unnamed[]> {
  const sources = new Map<string, Unnamed[]>()
  for (const row of rows) {
    const others = sources.get(row.address)
    if (others === undefined) sources.set(row.address, [row])
    else others.push(row)
  }
  return sources
}
