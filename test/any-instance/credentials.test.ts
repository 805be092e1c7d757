import { describe, expect, test } from 'vitest'
import { newKeySecret } from '../../server/platform/auth/key-secret.js'
import { call, type ApiReply } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'

/** Tests how a credential is sent, and which texts are no credential. */

const at = useInstance()

function withHeader(authorization: string): Promise<ApiReply> {
  return call(at.url, 'GET', '/v1/messages', { headers: { Authorization: authorization } })
}

function refusal(reply: ApiReply): { status: number; code: string } {
  return { status: reply.status, code: reply.body.error?.code as string }
}

const invalid = { status: 401, code: 'invalid_credentials' }

describe('the Authorization header', () => {
  test('is asked for', async () => {
    const reply = await call(at.url, 'GET', '/v1/messages')
    expect(refusal(reply)).toEqual({ status: 401, code: 'missing_credentials' })
    // RFC 6750, section 3.1: no error where nothing was sent.
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="postseal"')
  })

  test.each([
    ['Basic', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Basic with the key as it is', (key: string) => `Basic ${key}`],
    ['the key alone', (key: string) => key],
    ['no token', () => 'Bearer'],
    ['two tokens', (key: string) => `Bearer ${key} ${key}`],
    ['two schemes', (key: string) => `Basic eA==, Bearer ${key}`],
    ['a comma behind', (key: string) => `Bearer ${key},`],
    ['quotes', (key: string) => `Bearer "${key}"`],
    ['no space', (key: string) => `Bearer${key}`],
    ['a tab for the space', (key: string) => `Bearer\t${key}`],
    ['another scheme that begins alike', (key: string) => `Bearerish ${key}`],
  ])('is refused with %s', async (_name, header) => {
    const reply = await withHeader(header(at.projectKey))
    expect(refusal(reply)).toEqual(invalid)
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="postseal", error="invalid_token"')
  })

  test.each(['bearer', 'BEARER', 'bEaReR'])('takes the scheme as %s', async (scheme) => {
    const reply = await withHeader(`${scheme} ${at.projectKey}`)
    expect(reply.status).toBe(200)
  })

  test('is not taken from the query', async () => {
    const query = `access_token=${at.projectKey}`
    const reply = await call(at.url, 'GET', `/v1/messages?${query}`)
    expect(reply.status).toBe(401)
  })
})

describe('a key', () => {
  test('with a typing error is told from one that does not exist', async () => {
    const key = at.projectKey
    const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
    const mistyped = await withHeader(`Bearer ${typo}`)
    const unknown = await withHeader(`Bearer ${newKeySecret('pk_live_')}`)
    expect([refusal(mistyped), refusal(unknown)]).toEqual([invalid, invalid])
    expect(mistyped.body.error.message).toMatch(/checksum.*mistyped/)
    expect(unknown.body.error.message).toMatch(/API key does not exist or was revoked/)
  })

  test('works in the form it was issued only, not under another prefix', async () => {
    const key = at.projectKey.replace('pk_test_', 'pk_live_')
    expect(refusal(await withHeader(`Bearer ${key}`))).toEqual(invalid)
  })
})
