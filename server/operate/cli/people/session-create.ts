import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { isAtLeast } from '../../../platform/auth/principal.js'
import { insertSession, type NewSession } from '../../../platform/auth/session-rows.js'
import { mintSession } from '../../../platform/auth/sessions.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { operationsOf, ownContract } from '../../../platform/http/operation/contract.js'
import { isRange } from '../../../mail/network/address-ranges.js'
import { findOrMakeUser, findUser, isRole } from './find-user.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'

export interface SessionCreateOptions {
  readonly workspace?: string
  readonly email?: string
  readonly role?: string
  /** Name of a program; if present, the session is the program's. */
  readonly name?: string
  readonly minutes?: string
  readonly days?: string
  /** Names of tags, separated by commas. */
  readonly only?: string
  /** Addresses and ranges, separated by commas. */
  readonly ip?: string
  readonly json?: boolean
}

/** Longest life of a program's session, in days. */
const maxDays = 366

/**
 * Mints a session token: for a user, who is made first if a role is given and there is no such user, or for a program
 * that acts for a user, with a role that is at most the user's.
 *
 * @throws CommandError if the options make no sense together, or do not lead to one user
 */
export async function createSession(
  config: Config,
  db: Knex,
  options: SessionCreateOptions,
): Promise<string> {
  const program = programOf(options)
  const expiresAt = new Date(Date.now() + lifetimeMs(options))
  const workspaceId = await findWorkspace(db, options.workspace)
  const user =
    program === undefined
      ? await findOrMakeUser(db, workspaceId, options.email, options.role)
      : await findUser(db, workspaceId, options.email)
  if (program !== undefined && !isAtLeast(user.role, program.role))
    throw new CommandError(`${user.email} is ${user.role}, so the session cannot be ${program.role}.`)
  const keyRing = await openKeyRing(db, config)
  const session = { workspaceId, userId: user.id, sessionId: newUuid() }
  const columns = { ...session, origin: 'command_line', ip: null, userAgent: null, expiresAt } as const
  await inTransaction(db, async ({ sql }) => {
    await insertSession(sql, { ...columns, ...(program && { program }) })
    const resource = { type: 'session', id: toTypeId('ses', session.sessionId) }
    await recordCommand(sql, workspaceId, 'session create', { resource })
  })
  const token = await mintSession(keyRing.of('session'), session, expiresAt)
  if (options.json !== true) return token
  return JSON.stringify(
    {
      token,
      expires_at: expiresAt.toISOString(),
      session_id: toTypeId('ses', session.sessionId),
      workspace_id: toTypeId('ws', workspaceId),
      user_id: toTypeId('usr', user.id),
      email: user.email,
      role: program?.role ?? user.role,
      ...(program && { name: program.name, only: program.tags, ip_cidrs: program.ipCidrs }),
    },
    null,
    2,
  )
}

/** Returns the program that the options describe, or undefined if the session is a person's. */
function programOf({ name, role = 'member', only, ip }: SessionCreateOptions): NewSession['program'] {
  if (name === undefined) {
    if (only !== undefined || ip !== undefined)
      throw new WrongUsage('--only and --ip are for programs. Name the program with --name.')
    return undefined
  }
  if (!/^[\w.:@/-](?:[\w .:@/-]{0,62}[\w.:@/-])?$/.test(name))
    throw new WrongUsage('--name takes up to 64 letters, digits, blanks and any of _.:@/-')
  if (!isRole(role)) throw new WrongUsage('--role takes owner, admin or member.')
  return { name, role, tags: itemsOf(only).map(knownTag), ipCidrs: itemsOf(ip).map(range) }
}

function itemsOf(list: string | undefined): string[] {
  return list === undefined ? [] : [...new Set(list.split(',').map((item) => item.trim()))]
}

function knownTag(given: string): string {
  const known = [...new Set(operationsOf(ownContract()).flatMap(({ tags }) => tags))].sort()
  if (known.includes(given)) return given
  throw new CommandError(`--only does not know "${given}". There are ${known.join(', ')}.`)
}

function range(given: string): string {
  if (isRange(given)) return given
  throw new WrongUsage(`--ip takes addresses and ranges such as 203.0.113.0/24, not "${given}".`)
}

/** Returns how long the token is valid, in milliseconds. */
function lifetimeMs({ name, minutes, days }: SessionCreateOptions): number {
  if (minutes !== undefined && days !== undefined) throw new WrongUsage('Give --minutes or --days, not both.')
  if (days === undefined) return 60_000 * wholeNumber('--minutes', minutes ?? '60', 1440)
  if (name === undefined)
    throw new WrongUsage(
      '--days is for programs, which have a --name. A person gets --minutes, or a link to sign in.',
    )
  return 86_400_000 * wholeNumber('--days', days, maxDays)
}

function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (number >= 1 && number <= max) return number
  throw new WrongUsage(`${option} takes a whole number from 1 to ${max}.`)
}
