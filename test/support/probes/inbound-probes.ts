import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { refusalOfProject, type Asking, type ProbingIntruder } from './audience-probes.js'
import { inboundRouteCalls, newInboundDomain } from '../inbound/inbound-routes.js'
import { insertInbound } from '../inbound/inbound-rows.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/** Probes that try to reach a tenant's inbound mail from outside the tenant. */

export interface InboundVictim {
  readonly tenant: Tenant
  readonly domain: string
  readonly route: string
  /** One to the route, with an attachment. */
  readonly message: string
  readonly attachment: string
  /** Texts that stand in these rows and nowhere else. */
  readonly traces: string[]
}

export async function makeInbound(service: TestService, tenant: Tenant): Promise<InboundVictim> {
  const routes = inboundRouteCalls(service.url, await tenant.session('admin'), tenant.liveProject)
  const [domain, marker] = [newInboundDomain(), randomUUID()]
  const route = await routes.made(`support@${domain}`, { name: marker })
  await routes.made(`*@${domain}`, { name: marker })
  const of = {
    workspaceId: tenant.workspaceId,
    projectId: fromTypeId('prj', tenant.liveProject),
    routeId: fromTypeId('inr', route),
  }
  const { row, attachments } = await insertInbound(service.sql, of, {
    columns: { subject: marker },
    attachments: [{ bytes: Buffer.from(marker) }],
  })
  const [message, attachment] = [toTypeId('inm', row.id), toTypeId('att', attachments[0] ?? '')]
  return { tenant, domain, route, message, attachment, traces: [domain, marker, route, message, attachment] }
}

type Probe = (intruder: ProbingIntruder) => Promise<void>

/** The probes of operations of which the contract does not say all. */
export function inboundProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => InboundVictim }): Record<string, Probe> {
  const routes = '/v1/inbound/routes'
  return {
    retrieveInbound: (intruder) => seesNothing(intruder, '/v1/inbound'),
    listInboundRoutes: async (intruder) => {
      await seesNothing(intruder, `${routes}?limit=100`)
      // Naming its project is no way around it either.
      await seesNothing(intruder, `${routes}?limit=100&project_id=${victim().tenant.liveProject}`)
    },
    listInboundMessages: async (intruder) => {
      const path = '/v1/inbound/messages?limit=100'
      await seesNothing(intruder, path)
      await seesNothing(intruder, `${path}&project_id=${victim().tenant.liveProject}`)
      await seesNothing(intruder, `${path}&route_id=${victim().route}`)
    },
    createInboundRoute: async (intruder) => {
      const body = { name: 'Stolen', project_id: intruder.project, recipient: `a@${newInboundDomain()}` }
      const elsewhere = { ...body, project_id: victim().tenant.liveProject }
      await isRefused(intruder, ['POST', routes, elsewhere], ...refusalOfProject(intruder, victim().tenant))
      // Neither its address nor what its pattern takes: other workspaces get 422 for the domain, other projects 403.
      for (const local of ['support', 'desk', '*']) {
        const within = { ...body, recipient: `${local}@${victim().domain}` }
        const { status } = await call(service().url, 'POST', routes, { key: intruder.key, body: within })
        expect([403, 422]).toContain(status)
      }
    },
    testInboundRoute: async (intruder) => {
      const { status, body } = await call(service().url, 'POST', `${routes}/test`, {
        key: intruder.key,
        body: { recipient: `support@${victim().domain}` },
      })
      expect([status, body.reason, body.route]).toEqual([200, 'no_route', null])
    },
  }
}

/** The victim's rows. */
export async function rowsOfInbound({ sql }: TestService, { tenant }: InboundVictim): Promise<unknown[]> {
  const tables = [
    'inbound_routes',
    'inbound_messages',
    'inbound_chunks',
    'inbound_storage',
    'inbound_domains',
  ]
  return Promise.all(
    tables.map(async (table) => {
      const query = `select * from ${table} where workspace_id = $1 order by 1, 2`
      return (await sql.query(query, [tenant.workspaceId])).rows as unknown
    }),
  )
}
