import type { SessionPrincipal } from '../../../platform/auth/principal.js'
import { isAtLeast } from '../../../platform/auth/principal.js'
import type { Knex } from 'knex'
import { fromTypeId, toTypeId } from '../../../platform/db/ids.js'
import type { ConsoleRequests } from '../../../platform/http/access/console-request.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage } from '../../../platform/http/lists/pagination.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { shownName } from '../../workspace/shown-name.js'
import { keepingWayIn } from '../../workspace/sign-in-rule.js'
import type { SignInOptions } from '../sign-in.js'
import { signedInReply } from '../signed-in-reply.js'
import { challengeMs, makeChallenge } from './challenges.js'
import { beginRegistration, completeRegistration } from './register.js'
import { relyingPartyFor } from './relying-party.js'
import { deletePasskey, findPasskey, pageOfPasskeys, presentPasskey, renamePasskey } from './passkey-rows.js'
import { signInByPasskey } from './sign-in.js'

export interface PasskeyDependencies extends SignInOptions {
  readonly console: Pick<ConsoleRequests, 'cookieOf'>
  /** URL of the service as seen from outside. */
  readonly publicUrl: string
}

export function passkeyHandlers(dependencies: PasskeyDependencies) {
  const partyOrRefusal = relyingPartyFor(dependencies.publicUrl)
  return {
    createPasskeyRegistration: async ({ principal, tx }) => {
      refusePrograms(principal)
      return { status: 201, body: await beginRegistration(tx, partyOrRefusal(), principal) }
    },

    createPasskey: async ({ principal, body, tx }) => {
      refusePrograms(principal)
      return {
        status: 201,
        body: presentPasskey(await completeRegistration(tx, partyOrRefusal(), principal, body)),
      }
    },

    listPasskeys: async ({ principal, query, db }) => {
      const userId = query.user_id === undefined ? principal.userId : fromTypeId('usr', query.user_id)
      if (!isOwn(principal, userId) && !isAtLeast(principal.role, 'admin')) {
        const message = `The passkeys of other users need the role admin; yours is ${principal.role}.`
        throw new ApiError('insufficient_scope', message)
      }
      const found = await pageOfPasskeys(db, principal.workspaceId, userId, query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentPasskey)) }
    },

    updatePasskey: async ({ principal, path, body, tx }) => {
      const row = await changeable(principal, path.id, tx.sql)
      const name = shownName(body.name)
      await renamePasskey(tx.sql, principal.workspaceId, row.id, name)
      return { status: 200, body: presentPasskey({ ...row, name }) }
    },

    deletePasskey: async ({ principal, path, tx }) => {
      const row = await changeable(principal, path.id, tx.sql)
      const { workspaceId } = principal
      await keepingWayIn(tx.sql, workspaceId, () => deletePasskey(tx.sql, workspaceId, row.id))
      recordInLedger(tx.sql, { kind: 'passkey_removed', workspaceId, id: row.id, state: {} })
      return { status: 204, body: undefined }
    },

    createPasskeyChallenge: async ({ tx }) => {
      const { id: rpId } = partyOrRefusal()
      const { id, challenge, expiresAt } = await makeChallenge(tx.sql, undefined)
      const options = { challenge, rpId, timeout: challengeMs, userVerification: 'required' }
      return {
        status: 201,
        body: { id: toTypeId('pkc', id), expires_at: expiresAt.toISOString(), options },
      }
    },

    createPasskeySession: {
      // The use of a refused passkey is recorded, though nothing else of the request is recorded.
      outsideTransaction: async ({ body, origin }) => {
        const signedIn = await signInByPasskey(dependencies, partyOrRefusal(), body, origin)
        if (signedIn === undefined) {
          const message = 'This passkey does not sign you in. Try again, or sign in with a link.'
          throw new ApiError('invalid_passkey', message)
        }
        return signedInReply(dependencies.console, origin, signedIn)
      },
    },
  } satisfies Partial<Handlers>
}

/** @throws ApiError 403 `wrong_credential_kind` for the session of a program */
function refusePrograms({ program }: SessionPrincipal): void {
  if (program === null) return
  throw new ApiError(
    'wrong_credential_kind',
    'Passkeys are for people. The session of a program cannot have any.',
  )
}

/**
 * Returns whether a passkey is the user's own. A program that acts for a user has nothing to do with that user's
 * passkeys, unless it is an admin itself.
 */
function isOwn({ program, userId }: SessionPrincipal, ownerId: string): boolean {
  return program === null && ownerId === userId
}

/**
 * Returns a passkey that the caller may change.
 *
 * @throws ApiError 404 for a member that names a passkey of somebody else, 403 for an admin that names one of an
 *   owner
 */
async function changeable(principal: SessionPrincipal, id: string, sql: Knex) {
  const row = await findPasskey(sql, principal.workspaceId, fromTypeId('psk', id))
  const own = row !== undefined && isOwn(principal, row.user_id)
  if (row === undefined || !(own || isAtLeast(principal.role, 'admin'))) {
    throw new ApiError('not_found', 'No such passkey.')
  }
  if (!own && row.user_role === 'owner' && principal.role !== 'owner') {
    throw new ApiError('insufficient_scope', 'Only an owner can change or remove the passkeys of an owner.')
  }
  return row
}
