import { Router } from 'express'
import type { Knex } from 'knex'
import { Gauge, type Registry } from 'prom-client'
import type { ServiceRole } from '../config/roles.js'
import { cached } from '../db/cached.js'
import type { WorkspaceHosts } from '../db/workspace-hosts.js'
import type { SilenceWatch } from '../db/connection/silence.js'
import type { StorageMonitor } from '../db/connection/storage-monitor.js'
import { refusalSentences } from '../db/connection/storage-refusal.js'
import { DatabaseTimeoutError, timeLimits } from '../db/connection/time-limits.js'
import { withTimeout } from '../../../base/time/with-timeout.js'
import { refuseMethod } from './operation/serve.js'
import { ApiError } from './errors/api-error.js'
import type { ProgressMonitor, SetAside } from '../../../base/concurrency/progress-monitor.js'
import { countHeld, type HeldCount } from '../queue/holds/held.js'
import type { Ledger } from '../ledger/ledger.js'
import { heldText } from '../queue/holds/words.js'

/**
 * The max times in milliseconds for the database to answer a readiness check, to store something again after it
 * refused to, and to count held rows. Together less than a second, after which many load balancers give up.
 */
const maxAnswerMs = 500
const maxProbeMs = 200
const maxCountMs = 200

/** Seconds for which a task may be stuck before the process counts as not ready. */
const notReadySeconds = 30

/**
 * Returns the seconds for which a task may be stuck before the process counts as beyond help: longer than every
 * time-out of the database that it may wait for.
 */
export function unhealthySeconds(statementSeconds: number): number {
  return Math.max(4 * notReadySeconds, timeLimits(statementSeconds).unresponsiveMs / 1000)
}

/** The parts of the process that the health checks look at. */
export interface Health {
  /** True if the process is stopping, and should get no more traffic. */
  readonly isStopping: () => boolean
  readonly progress: ProgressMonitor
  readonly storage: StorageMonitor
  readonly silence: Pick<SilenceWatch, 'answers'>
  /** The record of rights and data that were taken away; undefined if there is none. */
  readonly ledger: Pick<Ledger, 'state'> | undefined
  /** The result of {@link unhealthySeconds}. */
  readonly unhealthySeconds: number
}

/** The health checks of a process. Each throws the ApiError 503 `unavailable` that says why it fails. */
interface HealthChecks {
  /** Fails only if a restart is the one thing that can help. */
  readonly live: () => { readonly status: 'ok' }
  /** Fails while the process cannot do its work. */
  readonly ready: () => Promise<{
    readonly status: 'ready'
    readonly roles: readonly ServiceRole[]
    /** Work that is left undone while everything else is done, for a person to look into. */
    readonly warnings: readonly string[]
  }>
}

export function healthChecks(
  db: Knex,
  roles: readonly ServiceRole[],
  { isStopping, progress, storage, silence, ledger, unhealthySeconds }: Health,
): HealthChecks {
  function refuseIfStuck(minSeconds: number): void {
    const stuck = progress.longestStuck(minSeconds)
    if (stuck !== undefined)
      throw unavailable(`The ${stuck.name} of this process has been stuck for ${stuck.seconds} seconds.`)
  }

  const counted = cached(() => countHeld(db))

  /** Warns of held rows. A count that takes longer is there for one of the next checks. */
  async function heldWarning(): Promise<string[]> {
    const late = () => new DatabaseTimeoutError('What is held was not counted in time.')
    const held = await withTimeout(counted(), maxCountMs, late).catch(() => undefined)
    return held === undefined ? [] : warningOfHeld(held)
  }

  let asked: Promise<void> | undefined

  /**
   * Asks the database whether it answers. Checks share one question, which may wait for a connection of the pool for
   * longer than a check does.
   *
   * @throws DatabaseTimeoutError, or the error of reaching the database
   */
  async function expectAnswer(): Promise<void> {
    const before = silence.answers
    asked ??= Promise.resolve(db.raw('select 1'))
      .then(() => undefined)
      .finally(() => (asked = undefined))
    const late = () => new DatabaseTimeoutError('The database did not answer a readiness check in time.')
    try {
      await withTimeout(asked, maxAnswerMs, late)
    } catch (error) {
      // All connections are in use, and the database answers on them.
      if (error instanceof DatabaseTimeoutError && silence.answers > before) return
      throw error
    }
  }

  return {
    live: () => {
      refuseIfStuck(unhealthySeconds)
      return { status: 'ok' }
    },

    ready: async () => {
      if (isStopping()) throw unavailable('The service is stopping.')
      refuseIfStuck(notReadySeconds)
      try {
        await expectAnswer()
      } catch (error) {
        throw unavailable('The service cannot reach its database.', error)
      }
      const refusal = await storage.refusal(db, maxProbeMs)
      if (refusal !== undefined) throw unavailable(refusalSentences[refusal])
      const warnings = [
        ...progress.setAside().flatMap(warningOf),
        ...warningOfLedger(ledger),
        ...(await heldWarning()),
      ]
      return { status: 'ready', roles, warnings }
    },
  }
}

/** Registers the metric of whether the process is ready, for alerts: it counts as not ready as `/readyz` does. */
export function readyMetric(registry: Registry, { ready }: Pick<HealthChecks, 'ready'>): void {
  new Gauge({
    name: 'postseal_ready',
    help: 'Whether this process can do its work: 1 if /readyz answers 200, otherwise 0.',
    registers: [registry],
    async collect() {
      this.set(
        await ready().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
}

/**
 * Serves the health checks, for load balancers and supervisors, and says for which hosts of workspaces a proxy is to
 * get a certificate. They are not part of the contract.
 */
export function healthRoutes(checks: HealthChecks, hosts: Pick<WorkspaceHosts, 'takesCertificate'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json(checks.live())
  })
  router.get('/readyz', async (_req, res) => {
    res.set('Cache-Control', 'no-store').json(await checks.ready())
  })
  router.get('/hostz', (req, res) => {
    const { domain } = req.query
    if (typeof domain !== 'string' || !hosts.takesCertificate(domain))
      throw new ApiError('not_found', 'No workspace has links to this host.')
    res.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.all(['/healthz', '/readyz', '/hostz'], refuseMethod(['get']))
  return router
}

/**
 * Warns of a worker's keys that have no turns. It is no reason to withhold traffic: everybody else's work goes on.
 */
function warningOf({ worker, count }: SetAside): string[] {
  if (count === 0) return []
  const what = count === 1 ? 'some work that fails' : `${count} pieces of work that fail`
  return [`The ${worker} of this process has set aside ${what} or does not end: its log says which.`]
}

/** Warns of held rows. They are no reason to withhold traffic either: new mail is sent as usual. */
function warningOfHeld(held: HeldCount): string[] {
  if (held.deliveries + held.webhooks === 0) return []
  return [
    `The queue of a restored database is held: ${heldText(held)}. Run "postseal queue release" to send it, or ` +
      '"postseal queue drop --held".',
  ]
}

/**
 * Warns of the ledger. It is no reason to withhold traffic either: keys can be revoked while the ledger's disk fails.
 */
function warningOfLedger(ledger: Health['ledger']): string[] {
  const { folder, failing, waiting, lost } = ledger?.state ?? {}
  const after = 'A restore would bring back the data that they remove.'
  return [
    ...(failing === undefined
      ? []
      : [
          `The ledger in ${folder} cannot be written since ${failing.since.toISOString()} (${failing.error.message}): ` +
            `${waiting} lines wait in memory. ${after}`,
        ]),
    ...(lost === undefined || lost === 0
      ? []
      : [`The ledger in ${folder} has lost ${lost} lines while its disk failed. ${after}`]),
  ]
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', message, { retryAfter: 1, cause })
}
