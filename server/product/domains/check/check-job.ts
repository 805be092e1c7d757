import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SchedulerConfig } from '../../../platform/config/scheduler.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { withTimeout } from '../../../../base/time/with-timeout.js'
import { OneByOne } from '../../../platform/queue/one-by-one.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'
import { untilAborted } from '../../../platform/scheduler/until-aborted.js'
import type { CheckRecords } from './record-check.js'
import type { DkimKeyStore } from '../dkim/key-store.js'
import { checkDomain } from './check-domain.js'
import type { DomainMetrics } from '../metrics.js'
import { saveCheck } from './save-check.js'
import type { SendingSetup } from '../sending-setup.js'

export interface CheckJobDependencies {
  readonly db: Knex
  readonly config: SchedulerConfig['domainChecks']
  readonly sendingSetup: SendingSetup
  readonly store: DkimKeyStore
  readonly checkRecords: CheckRecords
  /** Makes a resolver whose cache is empty. */
  readonly freshResolver: () => Resolver
  readonly metrics: DomainMetrics
  readonly wakes: Wakes
  readonly log: Logger
}

interface ClaimedCheck {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
}

/** Most times that a claim looks for domains, if other processes were faster each time. */
const looksAtMost = 3

const selectDue = gather<[max: number], ClaimedCheck>(
  'select_due_domains',
  'select workspace_id, id from domains where next_check_at <= now() order by next_check_at limit $1',
)

const selectDueOf = statement<[workspaceId: WorkspaceId, max: number], ClaimedCheck>(
  'select_due_domains_of_workspace',
  `select workspace_id, id from domains where workspace_id = $1 and next_check_at <= now()
   order by next_check_at limit $2`,
)
const oneByOne = new OneByOne()

const claimOne = statement<[workspaceId: WorkspaceId, id: Uuid], ClaimedCheck>(
  'claim_due_domain',
  `update domains set next_check_at = now() + interval '10 minutes'
   where workspace_id = $1 and id = (
     select id from domains where workspace_id = $1 and id = $2 and next_check_at <= now()
     for no key update skip locked
   )
   returning workspace_id, id`,
)

/**
 * Claims the domain that has been due for longest, and postpones its next check by longer than a check can take:
 * meanwhile other claims get other domains, and a process that dies delays the domain by no more than that.
 *
 * @param atOnce number of simultaneous claims: each may have to pass over the domains of the others
 */
async function claimDue(db: Knex, atOnce: number): Promise<ClaimedCheck | undefined> {
  const wanted = atOnce * 2
  for (let looks = 0; looks < looksAtMost; looks += 1) {
    const due = await oneByOne.ask(
      db,
      () => selectDue(db, wanted),
      (workspaceId) => selectDueOf(db, workspaceId, wanted),
    )
    for (const { workspace_id, id } of due) {
      const [claimed] = await claimOne(db, workspace_id, id)
      if (claimed !== undefined) return claimed
    }
    if (due.length < wanted) break
  }
  return undefined
}

/** Checks the domains that are due, some at once. Any number of processes may run the job. */
export function domainCheckJob(dependencies: CheckJobDependencies): Job {
  const { db, config, metrics, log } = dependencies

  async function check(
    { workspace_id, id }: ClaimedCheck,
    resolver: Resolver,
    stopping: AbortSignal,
  ): Promise<void> {
    const checking = checkDomain(db, dependencies, resolver, { workspaceId: workspace_id, id })
    const late = () => new Error(`the check took more than ${config.timeoutSeconds} seconds`)
    const check = await withTimeout(untilAborted(checking, stopping), config.timeoutSeconds * 1000, late)
    if (check === undefined) return
    const saved = await inTransaction(db, ({ sql }) => saveCheck(sql, dependencies.sendingSetup, check))
    if (saved === undefined) return
    metrics.checked(saved.verdict)
    if (saved.changed) dependencies.wakes.webhooks()
  }

  async function loop(resolver: Resolver, end: number, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && performance.now() < end) {
      const claimed = await claimDue(db, config.atOnce)
      if (claimed === undefined) return
      try {
        await check(claimed, resolver, stopping)
      } catch (error) {
        metrics.checked('error')
        log.error({ err: error, domain_id: claimed.id }, 'a domain could not be checked')
      }
    }
  }

  return {
    name: 'domain-checks',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      // Questions that domains have in common, such as this host's records, are asked once in a run.
      const resolver = dependencies.freshResolver()
      const end = performance.now() + config.runSeconds * 1000
      await Promise.all(Array.from({ length: config.atOnce }, () => loop(resolver, end, stopping)))
    },
  }
}
