import type { UserRole } from '../../../server/platform/auth/principal.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { signIn, type SignedIn } from './sessions.js'
import { addTenant, type Tenant } from './tenant.js'

/** A user of a test, with a session and the id as the API shows it. */
export interface Person extends SignedIn {
  readonly id: string
}

/** A workspace of its own with people in it. */
export interface People extends Tenant {
  /** Adds a user past the API, signed in. */
  person(role: UserRole): Promise<Person>
}

export async function addPeople(service: TestService): Promise<People> {
  const tenant = await addTenant(service)
  const person = async (role: UserRole) => {
    const signedIn = await signIn(service, tenant.workspaceId, role)
    return { ...signedIn, id: toTypeId('usr', signedIn.userId) }
  }
  return { ...tenant, person }
}

/** Calls of users by a session. */
export function userCalls(url: string, key: string) {
  const one = (id: string) => `/v1/users/${id}`
  return {
    create: (body: object): Promise<ApiReply> => call(url, 'POST', '/v1/users', { key, body }),
    get: (id: string): Promise<ApiReply> => call(url, 'GET', one(id), { key }),
    update: (id: string, body: object): Promise<ApiReply> => call(url, 'PATCH', one(id), { key, body }),
    remove: (id: string): Promise<ApiReply> => call(url, 'DELETE', one(id), { key }),
    list: (query = ''): Promise<ApiReply> => call(url, 'GET', `/v1/users${query}`, { key }),
  }
}
