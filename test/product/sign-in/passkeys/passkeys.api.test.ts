import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { entryOf } from '../../../support/workspace/audit.js'
import { Authenticator } from '../../../support/sign-in/authenticator.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import {
  beginRegistration,
  challenge,
  passkeyBody,
  register,
  signInWith,
} from '../../../support/sign-in/passkeys.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { signIn, type SignedIn } from '../../../support/workspace/sessions.js'
import { firstTenant } from '../../../support/workspace/tenant.js'

/** Passkeys as they should be used: their way from a registration to a session, and whose is whose to change. */

const publicUrl = 'https://console.example'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api', POSTSEAL_PUBLIC_URL: publicUrl } })
})
afterAll(() => service.stop())

const newUser = (role: 'owner' | 'admin' | 'member' = 'member') =>
  signIn(service, firstTenant(service).workspaceId, role)
const userOf = ({ userId }: SignedIn) => toTypeId('usr', userId)
const list = (key: string, query = '') => call(service.url, 'GET', `/v1/passkeys${query}`, { key })
const remove = async (key: string, id: string) => {
  const { status, body } = await call(service.url, 'DELETE', `/v1/passkeys/${id}`, { key })
  return `${status} ${body.error?.code ?? ''}`.trim()
}

describe('the way of a passkey', () => {
  test('leads from a registration to sessions, and ends with its removal', async () => {
    const ada = await newUser()
    const begun = await beginRegistration(service, ada.token)
    expect(begun.body).toMatchObject({
      options: {
        rp: { id: 'console.example', name: 'Postseal' },
        user: { name: expect.stringContaining(ada.email) as string },
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    })
    expect(Date.parse(begun.body.expires_at as string) - Date.now()).toBeLessThanOrEqual(300_000)

    const { id, device } = await register(service, ada.token)
    const own = { id, user_id: userOf(ada), name: 'Laptop', synced: true, last_used_at: null }
    expect((await list(ada.token)).body.data).toEqual([{ ...own, created_at: expect.any(String) as string }])

    const signedIn = await signInWith(service, device)
    expect(signedIn.body).toMatchObject({
      session: { origin: 'passkey', user: { id: userOf(ada) }, role: 'member', program: null },
      token: expect.stringMatching(/^eyJ/) as string,
    })
    const session = String(signedIn.body.token)
    const current = await call(service.url, 'GET', '/v1/sessions/current', { key: session })
    expect(current.body).toMatchObject({ current: true, origin: 'passkey' })
    expect((await list(session)).body.data[0].last_used_at).not.toBeNull()
    const entry = await entryOf(service, signedIn)
    expect(entry).toMatchObject({
      actor_kind: 'session',
      actor_id: ada.userId,
      operation: 'createPasskeySession',
      resource_type: 'session',
      resource_id: signedIn.body.session.id,
      outcome: 'succeeded',
    })

    const again = await beginRegistration(service, session)
    expect(again.body.options.excludeCredentials).toEqual([
      { type: 'public-key', id: device.credentialId.toString('base64url'), transports: ['internal'] },
    ])
    expect(await remove(session, id)).toBe('204')
    expect((await signInWith(service, device)).body.error.code).toBe('invalid_passkey')
    // What it has begun goes on.
    expect((await list(session)).body.data).toEqual([])
  })

  test('of a device that counts goes on as it counts', async () => {
    const { token } = await newUser()
    const { device } = await register(service, token, new Authenticator({ counts: true }))
    expect((await list(token)).body.data[0].synced).toBe(false)
    expect((await signInWith(service, device)).status).toBe(201)
    expect((await signInWith(service, device)).status).toBe(201)
  })

  test('ends in a cookie for a page of the service', async () => {
    const { device } = await register(service, (await newUser()).token)
    const headers = { 'Postseal-Console': '1', 'Sec-Fetch-Site': 'same-origin' }
    const { status, body, headers: replied } = await signInWith(service, device, { headers })
    expect([status, body.token]).toEqual([201, null])
    expect(replied['set-cookie']?.toString()).toMatch(/^__Host-postseal=eyJ.*HttpOnly; Secure/)
  })

  test('ends with its user', async () => {
    const [owner, ada] = [await newUser('owner'), await newUser()]
    const { device } = await register(service, ada.token)
    await beginRegistration(service, ada.token)
    const { status } = await call(service.url, 'DELETE', `/v1/users/${userOf(ada)}`, { key: owner.token })
    expect(status).toBe(204)
    expect((await signInWith(service, device)).body.error.code).toBe('invalid_passkey')
    for (const table of ['passkeys', 'passkey_challenges']) {
      const { rows } = await service.sql.query(`select 1 from ${table} where user_id = $1`, [ada.userId])
      expect(rows, table).toEqual([])
    }
  })

  test('has a challenge that names nobody, and is kept as a hash', async () => {
    const { body } = await challenge(service)
    expect(body.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rpId: 'console.example',
      timeout: 300_000,
      userVerification: 'required',
    })
    const { rows } = await service.sql.query<{ challenge_hash: Buffer; user_id: null }>(
      'select challenge_hash, user_id from passkey_challenges where id = $1',
      [fromTypeId('pkc', body.id as string)],
    )
    expect(rows[0]?.challenge_hash).toHaveLength(32)
    expect(rows[0]?.user_id).toBeNull()
    expect(rows[0]?.challenge_hash.toString('base64url')).not.toBe(body.options.challenge)
  })
})

test('a user has 20 at most', async () => {
  const { token, userId } = await newUser()
  const waiting = await passkeyBody(service, token)
  await service.sql.query(
    `insert into passkeys
       (workspace_id, id, user_id, name, credential_id, public_key, sign_count, transports, synced)
     select $1, gen_random_uuid(), $2::uuid, 'One of many', decode(md5($2::uuid::text || number), 'hex'), '', 0, '{}', true
     from generate_series(1, 20) number`,
    [firstTenant(service).workspaceId, userId],
  )
  const refusal = { code: 'invalid_state', message: expect.stringContaining('20 passkeys') as string }
  expect((await beginRegistration(service, token)).body.error).toMatchObject(refusal)
  const complete = () => call(service.url, 'POST', '/v1/passkeys', { key: token, body: waiting })
  expect((await complete()).body.error).toMatchObject(refusal)
  await service.sql.query(
    'delete from passkeys where id = (select id from passkeys where user_id = $1 limit 1)',
    [userId],
  )
  expect((await complete()).status).toBe(201)
})

describe('passkeys of others', () => {
  test('are an admin’s affair, those of owners an owner’s, and nobody else’s', async () => {
    const [owner, admin, ada, bob] = [
      await newUser('owner'),
      await newUser('admin'),
      await newUser(),
      await newUser(),
    ]
    const ofAda = (await register(service, ada.token)).id
    const ofOwner = (await register(service, owner.token)).id

    expect((await list(bob.token, `?user_id=${userOf(ada)}`)).status).toBe(403)
    expect((await list(admin.token, `?user_id=${userOf(ada)}`)).body.data).toMatchObject([{ id: ofAda }])
    expect(await remove(bob.token, ofAda)).toBe('404 not_found')
    expect(await remove(admin.token, ofOwner)).toBe('403 insufficient_scope')
    expect(await remove(admin.token, ofAda)).toBe('204')
    expect(await remove(owner.token, ofOwner)).toBe('204')
  })

  test('can be renamed by whom they can be removed by', async () => {
    const [admin, ada, bob] = [await newUser('admin'), await newUser(), await newUser()]
    const { id } = await register(service, ada.token)
    const rename = (key: string, name: string) =>
      call(service.url, 'PATCH', `/v1/passkeys/${id}`, { key, body: { name } })
    expect((await rename(bob.token, 'Mine')).status).toBe(404)
    expect((await rename(ada.token, ' Phone ')).body.name).toBe('Phone')
    expect((await rename(admin.token, 'Lost phone')).body).toMatchObject({ id, name: 'Lost phone' })
    expect((await rename(ada.token, '   ')).status).toBe(422)
  })
})

test('a program has no passkeys, and does not see those of its user', async () => {
  const owner = await newUser('owner')
  const { id } = await register(service, owner.token)
  const made = JSON.parse(
    await answerOf(
      command(commandEnv(service), 'session', 'create', '--json', '--name', 'ci', '--email', owner.email),
    ),
  ) as { token: string }
  expect((await beginRegistration(service, made.token)).body.error.code).toBe('wrong_credential_kind')
  const body = await passkeyBody(service, owner.token)
  const completed = await call(service.url, 'POST', '/v1/passkeys', { key: made.token, body })
  expect(completed.body.error.code).toBe('wrong_credential_kind')
  expect((await list(made.token)).body.error.code).toBe('insufficient_scope')
  expect(await remove(made.token, id)).toBe('404 not_found')
})
