import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { ProgressMonitor } from '../../base/concurrency/progress-monitor.js'
import { loopbackRanges } from '../mail/network/address-ranges.js'
import { followKeyRing, openKeyRing } from '../operate/key-ring/key-ring.js'
import { openLedger } from '../operate/ledger/start.js'
import type { Config } from '../platform/config/config.js'
import type { ServiceRole } from '../platform/config/roles.js'
import { awaitDatabase } from '../platform/db/connection/await-database.js'
import { openDatabaseClock } from '../platform/db/connection/database-clock.js'
import { openDatabase, type Database } from '../platform/db/connection/database.js'
import { probeClients, refusePooler } from '../platform/db/connection/refuse-pooler.js'
import { EndedLinks, readLinksEnds } from '../platform/db/ended-links.js'
import { keepEventOrder } from '../platform/db/event-order.js'
import { follow } from '../platform/db/follow.js'
import { retentionStart } from '../platform/db/retention.js'
import { prepareSchema } from '../platform/db/schema/prepare-schema.js'
import { readWorkspaceHosts, WorkspaceHosts } from '../platform/db/workspace-hosts.js'
import { listen, type HttpServer } from '../platform/http/connection/listen.js'
import { publicUrl } from '../platform/http/connection/public-url.js'
import { openLeases } from '../platform/queue/leases/open-leases.js'
import { RecentSends } from '../platform/queue/limiter/recent-sends.js'
import { ProcessWakes } from '../platform/queue/wakes/process-wakes.js'
import { Wakes } from '../platform/queue/wakes/wakes.js'
import type { ServiceContext } from '../platform/service/context.js'
import type { StartedParts } from '../platform/service/started-parts.js'
import { deletionWork } from '../product/audience/erasure/advance.js'
import { countWork } from '../product/audience/segments/search/count.js'
import { deliveryLeases } from '../product/mail/claim/leases.js'
import { startHeldIfRestored } from '../product/mail/hold/restored.js'
import { automationRunLeases } from '../product/programs/automations/engine/claim.js'
import { automationWork } from '../product/programs/automations/jobs/turn.js'
import { campaignWork } from '../product/programs/campaigns/campaign-rows.js'
import { importWork } from '../product/programs/contact-imports/work.js'
import { signInMailLeases } from '../product/sign-in/mails/queue.js'
import { webhookLeases } from '../product/webhooks/queue/release.js'
import { bootstrapWorkspace } from '../product/workspace/bootstrap.js'
import { processMetrics } from './process-metrics.js'

/** The tables whose rows are claimed under leases. */
const leasedTables = [
  deliveryLeases,
  webhookLeases,
  deletionWork.leases,
  campaignWork.leases,
  importWork.leases,
  countWork.leases,
  automationWork.leases,
  automationRunLeases,
  signInMailLeases,
]

/** A `ProcessContext` has the parts that features share, and those that only the process itself uses. */
export interface ProcessContext extends ServiceContext {
  readonly database: Database
  readonly http: HttpServer
  /** True if this start has made the first workspace. */
  readonly isFirst: boolean
}

/**
 * Opens the database, brings its schema up to date, and opens the parts that every feature needs. It listens for
 * HTTP, whose requests wait until something serves them.
 *
 * @param parts gets the opened parts, so that they are closed even if a later step fails
 * @throws DataDirInUseError, or the error of the step that failed
 */
export async function openContext(config: Config, log: Logger, parts: StartedParts): Promise<ProcessContext> {
  if (config.traces) {
    const { startTracing } = await import('../platform/tracing/sdk.js')
    const tracing = startTracing(log)
    parts.add('traces', () => tracing.close())
  }
  const database = await openDatabase(config)
  parts.add('database', () => database.close())
  const { db } = database
  database.onNotice((notice) => log.warn(notice))
  if (config.databaseUrl !== undefined) {
    await awaitDatabase(db, log)
    await refusePooler(probeClients(config.databaseUrl))
  }
  await prepareSchema(db, config, log)
  const restores = await startHeldIfRestored(db, config, log)
  await keepEventOrder(db)
  const clock = await openDatabaseClock(db, log)
  parts.add('database clock', async () => clock.close())
  const keyRing = await openKeyRing(db, config)
  if (database.ledger !== undefined) await openLedger(database.ledger, { db, keyRing, restores, log, parts })
  restores.forget()
  const followed = followKeyRing(keyRing, log)
  parts.add('key ring', () => followed.stop())
  const { workspaceHosts, endedLinks } = await followWorkspaces(db, config, { now: clock.now, log, parts })
  const isFirst = await bootstrapWorkspace(db, config.dataDir)
  const wakes = new Wakes()
  const processWakes = new ProcessWakes(config.databaseUrl, wakes, log)
  parts.add('process wakes', () => processWakes.close())
  const owner = await openLeases(database, leasedTables, config, { neighbours: processWakes, log })
  parts.add('leases', () => owner.close())
  const progress = new ProgressMonitor()
  parts.add('progress monitor', async () => progress.close())
  const registry = new Registry()
  processMetrics(registry, database, progress)
  const logOf = (role: ServiceRole) => log.child({ role })
  const proxies = [...loopbackRanges, ...config.trustedProxies]
  const http = await listen(config.port, config.host, logOf('api'), { proxies })
  parts.add('http', () => http.close())
  return {
    config,
    log,
    parts,
    database,
    db,
    http,
    httpPort: http.port,
    publicUrl: publicUrl(config, http.port),
    isFirst,
    keyRing,
    workspaceHosts,
    endedLinks,
    owner,
    clock: config.clock ?? clock.now,
    wakes,
    recentSends: new RecentSends(),
    progress,
    registry,
    retention: retentionStart(db),
    has: (role) => config.roles.includes(role),
    logOf,
  }
}

/** Reads at intervals the workspaces' own hosts, and the workspaces whose links in mail have ended. */
async function followWorkspaces(
  db: Knex,
  config: Config,
  { now, log, parts }: { readonly now: () => Date; readonly log: Logger; readonly parts: StartedParts },
) {
  const { readMs } = config.scheduler.hostChecks
  const workspaceHosts = new WorkspaceHosts(now)
  const readHosts = async () => workspaceHosts.replace(await readWorkspaceHosts(db))
  const hosts = await follow(readHosts, readMs, 'the hosts of workspaces', log)
  parts.add('hosts of workspaces', () => hosts.stop())
  const endedLinks = new EndedLinks()
  const readEnds = async () => endedLinks.replace(await readLinksEnds(db))
  const ends = await follow(readEnds, readMs, 'the ended links of workspaces', log)
  parts.add('ended links', () => ends.stop())
  return { workspaceHosts, endedLinks }
}
