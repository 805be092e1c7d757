import type { Knex } from 'knex'
import type { UserRole } from '../../../platform/auth/principal.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction, type Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { isEmailAddress } from '../../../../base/addresses/address.js'
import { addUser, changeUser, removeUser } from '../../../product/workspace/users/change.js'
import { presentUser, usersOf, type UserRow } from '../../../product/workspace/users/user-rows.js'
import { operator } from '../../../product/workspace/users/rules.js'
import { findUser, isRole } from './find-user.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand, type ChangingCommand } from '../record-command.js'

/** Options of commands by which the operator manages users, by the rules of the API, without being one of them. */

export interface UserOptions {
  readonly workspace?: string
  readonly json?: boolean
}

export interface UserCreateOptions extends UserOptions {
  readonly email: string
  readonly role: string
  readonly name?: string
}

/** Does nothing, because running processes notice a change by themselves, within 5 seconds. */
const sessions = { forgetSessionsOf: () => undefined }

/** Lists the users of a workspace, newest first. */
export async function listUsers(db: Knex, options: UserOptions): Promise<string> {
  const users = await usersOf(db, await findWorkspace(db, options.workspace))
  if (options.json === true) return JSON.stringify(users.map(presentUser), null, 2)
  if (users.length === 0) return 'There are no users.'
  return users.map(lineOf).join('\n')
}

/** Adds a user. No mail is sent. */
export async function createUser(db: Knex, options: UserCreateOptions): Promise<string> {
  const { email, name } = options
  const role = roleOf(options.role)
  if (!isEmailAddress(email)) throw new WrongUsage(`"${email}" is not an address such as ada@shop.example.`)
  if (name !== undefined && name.length > 100) throw new WrongUsage('--name takes up to 100 characters.')
  const workspaceId = await findWorkspace(db, options.workspace)
  const fields = { email, role, send_link: false, ...(name !== undefined && { name }) }
  const row = await changed(db, workspaceId, 'user create', (tx) =>
    // A command invites nobody.
    addUser(tx, { invite: () => Promise.resolve() }, workspaceId, { actor: operator, fields }),
  )
  return shown(row, options, `To sign in: postseal session link --email ${row.email}`)
}

/** Gives a user another role. */
export async function changeRole(
  db: Knex,
  email: string,
  given: string,
  options: UserOptions,
): Promise<string> {
  const role = roleOf(given)
  const workspaceId = await findWorkspace(db, options.workspace)
  const { id } = await findUser(db, workspaceId, email)
  const row = await changed(db, workspaceId, 'user role', (tx) =>
    changeUser(tx, { sessions }, { workspaceId, id }, { actor: operator, fields: { role } }),
  )
  return shown(row, options)
}

/** Removes a user, with the user's sessions and sign-in links. */
export async function deleteUser(db: Knex, email: string, options: UserOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const { id } = await findUser(db, workspaceId, email)
  const row = await changed(db, workspaceId, 'user remove', (tx) =>
    removeUser(tx, { sessions }, { workspaceId, id }, operator),
  )
  return options.json === true
    ? JSON.stringify(presentUser(row), null, 2)
    : `Removed ${row.email}, and ended the sessions.`
}

/** Makes a change, and its entry in the audit log, in one transaction. */
async function changed(
  db: Knex,
  workspaceId: WorkspaceId,
  command: ChangingCommand,
  change: (tx: Transaction) => Promise<UserRow>,
): Promise<UserRow> {
  try {
    return await inTransaction(db, async (tx) => {
      const row = await change(tx)
      const resource = { type: 'user', id: toTypeId('usr', row.id) }
      await recordCommand(tx.sql, workspaceId, command, { resource })
      return row
    })
  } catch (error) {
    if (error instanceof ApiError) throw new CommandError(error.message)
    throw error
  }
}

function shown(row: UserRow, { json }: UserOptions, ...advice: string[]): string {
  if (json === true) return JSON.stringify(presentUser(row), null, 2)
  return [lineOf(row), ...advice].join('\n')
}

function lineOf(row: UserRow): string {
  return [
    toTypeId('usr', row.id),
    row.role.padEnd(6),
    row.email,
    ...(row.name === null ? [] : [row.name]),
  ].join('  ')
}

function roleOf(given: string): UserRole {
  if (isRole(given)) return given
  throw new WrongUsage(`"${given}" is not a role: use owner, admin or member.`)
}
