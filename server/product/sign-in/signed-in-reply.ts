import type { ConsoleRequests } from '../../platform/http/access/console-request.js'
import type { RequestOrigin } from '../../platform/http/operation/handler.js'
import { presentSession } from './sessions.js'
import type { SignedIn } from './sign-in.js'

/** Returns the reply to a sign-in: the token, or for the console a cookie. */
export function signedInReply(
  console: Pick<ConsoleRequests, 'cookieOf'>,
  origin: Pick<RequestOrigin, 'fromConsole'>,
  { session, token }: SignedIn,
) {
  const shown = presentSession(session, session.id)
  if (!origin.fromConsole) return { status: 201 as const, body: { session: shown, token } }
  const headers = { 'Set-Cookie': console.cookieOf(token) }
  return { status: 201 as const, body: { session: shown, token: null }, headers }
}
