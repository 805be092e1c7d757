import { call } from '../../../support/api/api.js'
import { audienceOf } from '../../../support/audience/audience.js'
import type { TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Requests about the segments of a workspace of its own. */
export async function segmentCalls(service: TestService, tenant?: Tenant) {
  const own = tenant ?? (await addTenant(service))
  const [key, apiKey] = [await own.session('admin'), await own.key()]
  const project = own.liveProject
  const at = (path: string) => `/v1/segments${path}`
  const ask = (method: string, path: string, body?: unknown, as = key) =>
    call(service.url, method, at(path), { key: as, body })
  const create = (rule: unknown, fields: object = {}) =>
    ask('POST', '', { project_id: project, name: 'A', rule, ...fields })
  return {
    tenant: own,
    project,
    key,
    audience: audienceOf(service, own, apiKey),
    ask,
    create,
    made: async (rule: unknown, fields?: object): Promise<string> => {
      const reply = await create(rule, fields)
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.id as string
    },
    get: (id: string) => ask('GET', `/${id}`),
    update: (id: string, changes: unknown) => ask('PATCH', `/${id}`, changes),
    remove: (id: string) => ask('DELETE', `/${id}`),
    preview: (rule: unknown, project_id = project) => ask('POST', '/preview', { project_id, rule }),
    count: (id: string) => ask('POST', `/${id}/count`),
    contacts: (id: string, query = '') => ask('GET', `/${id}/contacts${query}`),
    explain: (id: string, contact_id: string) => ask('POST', `/${id}/explain`, { contact_id }),
    event: (contact: string, name: string, properties: object = {}) =>
      call(service.url, 'POST', `/v1/contacts/${contact}/events`, {
        key: apiKey,
        body: { name, properties },
      }),
  }
}

export type SegmentCalls = Awaited<ReturnType<typeof segmentCalls>>

export const isPro = { property: { name: 'plan', op: 'eq', value: 'pro' } }

/** Returns a refusal's status and code, and each mistake's path and code. */
export function refusalsOf({ status, body }: { status: number; body: any }): unknown[] {
  const { code, details = [] } = body.error as { code: string; details?: { path: string; code: string }[] }
  return [status, code, ...details.map((detail) => [detail.path, detail.code])]
}
