import { Webhook } from 'standardwebhooks'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '../../../../server/product/webhooks/signatures/secrets.js'
import {
  standardKey,
  standardSignature,
} from '../../../../server/product/webhooks/signatures/standard-signature.js'
import { signatureVectors } from '../../../vectors/signatures.js'

/** Tests signatures by Standard Webhooks against vectors and against the library of its authors. */

afterEach(() => {
  vi.restoreAllMocks()
})

const id = 'evt_01kbf3yq0je5ntb9k2s7v4c8xd'

/** Returns the library's verdict on a request at a time in unix seconds. */
function verdictOf(secret: string, payload: string, headers: Record<string, string>, now: number): string {
  vi.spyOn(Date, 'now').mockReturnValue(now * 1000)
  try {
    new Webhook(secret).verify(payload, headers, { jsonParse: false })
    return 'ok'
  } catch (error) {
    const { message } = error as Error
    return codes.get(message) ?? message
  }
}

const codes = new Map([
  ['Missing required headers', 'missing_header'],
  ['Invalid Signature Headers', 'malformed_header'],
  ['Message timestamp too old', 'timestamp_out_of_tolerance'],
  ['Message timestamp too new', 'timestamp_out_of_tolerance'],
  ['No matching signature found', 'signature_mismatch'],
])

describe('vectors that no code of ours has made', () => {
  test.each(signatureVectors.standard.sign)('signed: $name', (vector) => {
    const { id, payload, timestamp, secrets, keys, signature } = vector
    expect(secrets.map((secret) => standardKey(secret).toString('hex'))).toEqual(keys)
    for (const ms of [0, 999]) {
      const at = new Date(timestamp * 1000 + ms)
      expect(standardSignature(secrets, id, Buffer.from(payload), at)).toBe(signature)
    }
  })

  test.each(signatureVectors.standard.sign)('verified by the library: $name', (vector) => {
    const { id, payload, timestamp, keys, signature } = vector
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signature,
    }
    for (const key of keys) {
      const secret = Buffer.from(key, 'hex').toString('base64')
      expect(verdictOf(`whsec_${secret}`, payload, headers, timestamp)).toBe('ok')
    }
  })

  test.each(signatureVectors.standard.verify)('the library: $name', (vector) => {
    const { payload, headers, secret, now, expect: expected } = vector
    expect(verdictOf(secret, payload, headers, now)).toBe(expected)
  })
})

test('new secrets are such as the library takes, and not what version 0.1.0 made', () => {
  for (let n = 0; n < 100; n += 1) {
    const secret = newSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(new Webhook(secret).sign(id, new Date(0), '{}')).toBe(
      standardSignature([secret], id, Buffer.from('{}'), new Date(0)),
    )
  }
  const [old = ''] = signatureVectors.standard.sign.find(({ name }) => name.startsWith('base64url,'))!.secrets
  expect(() => new Webhook(old)).toThrow()
})

test('the library verifies what is signed with any keys, by each of them and by no other', () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Buffer.from(bytes))
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, fc.array(key, { minLength: 1, maxLength: 5 }), key, (payload, keys, other) => {
      fc.pre(!keys.some((one) => isSameKey(one, other)))
      const secrets = keys.map((one, place) => `whsec_${one.toString(place % 2 ? 'base64url' : 'base64')}`)
      const signature = standardSignature(secrets, id, Buffer.from(payload), new Date(1000))
      const headers = { 'webhook-id': id, 'webhook-timestamp': '1', 'webhook-signature': signature }
      const verdict = (one: Buffer, body = payload) =>
        verdictOf(`whsec_${one.toString('base64')}`, body, headers, 1)
      expect(new Set(keys.map((one) => verdict(one)))).toEqual(new Set(['ok']))
      expect(verdict(other)).toBe('signature_mismatch')
      expect(verdict(keys[0]!, `${payload} `)).toBe('signature_mismatch')
    }),
  )
})

/** HMAC fills keys up to its block with zeros (RFC 2104, section 2). */
function isSameKey(one: Buffer, other: Buffer): boolean {
  const filled = (key: Buffer) => Buffer.concat([key, Buffer.alloc(80 - key.length)])
  return filled(one).equals(filled(other))
}

test('any text is a key, and none is empty', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (secret) => {
      for (const one of [secret, `whsec_${secret}`]) expect(standardKey(one).length).toBeGreaterThan(0)
    }),
  )
})
