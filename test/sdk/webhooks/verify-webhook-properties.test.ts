import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signTestWebhook, verifyWebhook, type KnownEvent } from '../../../sdk-ts/src/webhooks/index.js'
import { verifyWebhook as referenceVerdict } from '../../support/webhooks/verify-webhook.js'
import { signatureVectors } from '../../vectors/signatures.js'
import { verdict } from './webhook-verdicts.js'
import { runs } from '../../support/run/sampled.js'

const json = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))
const secret = fc
  .string({ minLength: 1, maxLength: 80, unit: 'grapheme' })
  .filter((text) => text.trim() !== '')
const secrets = fc.array(secret, { minLength: 1, maxLength: 5 })
const unixSeconds = fc.integer({ min: 0, max: 4_102_444_800 })

test.each(signatureVectors.sign)('signed as the vector has it: $name', async (vector) => {
  const { payload, timestamp, secrets, header } = vector
  for (const at of [timestamp, timestamp + 0.9, new Date(timestamp * 1000 + 999)]) {
    const signed = await signTestWebhook({ payload, secrets, timestamp: at })
    expect(signed.headers['Service-Signature']).toBe(header)
    expect(signed.payload).toBe(payload)
  }
})

test('what is signed verifies under each secret and is what was signed', async () => {
  await fc.assert(
    fc.asyncProperty(json, secrets, unixSeconds, async (data, all, timestamp) => {
      const event = { type: 'message.delivered', data }
      const signed = await signTestWebhook({ event, secrets: all, timestamp })
      const now = timestamp * 1000
      for (const one of all) {
        const verified = await verifyWebhook({ ...signed, secret: one, now })
        expect(verified).toEqual(JSON.parse(JSON.stringify(event)))
      }
      expect(
        referenceVerdict(signed.payload, signed.headers['Service-Signature'], all, { now: timestamp }),
      ).toBe('ok')
    }),
  )
})

test('another secret does not verify', async () => {
  await fc.assert(
    fc.asyncProperty(json, secret, secret, async (data, one, other) => {
      fc.pre(one !== other)
      const signed = await signTestWebhook({ event: { type: 'webhook.test', data }, secret: one })
      expect(await verdict({ ...signed, secrets: [other] })).toBe('signature_mismatch')
    }),
  )
})

test('a change of any bit of the body or of the header is refused', async () => {
  const bit = fc.record({ byte: fc.nat(), mask: fc.integer({ min: 0, max: 7 }).map((n) => 1 << n) })
  await fc.assert(
    fc.asyncProperty(json, secret, unixSeconds, bit, async (data, secret, timestamp, bit) => {
      const signed = await signTestWebhook({ event: { type: 'webhook.test', data }, secret, timestamp })
      const now = timestamp * 1000
      const { payload, headers } = signed
      const changed = flipped(Buffer.from(payload), bit)
      expect(await verdict({ payload: changed, headers, secret, now })).toBe('signature_mismatch')
      const signature = flipped(Buffer.from(headers['Service-Signature']), bit).toString('latin1')
      expect(await verdict({ payload, signature, secret, now })).toMatch(
        /^(signature_mismatch|malformed_header)$/,
      )
    }),
  )
})

function flipped(bytes: Buffer, { byte, mask }: { byte: number; mask: number }): Buffer {
  const at = byte % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ mask
  return bytes
}

test('it says what the reference verifier says, of whatever header, body and time', async () => {
  const known = 'whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg'
  const body = fc.constantFrom('{"a":1}', '{}', '[]', 'null', '{"a":1', '', '\ufeff{}', '"é"')
  const skew = fc.constantFrom(0, 1, -1, 300, 301, -300, -301, 90_000)
  // Right in most of its parts, so that one part alone decides.
  const mostly = (right: string, ...wrong: string[]) =>
    fc.oneof(fc.constant(right), fc.constantFrom(...wrong))
  await fc.assert(
    fc.asyncProperty(body, skew, fc.gen(), async (payload, ahead, draw) => {
      const now = 1_768_383_000
      const timestamp = now + ahead
      const signed = await signTestWebhook({ payload, secret: known, timestamp })
      const [time = '', right = ''] = signed.headers['Service-Signature'].split(',')
      const wrong = `v1=${'0'.repeat(64)}`
      const elements = [
        draw(mostly, time, `${time}0`, 't=', 't=01', 'T=1', 't', `${time}.0`),
        draw(
          mostly,
          right,
          wrong,
          right.slice(0, -1),
          `${right}0`,
          right.toUpperCase(),
          right.replace('v1', 'v2'),
        ),
        draw(
          mostly,
          'v0=1',
          '',
          '=1',
          ' v1=',
          time,
          right,
          wrong,
          'v1',
          'v2=é',
          'v2=a b',
          'V=1',
          '1v=1',
          'v1=0',
        ),
      ]
      const header = draw(fc.shuffledSubarray, elements, { minLength: 2 }).join(
        draw(mostly, ',', ', ', ';', ',,'),
      )
      const expected = referenceVerdict(payload, header, [known], { now })
      expect(await verdict({ payload, signature: header, secret: known, now: now * 1000 })).toBe(expected)
    }),
    { numRuns: runs(500) },
  )
})

test('a test needs something to sign, and something to sign it with', async () => {
  const event = { type: 'webhook.test' } as KnownEvent
  await expect(signTestWebhook({ event, secret: '' })).rejects.toThrow(TypeError)
  await expect(signTestWebhook({ secret: 'whsec_1' } as never)).rejects.toThrow(TypeError)
})
