import type { UserRole } from '../../../server/platform/auth/principal.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../api/api.js'
import type { MessageView } from '../../../server/operate/sink/kept/view-cache.js'
import { inbox } from '../messages/mail.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'

/** A user of a test who has no session. */
export interface TestUser {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
  readonly email: string
}

/** Adds a user to a workspace. */
export async function addUser(
  service: Pick<TestService, 'sql'>,
  workspaceId: WorkspaceId,
  role: UserRole = 'member',
  email = `${newUuid()}@people.example`,
): Promise<TestUser> {
  const userId = newUuid()
  await service.sql.query('insert into users (id, workspace_id, email, role) values ($1, $2, $3, $4)', [
    userId,
    workspaceId,
    email,
    role,
  ])
  return { workspaceId, userId, email }
}

/** Asks for a sign-in mail. */
export function requestLink(
  url: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<ApiReply> {
  return call(url, 'POST', '/v1/sign-in-links', { body: { email }, headers })
}

/** Exchanges a token for a session. */
export function useToken(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<ApiReply> {
  return call(url, 'POST', '/v1/sessions', { body: { token }, headers })
}

/** The sign-in mails that an address has got, once there are as many. */
export function signInMailsTo(url: string, email: string, count = 1): Promise<MessageView[]> {
  return until(async () => {
    const mails = await inbox(url, email)
    return mails.length >= count && mails
  }, `${count} sign-in mails`)
}

/** The tokens of the links in a mail's text. */
export function tokensIn(text: string): string[] {
  return [...text.matchAll(/\/console\/sign-in#([\w-]{43})(?![\w-])/g)].map(([, token]) => token ?? '')
}
