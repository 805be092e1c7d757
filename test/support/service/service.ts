import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { readConfig, type Config } from '../../../server/platform/config/config.js'
import {
  defaultBodyMemory,
  defaultDelivery,
  defaultLeases,
  defaultRateLimits,
  defaultSessions,
  defaultWebhooks,
  type BodyMemoryConfig,
  type DeliveryConfig,
  type LeaseConfig,
  type RateLimitConfig,
  type SessionConfig,
  type WebhookConfig,
} from '../../../server/platform/config/defaults.js'
import { defaultScheduler, type SchedulerConfig } from '../../../server/platform/config/scheduler.js'
import { defaultAutomations, type AutomationsConfig } from '../../../server/platform/config/automations.js'
import { defaultPrograms, type ProgramsConfig } from '../../../server/platform/config/programs.js'
import { startService } from '../../../server/process/service.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { createMigratedDatabase, type TestDatabase } from '../database/database.js'
import { scratchFolder } from '../run/scratch-folder.js'
import { signIn } from '../workspace/sessions.js'

/** A whole service in this process, on a PostgreSQL database of its own. */
export interface TestService {
  readonly url: string
  readonly dataDir: string
  readonly config: Config
  readonly credentials: FirstCredentials
  /** The port of the inbound receiver, where it has that role. */
  readonly inboundPort: number
  /** The ports for submission by SMTP, where they are configured. */
  readonly submission: { readonly port: number; readonly tlsPort: number }
  /** The service's own database, to look at what it keeps and to set up what no operation can. */
  readonly sql: pg.Pool
  /** The service's own database by Knex, for functions of the service that take it. */
  readonly db: Knex
  /** Every line the service has logged. */
  readonly logs: string[]
  /** A session token of a new user with this role, in the first workspace unless told otherwise. */
  session(role: 'owner' | 'admin' | 'member', lifetimeSeconds?: number): Promise<string>
  stop(): Promise<void>
}

export interface TestServiceOptions {
  readonly env?: Record<string, string>
  readonly bodyMemory?: Partial<BodyMemoryConfig>
  readonly delivery?: Partial<DeliveryConfig>
  readonly leases?: Partial<LeaseConfig>
  readonly programs?: Partial<ProgramsConfig>
  readonly automations?: Partial<AutomationsConfig>
  /** A clock in place of the database's. */
  readonly clock?: Config['clock']
  readonly webhooks?: Partial<WebhookConfig>
  readonly rateLimits?: Partial<RateLimitConfig>
  readonly sessions?: Partial<SessionConfig>
  readonly purge?: Partial<SchedulerConfig['purge']>
  readonly domainChecks?: Partial<SchedulerConfig['domainChecks']>
  readonly erasures?: Partial<SchedulerConfig['erasures']>
  readonly workspaceDeletion?: SchedulerConfig['workspaceDeletion']
  readonly hostChecks?: SchedulerConfig['hostChecks']
  readonly statistics?: Partial<SchedulerConfig['statistics']>
  readonly logSearch?: Partial<SchedulerConfig['logSearch']>
  /** Puts something between the service and its database: its URL for that of the database. */
  readonly through?: (databaseUrl: string) => Promise<string>
  /** The folder in which the service's data folder is made, instead of `scratchFolder`. */
  readonly folder?: string
  /** Starts another process of this service: the same database, secret and credentials. It is stopped first. */
  readonly beside?: TestService
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { beside } = options
  const database = beside === undefined ? await createMigratedDatabase() : databaseOf(beside)
  const dataDir = mkdtempSync(path.join(options.folder ?? scratchFolder, 'postseal-test-'))
  const config: Config = {
    ...readConfig({
      PORT: '0',
      DATABASE_URL: (await options.through?.(database.url)) ?? database.url,
      POSTSEAL_DATA_DIR: dataDir,
      POSTSEAL_SECRET_KEY: beside?.config.secretKey ?? randomBytes(32).toString('base64'),
      POSTSEAL_SINK_PORT: '0',
      POSTSEAL_ALLOWED_PROVIDER_CIDRS: '127.0.0.0/8',
      POSTSEAL_INBOUND_PORT: '0',
      POSTSEAL_SHUTDOWN_GRACE: '0',
      ...options.env,
    }),
    bodyMemory: { ...defaultBodyMemory, ...options.bodyMemory },
    delivery: { ...defaultDelivery, ...options.delivery },
    leases: { ...defaultLeases, ...options.leases },
    programs: { ...defaultPrograms, ...options.programs },
    automations: { ...defaultAutomations, ...options.automations },
    clock: options.clock,
    webhooks: { ...defaultWebhooks, ...options.webhooks },
    // Tests that try every operation for many credentials check one workspace's domains more often than a tenant may.
    // All of them come from this machine.
    rateLimits: { ...defaultRateLimits, checksPerMinute: 10_000, signIns: 10_000, ...options.rateLimits },
    sessions: { ...defaultSessions, ...options.sessions },
    scheduler: {
      ...defaultScheduler,
      purge: { ...defaultScheduler.purge, restSeconds: 0, ...options.purge },
      domainChecks: { ...defaultScheduler.domainChecks, ...options.domainChecks },
      erasures: { ...defaultScheduler.erasures, ...options.erasures },
      hostChecks: { ...defaultScheduler.hostChecks, ...options.hostChecks },
      statistics: { ...defaultScheduler.statistics, ...options.statistics },
      logSearch: { ...defaultScheduler.logSearch, ...options.logSearch },
      workspaceDeletion: { ...defaultScheduler.workspaceDeletion, ...options.workspaceDeletion },
    },
  }
  const logs: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void logs.push(line) })
  const service = await startService(config, log)
  const sql = new pg.Pool({ connectionString: database.url, max: 2 })
  // The database is dropped under it, or cut off on purpose; who asks next is told.
  sql.on('error', () => undefined)
  let db: Knex | undefined
  const credentials = JSON.parse(
    readFileSync(path.join(beside?.dataDir ?? dataDir, 'credentials.json'), 'utf8'),
  ) as FirstCredentials

  return {
    url: `http://127.0.0.1:${service.port}`,
    inboundPort: service.inboundPort ?? 0,
    submission: { port: service.submission.port ?? 0, tlsPort: service.submission.tlsPort ?? 0 },
    dataDir,
    config,
    credentials,
    sql,
    get db() {
      return (db ??= knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } }))
    },
    logs,
    session: async (role, lifetimeSeconds) => {
      const workspaceId = fromTypeId('ws', credentials.workspace_id)
      return (await signIn({ sql, config }, workspaceId, role, lifetimeSeconds)).token
    },
    stop: async () => {
      await service.stop()
      await Promise.all([sql.end(), db?.destroy()])
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function databaseOf(service: TestService): TestDatabase {
  return { url: service.config.databaseUrl ?? '', drop: () => Promise.resolve() }
}
