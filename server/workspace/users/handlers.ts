import { fromTypeId } from '../../db/ids.js'
import type { Handlers } from '../../http/handler.js'
import { presentPage, selectPage } from '../../http/pagination.js'
import { addUser, changeUser, removeUser, type UserEffects } from './change.js'
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
      const invite: UserEffects['invite'] = (within, invitation) =>
        effects.invite(within, { ...invitation, invitedBy: principal.email })
      const row = await addUser(tx, { invite }, principal.workspaceId, principal, body)
      return { status: 201, body: presentUser(row) }
    },

    retrieveUser: async ({ principal: { workspaceId }, path, db }) => {
      const row = await findUser(db, workspaceId, fromTypeId('usr', path.id))
      return { status: 200, body: presentUser(row) }
    },

    updateUser: async ({ principal, path, body, tx }) => {
      const row = await changeUser(tx, effects, keyOf(principal, path), principal, body)
      return { status: 200, body: presentUser(row) }
    },

    deleteUser: async ({ principal, path, tx }) => {
      await removeUser(tx, effects, keyOf(principal, path), principal)
      return { status: 204, body: undefined }
    },
  }
}
