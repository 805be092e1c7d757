import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { erasureSteps } from './erasure-steps.js'
import { deletionsInHand, type ErasureOptions } from '../../product/audience/erasure/work.js'
import { deletionWork } from '../../product/audience/erasure/advance.js'
import { countWork } from '../../product/audience/segments/search/count.js'
import { sealer, type Sealer } from '../../platform/auth/sealed.js'
import { processClock } from '../../platform/config/automations.js'
import type { Config } from '../../platform/config/config.js'
import type { ServiceRole } from '../../platform/config/roles.js'
import { storedMailRenderer, type RenderStored } from '../../product/content/render-stored.js'
import { openRenderer } from '../../product/content/rendering/pool/renderer.js'
import type { Renderer } from '../../product/content/rendering/compiling/source.js'
import { templateStore, type TemplateStore } from '../../product/content/store.js'
import { EndedLinks, readLinksEnds } from '../../platform/db/ended-links.js'
import { follow } from '../../platform/db/follow.js'
import { readWorkspaceHosts, WorkspaceHosts } from '../../platform/db/workspace-hosts.js'
import { awaitDatabase } from '../../platform/db/connection/await-database.js'
import { openDatabaseClock } from '../../platform/db/connection/database-clock.js'
import { openDatabase, type Database } from '../../platform/db/connection/database.js'
import { keepEventOrder } from '../../platform/db/event-order.js'
import { prepareSchema } from '../../platform/db/schema/prepare-schema.js'
import { probeClients, refusePooler } from '../../platform/db/connection/refuse-pooler.js'
import { replyAddresses, type ReplyAddresses } from '../../product/delivery/bounce/reply-address.js'
import { returnPath, type ReturnPath } from '../../product/delivery/bounce/return-path.js'
import { deliveryLeases } from '../../product/mail/claim/leases.js'
import { openDomains, type Domains } from '../../product/domains/open-domains.js'
import { followKeyRing, openKeyRing, type KeyRing } from '../../operate/key-ring/key-ring.js'
import { automationRunLeases } from '../../product/programs/automations/engine/claim.js'
import { automationWork } from '../../product/programs/automations/jobs/turn.js'
import { campaignBrake, type Brake } from '../../product/programs/campaigns/release/brake.js'
import { importWork } from '../../product/programs/contact-imports/work.js'
import { campaignWork } from '../../product/programs/campaigns/rows.js'
import { openLedger } from '../../operate/ledger/start.js'
import { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { startHeldIfRestored } from '../../product/mail/hold/restored.js'
import { openLeases } from '../../platform/queue/leases/open-leases.js'
import type { LeaseOwner } from '../../platform/queue/leases/owner.js'
import { ProcessWakes } from '../../platform/queue/wakes/process-wakes.js'
import { RecentSends } from '../../platform/queue/limiter/recent-sends.js'
import { Wakes } from '../../platform/queue/wakes/wakes.js'
import { signInMailLeases } from '../../product/sign-in/queue.js'
import type { StartedParts } from '../started-parts.js'
import { processMetrics } from './process-metrics.js'
import { webhookLeases } from '../../product/webhooks/queue/release.js'
import { bootstrapWorkspace } from '../../product/workspace/bootstrap.js'

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

/** What the roles of a process share. */
export interface RoleContext {
  readonly config: Config
  readonly log: Logger
  /** Where a role adds what it has started. */
  readonly parts: StartedParts
  readonly database: Database
  readonly db: Knex
  /** Whether this start has made the first workspace. */
  readonly isFirst: boolean
  readonly keyRing: KeyRing
  /** Hosts that workspaces have of their own. */
  readonly workspaceHosts: WorkspaceHosts
  /** Workspaces whose links in mail have ended. */
  readonly endedLinks: EndedLinks
  /** This process as the owner of leases. */
  readonly owner: LeaseOwner
  /** The database's clock. */
  readonly now: () => Date
  readonly wakes: Wakes
  readonly recentSends: RecentSends
  readonly progress: ProgressMonitor
  readonly registry: Registry
  readonly returnPath: ReturnPath
  /** The addresses by which answers to messages come in. */
  readonly replyAddresses: ReplyAddresses
  readonly domains: Domains
  readonly erasure: ErasureOptions
  readonly webhookSealer: Sealer
  readonly templates: TemplateStore
  readonly renderer: Renderer
  /** Renders mail whose bodies are not stored. */
  readonly renderStored: RenderStored
  /** Pauses campaigns whose mail bounces or is complained about too often. */
  readonly brake: Brake
  has(role: ServiceRole): boolean
  logOf(role: ServiceRole): Logger
}

/**
 * Opens the database, brings its schema up to date, and opens what every role needs.
 *
 * @param parts gets what was opened, so that it is closed even if a later step fails
 * @throws DataDirInUseError, or the failure of the step that could not be done
 */
export async function openContext(config: Config, log: Logger, parts: StartedParts): Promise<RoleContext> {
  if (config.traces) {
    const { startTracing } = await import('../../platform/tracing/sdk.js')
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
  const workspaceHosts = new WorkspaceHosts(clock.now)
  const endedLinks = new EndedLinks()
  const { readMs } = config.scheduler.hostChecks
  const readHosts = async () => workspaceHosts.replace(await readWorkspaceHosts(db))
  const hosts = await follow(readHosts, readMs, 'the hosts of workspaces', log)
  parts.add('hosts of workspaces', () => hosts.stop())
  const readEnds = async () => endedLinks.replace(await readLinksEnds(db))
  const ends = await follow(readEnds, readMs, 'the ended links of workspaces', log)
  parts.add('ended links', () => ends.stop())
  const isFirst = await bootstrapWorkspace(db, config.dataDir)
  const wakes = new Wakes()
  const processWakes = new ProcessWakes(config.databaseUrl, wakes, log)
  parts.add('process wakes', () => processWakes.close())
  const owner = await openLeases(database, leasedTables, config, processWakes, log)
  parts.add('leases', () => owner.close())
  const { erasures } = config.scheduler
  const inHand = deletionsInHand({ db, lease: owner.id, leaseSeconds: erasures.leaseSeconds, log })
  parts.add('deletions', () => inHand.strays.close())
  const progress = new ProgressMonitor()
  parts.add('progress monitor', async () => progress.close())
  const registry = new Registry()
  processMetrics(registry, database, progress)
  const templates = templateStore(db)
  // Before HTTP and the workers, so that it closes after those that use it.
  const renderer = openRenderer(({ workspaceId, key, failure }) =>
    log.warn(
      { workspace_id: workspaceId, version: key, failure },
      failure === 'slow' || failure === 'ended'
        ? 'a template exceeded its limits and was stopped'
        : 'a template got no time on this machine',
    ),
  )
  parts.add('renderer', () => renderer.close())

  // A test may have its own.
  const now = config.automations.now === processClock ? clock.now : config.automations.now
  return {
    config: { ...config, automations: { ...config.automations, now } },
    log,
    parts,
    database,
    db,
    isFirst,
    keyRing,
    workspaceHosts,
    endedLinks,
    owner,
    now: clock.now,
    wakes,
    recentSends: new RecentSends(),
    progress,
    registry,
    returnPath: returnPath(config.returnPathDomain, keyRing.of('return-path')),
    replyAddresses: replyAddresses(keyRing.of('subscription')),
    domains: openDomains(config, db, sealer(keyRing.of('dkim')), registry),
    erasure: {
      db,
      lease: owner.id,
      sealer: sealer(keyRing.of('deletion')),
      config: erasures,
      steps: erasureSteps,
      inHand,
    },
    webhookSealer: sealer(keyRing.of('webhook')),
    templates,
    renderer,
    renderStored: storedMailRenderer(templates, renderer),
    brake: campaignBrake(db, wakes, log),
    has: (role) => config.roles.includes(role),
    logOf: (role) => log.child({ role }),
  }
}
