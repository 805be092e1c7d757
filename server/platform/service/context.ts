import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import type { KeySource } from '../auth/key-source.js'
import type { KeyPurpose } from '../auth/service-key.js'
import type { Config } from '../config/config.js'
import type { ServiceRole } from '../config/roles.js'
import type { EndedLinks } from '../db/ended-links.js'
import type { CachedRetention } from '../db/retention.js'
import type { WorkspaceHosts } from '../db/workspace-hosts.js'
import type { LeaseOwner } from '../queue/leases/owner.js'
import type { RecentSends } from '../queue/limiter/recent-sends.js'
import type { Wakes } from '../queue/wakes/wakes.js'
import type { StartedParts } from './started-parts.js'

/**
 * A `ServiceContext` holds what a process opens once and its features share. Each feature has an `open` function that
 * takes the context, and by name what it needs of other features; it returns the feature's handlers, purge tasks, jobs
 * and workers. `process/features.ts` calls these functions.
 */
export interface ServiceContext {
  readonly config: Config
  readonly db: Knex
  /** Tells the database's time, or the time of a test (`config.clock`). */
  readonly clock: () => Date
  /** Gives the service's own keys by their purpose. */
  readonly keyRing: { of(purpose: KeyPurpose): KeySource }
  /** Identifies this process as the owner of leases. */
  readonly owner: LeaseOwner
  readonly wakes: Wakes
  /** Counts single sends, so that bulk mail can leave room for them. */
  readonly recentSends: RecentSends
  readonly progress: ProgressMonitor
  readonly registry: Registry
  /** Takes what a feature has started, to be closed when the process stops. */
  readonly parts: StartedParts
  /** The hosts that workspaces have of their own. */
  readonly workspaceHosts: WorkspaceHosts
  /** The workspaces whose links in mail no longer work. */
  readonly endedLinks: EndedLinks
  /** Tells where a workspace's retention begins. */
  readonly retention: CachedRetention
  /** The port that HTTP listens on. */
  readonly httpPort: number
  /** The URL of the service as seen from outside, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  /** Tells whether this process has a role. */
  has(role: ServiceRole): boolean
  /** Returns a log whose lines name a role. */
  logOf(role: ServiceRole): Logger
}
