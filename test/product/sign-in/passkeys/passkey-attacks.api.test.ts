import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { handleOf } from '../../../../server/product/sign-in/passkeys/user-handle.js'
import { call } from '../../../support/api/api.js'
import { entriesFor, entryOf } from '../../../support/workspace/audit.js'
import { Authenticator, cbor, flags, type Wrongly } from '../../../support/sign-in/authenticator.js'
import {
  beginRegistration,
  challenge,
  originOf,
  passkeyBody,
  register,
  registerWrongly,
  signInWith,
  use,
} from '../../../support/sign-in/passkeys.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { signIn } from '../../../support/workspace/sessions.js'
import { addTenant, firstTenant } from '../../../support/workspace/tenant.js'

/**
 * Tests attacks on passkeys by strangers, other users and copied devices. All of them end in one and the same
 * refusal.
 */

let service: TestService
let beside: TestService
beforeAll(async () => {
  const env = { POSTSEAL_ROLES: 'api', POSTSEAL_PUBLIC_URL: 'https://console.example' }
  service = await startTestService({ env })
  beside = await startTestService({ env, beside: service })
})
afterAll(async () => {
  await beside.stop()
  await service.stop()
})

const newUser = (workspaceId = firstTenant(service).workspaceId) => signIn(service, workspaceId, 'member')
const refusal = {
  status: 401,
  body: {
    error: {
      code: 'invalid_passkey',
      message: 'This passkey does not sign you in. Try again, or sign in with a link.',
    },
  },
}

/** Deviations of browsers and devices. */
const wrongly: readonly (readonly [what: string, Wrongly])[] = [
  ['another origin', { origin: 'https://console.example.attacker.example' }],
  ['another port of the host', { origin: 'https://console.example:8443' }],
  ['the origin without https', { origin: 'http://console.example' }],
  ['a host above', { rpId: 'example' }],
  ['another host', { rpId: 'attacker.example' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['a frame in a page of others', { crossOrigin: true }],
  ['nobody verified', { flags: flags.userPresent | flags.canSync | flags.isSynced }],
  ['nobody present', { flags: flags.userVerified | flags.canSync | flags.isSynced }],
  ['synced without being able to', { flags: flags.userPresent | flags.userVerified | flags.isSynced }],
]

describe('signing in', () => {
  test.each([
    ...wrongly,
    ['what a registration signs', { type: 'webauthn.create' }],
    ['a signature of something else', { signature: Buffer.from('3006020101020101', 'hex') }],
    ['no signature', { signature: Buffer.alloc(0) }],
    [
      'a passkey that cannot be on several devices any more',
      { flags: flags.userPresent | flags.userVerified },
    ],
    ['extensions that are no CBOR', { flags: 1 | 4 | 8 | 16 | 128 }],
    ['a handle of nobody', { userHandle: 'AAAA' }],
    ['no handle', { userHandle: '' }],
  ] as const)('with %s is refused, and recorded if the passkey is known', async (_what, wrong) => {
    const { id, device } = await register(service, (await newUser()).token)
    const reply = await signInWith(service, device, wrong)
    expect(reply).toMatchObject(refusal)
    if ('userHandle' in wrong) return
    expect(await entryOf(service, reply)).toMatchObject({
      operation: 'createPasskeySession',
      resource_type: 'passkey',
      resource_id: id,
      outcome: 'refused',
      error_code: 'invalid_passkey',
      session_id: null,
    })
    expect((await signInWith(service, device)).status).toBe(201)
  })

  test('with a challenge again is refused, in this process and in another', async () => {
    const { device } = await register(service, (await newUser()).token)
    const { body } = await challenge(service)
    const credential = device.sign(body.options, originOf(service))
    const both = [service, beside, service, beside]
    const replies = await Promise.all(both.map((at) => use(at, body.id as string, credential)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    expect(await use(beside, body.id as string, credential)).toMatchObject(refusal)
  })

  test('with a challenge that was refused once is refused', async () => {
    const { device } = await register(service, (await newUser()).token)
    const { body } = await challenge(service)
    const id = body.id as string
    const wrong = device.sign(body.options, 'https://attacker.example')
    expect(await use(service, id, wrong)).toMatchObject(refusal)
    expect(await use(service, id, device.sign(body.options, originOf(service)))).toMatchObject(refusal)
  })

  test('with a challenge whose 5 minutes are over is refused', async () => {
    const { device } = await register(service, (await newUser()).token)
    const { body } = await challenge(service)
    await service.sql.query('update passkey_challenges set expires_at = now() where id = $1', [
      fromTypeId('pkc', body.id as string),
    ])
    const credential = device.sign(body.options, originOf(service))
    expect(await use(service, body.id as string, credential)).toMatchObject(refusal)
  })

  test('with the challenge of another request is refused', async () => {
    const { device } = await register(service, (await newUser()).token)
    const [one, other] = [await challenge(service), await challenge(service)]
    const credential = device.sign(one.body.options, originOf(service))
    expect(await use(service, other.body.id as string, credential)).toMatchObject(refusal)
  })

  test('with the challenge of a registration is refused', async () => {
    const { token } = await newUser()
    const { device } = await register(service, token)
    const { body } = await beginRegistration(service, token)
    const id = toTypeId('pkc', fromTypeId('pkr', body.id as string))
    const options = { challenge: body.options.challenge as string, rpId: 'console.example' }
    expect(await use(service, id, device.sign(options, originOf(service)))).toMatchObject(refusal)
  })

  test('as another user, or in another workspace, is refused', async () => {
    const { workspaceId } = firstTenant(service)
    const [ada, victim] = [await newUser(), await newUser()]
    const elsewhere = await addTenant(service)
    const { device } = await register(service, ada.token)
    await register(service, victim.token)
    for (const owner of [
      { workspaceId, userId: victim.userId },
      { workspaceId: elsewhere.workspaceId, userId: ada.userId },
      { workspaceId: elsewhere.workspaceId, userId: newUuid() },
    ]) {
      expect(await signInWith(service, device, { userHandle: handleOf(owner) })).toMatchObject(refusal)
    }
  })

  test('with a passkey that nobody has is refused, and recorded nowhere', async () => {
    const stranger = new Authenticator()
    const { userId } = await newUser()
    const { workspaceId } = firstTenant(service)
    const before = await entriesFor(service, workspaceId, 'createPasskeySession')
    const userHandle = handleOf({ workspaceId, userId })
    expect(await signInWith(service, stranger, { userHandle })).toMatchObject(refusal)
    expect(await entriesFor(service, workspaceId, 'createPasskeySession')).toEqual(before)
  })

  test('with a copy of a device, whose counter stays behind, is refused and recorded', async () => {
    const { token } = await newUser()
    const { id, device } = await register(service, token, new Authenticator({ counts: true }))
    expect((await signInWith(service, device, { signCount: 10 })).status).toBe(201)
    for (const signCount of [10, 9, 0]) {
      const reply = await signInWith(service, device, { signCount })
      expect(reply).toMatchObject(refusal)
      expect(await entryOf(service, reply)).toMatchObject({ outcome: 'refused', resource_id: id })
    }
    expect((await signInWith(service, device, { signCount: 11 })).status).toBe(201)
  })

  test('with what is too large is refused before it is read', async () => {
    const { device } = await register(service, (await newUser()).token)
    const { body } = await challenge(service)
    const credential = device.sign(body.options, originOf(service))
    const large = 'A'.repeat(10_000)
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
      const response = { ...credential.response, [field]: large }
      const reply = await use(service, body.id as string, { ...credential, response })
      expect([reply.status, reply.body.error.details[0].path]).toEqual([
        422,
        `/body/credential/response/${field}`,
      ])
    }
    expect((await use(service, body.id as string, { ...credential, id: large })).status).toBe(422)
  })

  test.each(['', 'bnVsbA', 'W10', 'IjEi', 'e30', '_w', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'])(
    'with %s for client data is refused',
    async (clientDataJSON) => {
      const { device } = await register(service, (await newUser()).token)
      const { body } = await challenge(service)
      const credential = device.sign(body.options, originOf(service))
      const response = { ...credential.response, clientDataJSON }
      expect(await use(service, body.id as string, { ...credential, response })).toMatchObject(refusal)
    },
  )
})

describe('registering', () => {
  const isRefused = async (token: string, wrong: Wrongly) => {
    const { status, body } = await registerWrongly(service, token, wrong)
    expect([status, body.error?.details?.[0]]).toEqual([
      422,
      {
        path: '/body/credential',
        code: 'passkey',
        rule: 'passkey',
        message: 'is not what a browser of this service returns for it',
      },
    ])
  }

  test.each([...wrongly, ['what a sign-in signs', { type: 'webauthn.get' }]] as const)(
    'with %s is refused',
    async (_what, wrong) => isRefused((await newUser()).token, wrong),
  )

  test.each([
    ['no bytes', Buffer.alloc(0)],
    ['a number', cbor.integer(7)],
    ['an empty map', cbor.map()],
    ['a map that says it has 65,535 members', Buffer.from('b9ffff', 'hex')],
    ['bytes that say they are longer', Buffer.from('5affffffff00', 'hex')],
    ['arrays in each other without end', Buffer.alloc(8_000, 0x81)],
    ['authenticator data that is cut', cbor.map([cbor.text('authData'), cbor.bytes(Buffer.alloc(36))])],
    ['text for authenticator data', cbor.map([cbor.text('authData'), cbor.text('A'.repeat(200))])],
  ])('with %s for CBOR is refused', async (_what, attestationObject) =>
    isRefused((await newUser()).token, { attestationObject }),
  )

  test('with a key that is none, or of an algorithm that was not offered, is refused', async () => {
    const { token } = await newUser()
    await isRefused(token, { publicKey: cbor.map() })
    await isRefused(token, { publicKey: cbor.text('key') })
    await isRefused(token, { publicKey: cbor.map([cbor.integer(3), cbor.integer(-65_535)]) })
    const huge = cbor.map(
      [cbor.integer(1), cbor.integer(3)],
      [cbor.integer(3), cbor.integer(-257)],
      [cbor.integer(-1), cbor.bytes(Buffer.alloc(4_096, 0xff))],
      [cbor.integer(-2), cbor.bytes(Buffer.from([1, 0, 1]))],
    )
    await isRefused(token, { publicKey: huge })
  })

  test('takes no notice of what a device attests, which could name addresses to ask', async () => {
    const { token } = await newUser()
    const attStmt = cbor.map([cbor.text('x5c'), cbor.bytes(Buffer.alloc(64))])
    for (const fmt of ['packed', 'tpm', 'android-safetynet', 'unheard-of']) {
      expect((await registerWrongly(service, token, { statement: { fmt, attStmt } })).status).toBe(201)
    }
  })

  test('again, with a registration that is over or another user’s, is refused', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const complete = (key: string, body: object, at = service) =>
      call(at.url, 'POST', '/v1/passkeys', { key, body })
    const wrong = { status: 422, body: { error: { details: [{ path: '/body/registration_id' }] } } }

    const body = await passkeyBody(service, ada.token)
    expect(await complete(bob.token, body)).toMatchObject(wrong)
    const elsewhere = await newUser((await addTenant(service)).workspaceId)
    expect(await complete(elsewhere.token, body)).toMatchObject(wrong)
    const both = await Promise.all([complete(ada.token, body), complete(ada.token, body, beside)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await complete(ada.token, body, beside)).toMatchObject(wrong)

    const late = await passkeyBody(service, ada.token)
    await service.sql.query('update passkey_challenges set expires_at = now() where user_id = $1', [
      ada.userId,
    ])
    expect(await complete(ada.token, late)).toMatchObject(wrong)
  })

  test('with the challenge of a sign-in is refused', async () => {
    const { token } = await newUser()
    const given = await passkeyBody(service, token)
    const { body } = await challenge(service)
    const id = toTypeId('pkr', fromTypeId('pkc', body.id as string))
    const reply = await call(service.url, 'POST', '/v1/passkeys', {
      key: token,
      body: { ...given, registration_id: id },
    })
    expect(reply.status).toBe(422)
  })

  test('with another id than the device’s, or a passkey that is there, is refused', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const body = await passkeyBody(service, ada.token)
    const id = 'AAAAAAAAAAAAAAAAAAAAAA'
    const renamed = { ...body, credential: { ...body.credential, id, rawId: id } }
    const reply = await call(service.url, 'POST', '/v1/passkeys', { key: ada.token, body: renamed })
    expect(reply.body.error.details[0].path).toBe('/body/credential')

    const { device } = await register(service, ada.token)
    const taken = await passkeyBody(service, bob.token, { device })
    const second = await call(service.url, 'POST', '/v1/passkeys', { key: bob.token, body: taken })
    expect([second.status, second.body.error.code]).toEqual([409, 'invalid_state'])
  })
})

test.each(['http://mail.example', 'http://203.0.113.7:4000', 'https://203.0.113.7'])(
  'at %s there are none, and the reply says what to set',
  async (publicUrl) => {
    const other = await startTestService({
      env: { POSTSEAL_ROLES: 'api', POSTSEAL_PUBLIC_URL: publicUrl },
      beside: service,
    })
    try {
      const { token } = await newUser()
      const body = await passkeyBody(service, token)
      const { body: begun } = await challenge(service)
      const credential = new Authenticator().sign(begun.options, originOf(service))
      for (const { status, body: reply } of [
        await beginRegistration(other, token),
        await call(other.url, 'POST', '/v1/passkeys', { key: token, body }),
        await challenge(other),
        await use(other, begun.id as string, credential),
      ]) {
        expect([status, reply.error.code]).toEqual([409, 'invalid_state'])
        expect(reply.error.message).toContain('POSTSEAL_PUBLIC_URL')
      }
      expect((await call(other.url, 'GET', '/v1/passkeys', { key: token })).status).toBe(200)
    } finally {
      await other.stop()
    }
  },
)
