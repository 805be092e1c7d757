import { foldAddress } from '../../../../base/addresses/address.js'
import { fromTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { invitationQuota } from '../../../platform/http/rate-limit/rate-limits.js'
import type { Counter } from '../../../platform/http/rate-limit/counter.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { presentPage, selectPage } from '../../../platform/http/lists/pagination.js'
import { addUser, changeUser, removeUser, type UserEffects } from './change.js'
import { findUser, presentUser, type UserRow } from './user-rows.js'

export interface UserDependencies extends UserEffects {
  /** Counts the invitations of a workspace. */
  readonly invitations: Counter
}

export function userHandlers(effects: UserDependencies) {
  const keyOf = ({ workspaceId }: { workspaceId: string }, { id }: { id: string }) => ({
    workspaceId,
    id: fromTypeId('usr', id),
  })

  return {
    listUsers: async ({ principal, query, db }) => {
      const users = db<UserRow>('users').where('workspace_id', principal.workspaceId)
      if (query.role !== undefined) void users.where('role', query.role)
      if (query.email !== undefined) void users.where('email', foldAddress(query.email))
      const found = await selectPage<UserRow>(users, 'id', query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentUser)) }
    },

    createUser: async ({ principal, body, tx }) => {
      const invite: UserEffects['invite'] = async (within, invitation) => {
        await count(effects.invitations, invitation.workspaceId)
        await effects.invite(within, { ...invitation, invitedBy: principal.email })
      }
      const row = await addUser(tx, { invite }, principal.workspaceId, { actor: principal, fields: body })
      return { status: 201, body: presentUser(row) }
    },

    retrieveUser: async ({ principal: { workspaceId }, path, db }) => {
      const row = await findUser(db, workspaceId, fromTypeId('usr', path.id))
      return { status: 200, body: presentUser(row) }
    },

    updateUser: async ({ principal, path, body, tx }) => {
      const row = await changeUser(tx, effects, keyOf(principal, path), { actor: principal, fields: body })
      return { status: 200, body: presentUser(row) }
    },

    deleteUser: async ({ principal, path, tx }) => {
      await removeUser(tx, effects, keyOf(principal, path), principal)
      return { status: 204, body: undefined }
    },
  } satisfies Partial<Handlers>
}

/**
 * @throws ApiError 429 `rate_limited` if the workspace has used up the invitations of this hour
 */
async function count(invitations: Counter, workspaceId: WorkspaceId): Promise<void> {
  const { fits, resetMs } = await invitations.take(workspaceId, 1)
  if (fits) return
  const wait = Math.max(1, Math.ceil(resetMs / 1000))
  const message = `This workspace has sent its ${invitationQuota.max} invitations of the hour. Try again in ${wait} seconds, or add the user with send_link false.`
  throw new ApiError('rate_limited', message, { retryAfter: wait })
}
