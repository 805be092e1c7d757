import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { SendingSetup } from '../../domains/sending-setup.js'
import { lookUpMx, type MxFound } from './mx.js'
import { storedOf } from './stored.js'

/** Settings by which mail gets to this service. */
export interface ArrivalSetup {
  readonly setup: Pick<SendingSetup, 'staysHere' | 'hostname'>
  /** The port of the receiver. */
  readonly port: number
  /** Makes a resolver that remembers nothing yet. */
  readonly freshResolver: () => Resolver
}

/** Most domains whose MX records are looked up, the first by name. */
const lookedUp = 50

/** Selects the domains of routes. A workspace has no more domains than routes. */
const selectDomains = statement<
  [workspaceId: WorkspaceId, projectId: Uuid | null, environment: Environment | null],
  { domain: string; routes: number }
>(
  'select_domains_of_inbound_routes',
  `select domain, count(*)::int as routes from inbound_routes
   where workspace_id = $1 and ($2::uuid is null or project_id = $2) and ($3::text is null or environment = $3)
   group by domain order by domain collate "C"`,
)

/**
 * Describes the DNS records to publish for the routes that a credential sees, how far they are published, and how
 * much mail the workspace keeps.
 */
export async function describeArrival(
  db: Knex,
  { workspaceId, projectId, environment }: Visibility,
  { setup: { staysHere, hostname }, port, freshResolver }: ArrivalSetup,
): Promise<components['schemas']['InboundArrival']> {
  const [domains, stored] = await Promise.all([
    selectDomains(db, workspaceId, projectId, environment),
    storedOf(db, workspaceId),
  ])
  const names = domains.slice(0, lookedUp).map(({ domain }) => domain)
  // If live mail stays in the sink, nobody outside sends any mail either.
  const found = staysHere ? new Map<string, MxFound>() : await lookUpMx(freshResolver(), hostname, names)
  return {
    mx: [{ priority: 10, host: hostname }],
    port,
    domains: domains.map(({ domain, routes }) => ({
      domain,
      routes,
      ...(found.get(domain) ?? { mx: 'unknown', found: [] }),
    })),
    storage: { bytes: stored.bytes, messages: stored.messages, max_bytes: stored.maxBytes },
  }
}
