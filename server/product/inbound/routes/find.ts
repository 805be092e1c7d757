import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { normalizeDomain, readAddress } from '../../../../base/addresses/address.js'
import { candidatesOf } from './recipients.js'
import { selectRetention } from '../../../platform/db/retention.js'
import type { ReceivingRoute, RouteRow } from './inbound-route-rows.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** Milliseconds for which results are remembered. */
const remembered = {
  /** Time for a route, after which a change takes effect. */
  routeMs: 5_000,
  emptyDomainMs: 1_000,
}

/** Finds the routes that mail is for, in whatever workspace. Failures of the database are passed on. */
export interface RouteFinder {
  /**
   * Returns the most specific route for an address, enabled or not.
   *
   * @param address address from RCPT
   */
  find(address: string): Promise<ReceivingRoute | undefined>
  /**
   * Returns a route of a domain.
   *
   * @param domain in any case and script
   */
  byId(domain: string, routeId: Uuid): Promise<ReceivingRoute | undefined>
}

/** A row for a domain that has routes; the columns of the route are null if no route of the domain matches. */
type FoundRow = RouteRow | { readonly id: null }

const routeColumns = `workspace_id, id, project_id, environment, name, recipient, domain, enabled, automatic,
  require_dmarc, block, retain_days, updated_at`

/** Selects the route row by row, so that each candidate is one step in the index whatever the planner knows. */
const selectByRecipient = serviceStatement<[domain: string, candidates: readonly string[]], FoundRow>(
  'select_inbound_route_by_recipient',
  `select route.*
   from inbound_domains owner
   left join lateral (
     select found.*
     from unnest($2::text[]) with ordinality as candidate (recipient, place)
     cross join lateral (
       select ${routeColumns} from inbound_routes where recipient = candidate.recipient limit 1
     ) found
     where found.workspace_id = owner.workspace_id
     order by candidate.place
     limit 1
   ) route on true
   where owner.name = $1`,
)

const selectById = serviceStatement<[domain: string, id: Uuid], FoundRow>(
  'select_inbound_route_of_domain',
  `select route.*
   from inbound_domains owner
   left join lateral (
     select ${routeColumns} from inbound_routes
     where workspace_id = owner.workspace_id and id = $2
     limit 1
   ) route on route.domain = owner.name
   where owner.name = $1`,
)

/** The result of a look-up. */
interface LookedUp {
  readonly route: ReceivingRoute | undefined
  /** True if the domain has any routes. */
  readonly domainHasRoutes: boolean
}

/**
 * Adds the retention of a route's workspace. It takes a query of its own, because every machine has the routes, but
 * one alone has the workspace.
 */
async function lookedUp(db: Knex, [row]: readonly FoundRow[]): Promise<LookedUp> {
  if (row === undefined || row.id === null) return { route: undefined, domainHasRoutes: row !== undefined }
  const [workspace] = await selectRetention(db, row.workspace_id)
  if (workspace === undefined) return { route: undefined, domainHasRoutes: true }
  const keptDays = Math.min(row.retain_days ?? workspace.retention_days, workspace.retention_days)
  return { route: { ...row, kept_days: keptDays }, domainHasRoutes: true }
}

/** Looks routes up as they are now, and remembers nothing. */
export function currentRoutes(db: Knex): RouteFinder {
  return {
    find: async (given) => {
      const address = readAddress(given)?.address
      return address === undefined ? undefined : (await lookUp(db, address)).route
    },
    byId: async (given, routeId) => {
      const domain = normalizeDomain(given)
      if (domain === undefined) return undefined
      return (await lookedUp(db, await selectById(db, domain, routeId))).route
    },
  }
}

async function lookUp(db: Knex, address: string): Promise<LookedUp> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return lookedUp(db, await selectByRecipient(db, domain, candidatesOf(address)))
}

/**
 * Looks routes up for strangers, who may ask for anything as often as they like. A route is remembered for 5 seconds,
 * a domain without routes for one, and simultaneous look-ups of the same address share one query.
 */
export function routeFinder(db: Knex, { routeMs, emptyDomainMs } = remembered): RouteFinder {
  const routes = new LRUCache<string, ReceivingRoute>({ ...atMostEntries(10_000), ttl: routeMs })
  const emptyDomains = new LRUCache<string, true>({ ...atMostEntries(10_000), ttl: emptyDomainMs })
  const asking = new Map<string, Promise<ReceivingRoute | undefined>>()

  async function read(
    key: string,
    domain: string,
    ask: () => Promise<LookedUp>,
  ): Promise<ReceivingRoute | undefined> {
    try {
      const { route, domainHasRoutes } = await ask()
      if (route !== undefined) routes.set(key, route)
      if (!domainHasRoutes) emptyDomains.set(domain, true)
      return route
    } finally {
      asking.delete(key)
    }
  }

  function findOnce(
    key: string,
    domain: string,
    ask: () => Promise<LookedUp>,
  ): Promise<ReceivingRoute | undefined> {
    const known = routes.get(key)
    if (known !== undefined || emptyDomains.has(domain)) return Promise.resolve(known)
    const begun = asking.get(key) ?? read(key, domain, ask)
    asking.set(key, begun)
    return begun
  }

  return {
    find: async (given) => {
      const address = readAddress(given)?.address
      if (address === undefined) return undefined
      const domain = address.slice(address.lastIndexOf('@') + 1)
      return findOnce(address, domain, () => lookUp(db, address))
    },
    byId: async (given, routeId) => {
      const domain = normalizeDomain(given)
      if (domain === undefined) return undefined
      // An address has no space.
      return findOnce(`${routeId} ${domain}`, domain, async () =>
        lookedUp(db, await selectById(db, domain, routeId)),
      )
    },
  }
}
