import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import {
  checkDomainSoon,
  returnPathFinder,
  type FindReturnPath,
  type OwnReturnPath,
} from '../../domains/return-path/find.js'
import type { SendingSetup } from '../../domains/sending-setup.js'
import { AliasWatch } from './alias-watch.js'
import type { ReturnedDelivery, ReturnPath } from './return-path.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

export type { OwnReturnPath } from '../../domains/return-path/find.js'

interface EnvelopeSender {
  readonly address: string
  /** The sender's own return path; undefined if the delivery has the service's. */
  readonly own: OwnReturnPath | undefined
}

/** Chooses the return paths that mail leaves with. */
export interface EnvelopeSenders {
  /**
   * Returns the envelope sender of a delivery: at the sender's own domain, if its last check and the DNS of this
   * second say that bounces come back by it, else the service's. Beside the query it takes a second at most.
   *
   * @param fromDomain domain of the From field, as A-labels in lower case
   */
  senderOf(
    delivery: ReturnedDelivery & { readonly environment: Environment },
    fromDomain: string,
  ): Promise<EnvelopeSender>
  /**
   * Notes that a server has refused mail for its sender's own return path: that return path is not used for a while,
   * and its domain is checked.
   */
  refused(own: OwnReturnPath): void
}

/**
 * Shortest time between two checks of a domain that one process asks for because of refused or lost return paths, in
 * milliseconds.
 */
const notedAgainMs = 60_000

interface EnvelopeSendersOptions {
  readonly returnPath: ReturnPath
  /** Finds a domain's own return path. Absent if no mail leaves this host. */
  readonly find: FindReturnPath | undefined
  readonly watch: AliasWatch
  /** Has a domain checked. */
  readonly check: (own: OwnReturnPath) => Promise<unknown>
  readonly log: Logger
}

function envelopeSenders(options: EnvelopeSendersOptions): EnvelopeSenders {
  const { returnPath, find, watch, log } = options
  const noted = new LRUCache<string, true>({ ...atMostEntries(10_000), ttl: notedAgainMs })

  function haveChecked(own: OwnReturnPath, message: string): void {
    if (noted.has(own.domainId)) return
    noted.set(own.domainId, true)
    const fields = { domain_id: toTypeId('dom', own.domainId) }
    log.warn(fields, message)
    options.check(own).catch((error: unknown) => {
      noted.delete(own.domainId)
      log.warn({ ...fields, err: error }, 'a domain could not be made due for its check')
    })
  }

  return {
    senderOf: async (delivery, fromDomain) => {
      // Mail of test projects goes to the sink.
      const own = delivery.environment === 'live' ? await find?.(delivery.workspaceId, fromDomain) : undefined
      const lost = 'the DNS does not confirm the return path of a domain; its mail uses that of the service'
      const isUsed = own !== undefined && (await watch.leads(own.name, () => haveChecked(own, lost)))
      const address = returnPath.addressOf(delivery, isUsed ? own.name : undefined)
      return { address, own: isUsed ? own : undefined }
    },
    refused: (own) => {
      watch.refuse(own.name)
      haveChecked(own, 'a server refused the return path of a domain; its mail uses that of the service')
    },
  }
}

/** Opens the chooser of return paths, with a resolver of its own that asks anew each time. */
export function openEnvelopeSenders(context: {
  readonly config: Pick<Config, 'dnsServers'>
  readonly db: Knex
  readonly setup: SendingSetup
  readonly returnPath: ReturnPath
  readonly log: Logger
}): EnvelopeSenders {
  const { config, db, setup, returnPath, log } = context
  // The resolver asks a silent server again within the second for which mail waits.
  const resolver = openResolver(config.dnsServers, { tryMs: 300, keptSeconds: 0 })
  return envelopeSenders({
    returnPath,
    find: setup.staysHere ? undefined : returnPathFinder(db, setup),
    watch: new AliasWatch(resolver, setup.returnPathDomain),
    check: ({ workspaceId, domainId }) => checkDomainSoon(db, workspaceId, domainId),
    log,
  })
}
