import { fromTypeId } from '../../db/ids.js'
import type { Handlers } from '../../http/handler.js'
import { presentPage, selectPage } from '../../http/pagination.js'
import { addUser, changeUser, removeUser, type Invite, type UserEffects } from './change.js'
import { findUser, presentUser, type UserRow } from './rows.js'

type Operation = 'listUsers' | 'createUser' | 'retrieveUser' | 'updateUser' | 'deleteUser'

export function userHandlers(effects: UserEffects): Pick<Handlers, Operation> {
  const keyOf = ({ workspaceId }: { workspaceId: string }, { id }: { id: string }) => ({
    workspaceId,
    id: fromTypeId('usr', id),
  })

  return {
    listUsers: async ({ principal, query, db }) => {
      const users = db<UserRow>('users').where('workspace_id', principal.workspaceId)
      const found = await selectPage<UserRow>(users, 'id', query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentUser)) }
    },

    createUser: async ({ principal, body, tx }) => {
      const invitedBy = principal.email
      const invite: Invite = (tx, user) => effects.invite(tx, { ...user, invitedBy })
      const row = await addUser(tx, invite, principal.workspaceId, principal.userId, body)
      return { status: 201, body: presentUser(row) }
    },

    retrieveUser: async ({ principal: { workspaceId }, path, db }) => {
      const row = await findUser(db, workspaceId, fromTypeId('usr', path.id))
      return { status: 200, body: presentUser(row) }
    },

    updateUser: async ({ principal, path, body, tx }) => {
      const row = await changeUser(tx, effects, keyOf(principal, path), principal.userId, body)
      return { status: 200, body: presentUser(row) }
    },

    deleteUser: async ({ principal, path, tx }) => {
      await removeUser(tx, effects, keyOf(principal, path), principal.userId)
      return { status: 204, body: undefined }
    },
  }
}
