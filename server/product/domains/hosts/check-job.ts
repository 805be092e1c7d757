import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { WorkspaceHost } from '../../../platform/db/workspace-hosts.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'
import { checkHost } from './check.js'
import { saveHostCheck } from './host-rows.js'

const selectDue = serviceStatement<[max: number], { host: string }>(
  'select_due_workspace_hosts',
  'select host from workspace_hosts where next_check_at <= now() order by next_check_at limit $1',
)

/**
 * Claims a host for longer than a check can take, so that other processes leave it alone. If the DNS gives no answer,
 * the end of the claim is the time of the next check.
 */
const claim = serviceStatement<[host: string], Pick<WorkspaceHost, 'host' | 'status'>>(
  'claim_workspace_host',
  `update workspace_hosts set next_check_at = now() + interval '5 minutes'
   where host = $1 and next_check_at <= now() returning host, status`,
)

/** Hosts that are checked at once: checks mostly wait for the DNS. */
const atOnce = 5
/** Most hosts of a run. Further ones are due in the next. */
const maxDue = 500

export interface HostCheckOptions {
  readonly everySeconds: number
  /** Makes a resolver whose cache is empty. */
  readonly freshResolver: () => Resolver
  /** Hosts of the service, which workspaces' hosts have to lead to. */
  readonly targets: readonly string[]
  readonly log: Logger
}

/** Checks the hosts of workspaces that are due. Any number of processes may run the job. */
export function hostCheckJob(db: Knex, { everySeconds, freshResolver, targets, log }: HostCheckOptions): Job {
  async function check(host: string, resolver: Resolver): Promise<void> {
    const [before] = await claim(db, host)
    if (before === undefined) return
    const problem = await checkHost(resolver, host, targets)
    if (problem === undefined) return
    const now = await saveHostCheck(db, host, problem)
    if (now === undefined || now.status === before.status) return
    const of = { host, workspace_id: toTypeId('ws', now.workspace_id) }
    if (now.status === 'verified') log.info(of, 'mail has links to a host of a workspace')
    else log.warn({ ...of, problem }, 'a host of a workspace fails its check')
  }

  return {
    name: 'host-checks',
    everySeconds,
    run: async (stopping) => {
      // A service without an address of its own is nowhere that a host could lead to.
      if (targets.length === 0) return
      const due = await selectDue(db, maxDue)
      const resolver = freshResolver()
      const next = async (): Promise<void> => {
        const chosen = due.pop()
        if (chosen === undefined || stopping.aborted) return
        await check(chosen.host, resolver)
        return next()
      }
      await Promise.all(Array.from({ length: atOnce }, next))
    },
  }
}
