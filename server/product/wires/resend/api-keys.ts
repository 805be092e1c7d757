import type { components } from '../../../../generated/api-types.js'
import type { operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { pageById } from '../frame/lists/pages.js'
import type { WireOperations } from '../frame/wire.js'

/** The scopes of each permission: all that a project's key can have, or sending alone. */
const scopes: Readonly<Record<'full_access' | 'sending_access', components['schemas']['Scope'][]>> = {
  full_access: ['messages:send', 'reports:read', 'contacts:*', 'templates:*', 'inbound:*', 'campaigns:*'],
  sending_access: ['messages:send'],
}

/** The operations of Resend's API keys, which are keys of projects. */
export const apiKeys = {
  createApiKey: async ({ body, idempotencyKey }, { call, projectId }) => {
    const { name, permission = 'full_access', domain_id: id } = body
    const domain = id === undefined ? undefined : (await call('retrieveDomain', { path: { id } })).body
    const { body: made } = await call('createApiKey', {
      body: {
        kind: 'project',
        name,
        project_id: await projectId(),
        scopes: scopes[permission],
        privileged: false,
        ...(domain !== undefined && { restrictions: { sender_domains: [domain.name] } }),
      },
      idempotencyKey,
    })
    if (made.secret === null) {
      const message = 'The key was issued before, and is shown only for ten minutes. Issue another one.'
      throw new ApiError('invalid_state', message)
    }
    return { status: 201, body: { id: made.api_key.id, token: made.secret } }
  },

  listApiKeys: async ({ query }, { call }) => {
    const list = async (page: object) =>
      (await call('listApiKeys', { query: { ...page, kind: 'project', revoked: false } })).body
    const { data, has_more } = await pageById(query, 'key', list)
    const keys = data.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
    }))
    return { status: 200, body: { object: 'list', has_more, data: keys } }
  },

  updateApiKey: async ({ path: { api_key_id: id }, body: { name }, idempotencyKey }, { call }) => {
    await call('updateApiKey', { path: { id }, body: { name }, idempotencyKey })
    return { status: 200, body: { object: 'api_key', id } }
  },

  deleteApiKey: async ({ path: { api_key_id: id }, idempotencyKey }, { call }) => {
    await call('revokeApiKey', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'api_key', id, deleted: true } }
  },
} satisfies Partial<WireOperations<operations, Calls>>
