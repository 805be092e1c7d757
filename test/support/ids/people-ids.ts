import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import {
  fromTypeId,
  newUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { challenge, beginRegistration, originOf, passkeyBody, register } from '../sign-in/passkeys.js'
import { bodyOf, type KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import { signIn } from '../workspace/sessions.js'
import { until } from '../time/until.js'

type Service = Pick<TestService, 'sql' | 'config' | 'url'>

/** A further session of the user who has this one. */
export async function addSession({ sql }: Service, session: string): Promise<string> {
  const { sub, ws } = decodeJwt<{ ws: string }>(session)
  const id = newUuid()
  await sql.query(
    `insert into sessions (workspace_id, id, user_id, origin, expires_at)
     values ($1, $2, $3, 'link', now() + interval '1 hour')`,
    [fromTypeId('ws', ws), id, fromTypeId('usr', sub ?? '')],
  )
  return toTypeId('ses', id)
}

/** The token of a sign-in link of a new user, as a mail has it. */
async function signInToken(service: Service, workspaceId: WorkspaceId): Promise<string> {
  const { userId, email } = await signIn(service, workspaceId, 'member')
  const token = randomBytes(32).toString('base64url')
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  await service.sql.query(
    `insert into sign_in_links (workspace_id, token_hash, user_id, address_hash, expires_at)
     values ($1, $2, $3, $4, now() + interval '15 minutes')`,
    [workspaceId, sha256(token), userId, sha256(email)],
  )
  return token
}

/** Returns the challenge's id and the credential that a new user's passkey has signed for it, as JSON. */
async function passkeySession(service: Service, workspaceId: WorkspaceId): Promise<string> {
  const { device } = await register(service, (await signIn(service, workspaceId, 'member')).token)
  const { body } = await challenge(service)
  return JSON.stringify({ challenge_id: body.id, credential: device.sign(body.options, originOf(service)) })
}

/** Passkeys of the user who has this session, and what it takes to register one. */
export function ownPasskeyIds(service: Service, session: string): KnownIds {
  return {
    psk: async () => (await register(service, session)).id,
    pkr: async () => (await beginRegistration(service, session)).body.id as string,
    [bodyOf('createPasskey')]: async () => JSON.stringify(await passkeyBody(service, session)),
  }
}

/**
 * Ids of users, of sessions and of entries in the audit log, for requests that are made from the contract. Each user is
 * a new one, and each session a new one of the user who asks.
 *
 * @param session the session of an owner
 */
export function peopleIds(
  service: Service,
  workspaceId: WorkspaceId,
  session: string,
): Required<Pick<KnownIds, 'usr' | 'ses' | 'psk' | 'pkc' | 'aud' | 'token'>> {
  return {
    usr: async () => toTypeId('usr', (await signIn(service, workspaceId, 'member')).userId),
    ses: () => addSession(service, session),
    ...ownPasskeyIds(service, session),
    // One has 20 at most.
    psk: async () => (await register(service, (await signIn(service, workspaceId, 'member')).token)).id,
    pkc: async () => (await challenge(service)).body.id as string,
    [bodyOf('createPasskeySession')]: () => passkeySession(service, workspaceId),
    aud: async () => {
      const body = { name: 'Audited', environment: 'test' }
      await call(service.url, 'POST', '/v1/projects', { key: session, body })
      const select = 'select id from audit_events where workspace_id = $1 order by id desc limit 1'
      const [row] = await until(async () => {
        const { rows } = await service.sql.query<{ id: Uuid }>(select, [workspaceId])
        return rows.length > 0 && rows
      }, 'an entry in the audit log')
      return toTypeId('aud', row?.id ?? '')
    },
    token: () => signInToken(service, workspaceId),
  }
}
