import { randomBytes } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'
import { call } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

type Schemas = components['schemas']

/** Inbound mail of a tenant of its own, by the API. */
export interface InboundCalls {
  readonly tenant: Tenant
  readonly session: string
  /** A domain that is the tenant's. */
  readonly domain: string
  /** Creates a route, for `support@` the domain where no recipient is given. */
  route(request?: Partial<Schemas['CreateInboundRouteRequest']>): Promise<Schemas['InboundRoute']>
  /** All messages, newest first. */
  messages(): Promise<Schemas['InboundMessage'][]>
  message(id: string): Promise<Schemas['InboundMessageDetail']>
  /** The data of the events `inbound.received`, newest first, as a webhook has them. */
  events(): Promise<Schemas['InboundReceivedData'][]>
  ask(method: string, path: string, body?: object): Promise<Awaited<ReturnType<typeof call>>>
}

export async function inboundCalls(service: TestService): Promise<InboundCalls> {
  const tenant = await addTenant(service)
  const session = await tenant.session('admin')
  const domain = `in-${randomBytes(6).toString('hex')}.shop.example`
  const ask: InboundCalls['ask'] = (method, path, body) =>
    call(service.url, method, path, { key: session, ...(body && { body }) })
  return {
    tenant,
    session,
    domain,
    ask,
    route: async (request) => {
      const { status, body } = await ask('POST', '/v1/inbound/routes', {
        ...{ project_id: tenant.liveProject, name: 'Support', recipient: `support@${domain}` },
        ...request,
      })
      if (status !== 201) throw new Error(`no route: ${JSON.stringify(body)}`)
      return body as Schemas['InboundRoute']
    },
    messages: async () => (await ask('GET', '/v1/inbound/messages?limit=100')).body.data,
    message: async (id) => (await ask('GET', `/v1/inbound/messages/${id}`)).body,
    events: async () => {
      const { body } = await ask('GET', '/v1/events?type=inbound.received&limit=100')
      return (body as { data: { data: Schemas['InboundReceivedData'] }[] }).data.map(({ data }) => data)
    },
  }
}

/** A message of Ada's, with these fields beside hers or in their place. */
export function letter(fields: Readonly<Record<string, string>> = {}, body = 'Thank you!\n'): string {
  const header = Object.entries({ From: 'Ada <ada@example.com>', Subject: 'Hello', ...fields })
  return `${header.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${body}`
}
