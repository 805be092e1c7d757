import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { normalizeDomain, readAddress } from '../../../../base/addresses/address.js'
import { candidatesOf } from './recipients.js'
import { selectRetention } from '../../../platform/db/retention.js'
import type { ReceivingRoute, RouteRow } from './inbound-route-rows.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** How long something is remembered, in milliseconds. */
const remembered = {
  /** So long may a change take to count. */
  routeMs: 5_000,
  emptyDomainMs: 1_000,
}

/** Finds the routes that mail is for, in whatever workspace. What the database fails with is passed on. */
export interface RouteFinder {
  /**
   * The most specific route for an address, enabled or not.
   *
   * @param address as it came in RCPT
   */
  find(address: string): Promise<ReceivingRoute | undefined>
  /**
   * A route of a domain.
   *
   * @param domain in any case and script
   */
  byId(domain: string, routeId: Uuid): Promise<ReceivingRoute | undefined>
}

/** A row for a domain that has routes, whose columns of the route are null where none of these is meant. */
type FoundRow = RouteRow | { readonly id: null }

const routeColumns = `workspace_id, id, project_id, environment, name, recipient, domain, enabled, automatic,
  require_dmarc, block, retain_days, updated_at`

/** Row by row, so that each candidate is one step in the index whatever the planner knows. */
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

/** What a look-up tells. */
interface LookedUp {
  readonly route: ReceivingRoute | undefined
  /** Whether the domain has any. */
  readonly domainHasRoutes: boolean
}

/** Every machine has the routes, but one alone has the workspace: so its retention is asked for by itself. */
async function lookedUp(db: Knex, [row]: readonly FoundRow[]): Promise<LookedUp> {
  if (row === undefined || row.id === null) return { route: undefined, domainHasRoutes: row !== undefined }
  const [workspace] = await selectRetention(db, row.workspace_id)
  if (workspace === undefined) return { route: undefined, domainHasRoutes: true }
  const keptDays = Math.min(row.retain_days ?? workspace.retention_days, workspace.retention_days)
  return { route: { ...row, kept_days: keptDays }, domainHasRoutes: true }
}

/** Looks routes up as they are now: nothing is remembered. */
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
 * Looks routes up for strangers, who may ask for anything as often as they like. A route is remembered for 5
 * seconds, a domain without routes for one, and who asks for the same at the same time asks once.
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
