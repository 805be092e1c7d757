import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply } from '../api/api.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

type Contact = components['schemas']['Contact']

/** The tenant whose contacts are called, and the key to call with if no other is named. */
export interface ContactScene {
  readonly service: TestService
  readonly tenant: Tenant
  readonly key: string
}

/** Calls about contacts, of the tenant's live project where no other is named. */
export function contactCalls(scene: () => ContactScene) {
  const put = (fields: Record<string, unknown>, by = scene().key): Promise<ApiReply> => {
    const body = { project_id: scene().tenant.liveProject, ...fields }
    return call(scene().service.url, 'PUT', '/v1/contacts', { key: by, body })
  }
  return {
    put,
    get: (path: string, by = scene().key): Promise<ApiReply> =>
      call(scene().service.url, 'GET', path, { key: by }),
    /** Makes one. */
    contact: async (email: string, fields: Record<string, unknown> = {}): Promise<Contact> => {
      const reply = await put({ email, ...fields })
      expect(reply.status, reply.text).toBe(201)
      return reply.body as Contact
    },
  }
}

/** The status of a refusal, its code, and the first place that it names. */
export const refusal = ({ status, body }: ApiReply): unknown[] => [
  status,
  body.error?.code,
  body.error?.details?.[0]?.path,
]
