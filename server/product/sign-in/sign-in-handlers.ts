import type { SessionPrincipal } from '../../platform/auth/principal.js'
import { isAtLeast } from '../../platform/auth/principal.js'
import type { SessionVerifier } from '../../platform/auth/sessions.js'
import { fromTypeId, type Uuid } from '../../platform/db/ids.js'
import type { ConsoleRequests } from '../../platform/http/access/console-request.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { presentPage } from '../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../base/addresses/address.js'
import { linkSeconds } from './links.js'
import type { SignInMails } from './mails/queue.js'
import { passkeyHandlers, type PasskeyDependencies } from './passkeys/passkey-handlers.js'
import { findSession, pageOfSessions, presentSession, revokeSession, type SessionRow } from './sessions.js'
import { providerHandlers } from './provider/provider-handlers.js'
import type { ProviderDependencies } from './provider/options.js'
import { signIn } from './sign-in.js'
import { signedInReply } from './signed-in-reply.js'

export interface SignInDependencies extends PasskeyDependencies, ProviderDependencies {
  readonly sessions: Pick<SessionVerifier, 'forget'>
  readonly console: Pick<ConsoleRequests, 'cookieOf' | 'removedCookie'>
  readonly mails: SignInMails
}

export function signInHandlers(dependencies: SignInDependencies) {
  const { console, mails, sessions } = dependencies
  return {
    ...providerHandlers(dependencies),
    ...passkeyHandlers(dependencies),

    createSignInLink: async ({ body, tx }) => {
      await mails.request(tx, foldAddress(body.email))
      return { status: 202, body: { email: body.email, valid_seconds: linkSeconds } }
    },

    createSession: {
      // The use of a refused link is recorded, though nothing else of the request is recorded.
      outsideTransaction: async ({ body, origin }) => {
        const signedIn = await signIn(dependencies, body.token, origin)
        if (signedIn === undefined) {
          throw new ApiError(
            'invalid_sign_in_link',
            'This link has already been used, or its 15 minutes are over. Request a new one.',
          )
        }
        return signedInReply(console, origin, signedIn)
      },
    },

    listSessions: async ({ principal, query, db }) => {
      const userId = query.user_id === undefined ? principal.userId : fromTypeId('usr', query.user_id)
      if (userId !== principal.userId && !isAtLeast(principal.role, 'admin')) {
        throw new ApiError(
          'insufficient_scope',
          'The sessions of other users need the role admin; yours is member.',
        )
      }
      const only = seesItselfOnly(principal) ? principal.sessionId : undefined
      const found = await pageOfSessions(db, principal.workspaceId, userId, { query, only })
      const present = (row: SessionRow) => presentSession(row, principal.sessionId)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(present)) }
    },

    retrieveSession: async ({ principal, path, db }) => {
      const session = visibleTo(
        principal,
        await findSession(db, principal.workspaceId, idOf(principal, path.id)),
      )
      return { status: 200, body: presentSession(session, principal.sessionId) }
    },

    revokeSession: async ({ principal, path, origin, tx }) => {
      const { workspaceId } = principal
      const session = visibleTo(principal, await findSession(tx.sql, workspaceId, idOf(principal, path.id)))
      const endsOwn = session.id === principal.sessionId
      if (!endsOwn && session.user_role === 'owner' && principal.role !== 'owner') {
        throw new ApiError('insufficient_scope', 'Only an owner can end the sessions of an owner.')
      }
      await revokeSession(tx.sql, workspaceId, session.id)
      tx.afterCommit(() => sessions.forget(session.id))
      return {
        status: 204,
        body: undefined,
        ...(endsOwn && origin.fromConsole && { headers: { 'Set-Cookie': console.removedCookie } }),
      }
    },
  } satisfies Partial<Handlers>
}

function idOf(principal: SessionPrincipal, id: string): Uuid {
  return id === 'current' ? principal.sessionId : fromTypeId('ses', id)
}

/**
 * Returns whether a credential sees only its own session. A program that acts for a user has nothing to do with that
 * user's other sessions, unless it is an admin itself.
 */
function seesItselfOnly({ program, role }: SessionPrincipal): boolean {
  return program !== null && !isAtLeast(role, 'admin')
}

/** @throws ApiError 404 for a member that asks for a session of somebody else */
function visibleTo(principal: SessionPrincipal, session: SessionRow | undefined): SessionRow {
  const isOwn = seesItselfOnly(principal)
    ? session?.id === principal.sessionId
    : session?.user_id === principal.userId
  const isVisible = isOwn || isAtLeast(principal.role, 'admin')
  if (session === undefined || !isVisible) throw new ApiError('not_found', 'No such session.')
  return session
}
