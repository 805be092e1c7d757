import type { components } from '../../../../generated/api-types.js'
import type { operations } from '../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../generated/wires/sendgrid-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import type { WireOperations } from '../frame/wire.js'

type Scope = components['schemas']['Scope']

/** The scopes that SendGrid has a name for. */
const scopes = {
  'mail.send': 'messages:send',
  'messages.read': 'reports:read',
  'stats.read': 'reports:read',
} as const
/** All scopes that a project's key can have. */
const everyScope: Scope[] = ['messages:send', 'reports:read', 'contacts:*']

/** The operations of SendGrid's API keys, which are keys of projects. */
export const apiKeys = {
  listApiKeys: async ({ query: { limit = 500 } }, { call }) => {
    const { data: keys } = await pageByOffset({ count: limit }, async (page) => {
      const { body } = await call('listApiKeys', { query: { ...page, kind: 'project', revoked: false } })
      return body
    })
    return { status: 200, body: { result: keys.map(({ id, name }) => ({ api_key_id: id, name })) } }
  },

  createApiKey: async ({ body: { name, scopes: given }, idempotencyKey }, { call, projectId }) => {
    const { body: made } = await call('createApiKey', {
      body: {
        kind: 'project',
        name,
        project_id: await projectId(),
        scopes: given === undefined ? everyScope : [...new Set(given.map((scope) => scopes[scope]))],
        privileged: false,
      },
      idempotencyKey,
    })
    if (made.secret === null) {
      const message = 'The key was issued before, and is shown only for ten minutes. Issue another one.'
      throw new ApiError('invalid_state', message)
    }
    const { id, scopes: issued } = made.api_key
    return {
      status: 201,
      body: { api_key: made.secret, api_key_id: id, name: made.api_key.name, scopes: shownScopes(issued) },
    }
  },

  getApiKey: async ({ path: { api_key_id: id } }, { call }) => {
    const { body: key } = await call('retrieveApiKey', { path: { id } })
    return { status: 200, body: { api_key_id: id, name: key.name, scopes: shownScopes(key.scopes) } }
  },

  updateApiKey: async ({ path: { api_key_id: id }, body: { name }, idempotencyKey }, { call }) => {
    const { body: key } = await call('updateApiKey', { path: { id }, body: { name }, idempotencyKey })
    return { status: 200, body: { api_key_id: id, name: key.name } }
  },

  deleteApiKey: async ({ path: { api_key_id: id }, idempotencyKey }, { call }) => {
    await call('revokeApiKey', { path: { id }, idempotencyKey })
    return { status: 204, body: undefined }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/** Names scopes as SendGrid does. Scopes that it does not have keep their names. */
function shownScopes(own: readonly Scope[]): string[] {
  return own.flatMap((scope): string[] => {
    const named = Object.entries(scopes).filter(([, ours]) => ours === scope)
    return named.length > 0 ? named.map(([name]) => name) : [scope]
  })
}
