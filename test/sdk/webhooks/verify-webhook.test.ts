import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import {
  signTestWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
} from '../../../sdk-ts/src/webhooks/index.js'
import { signatureVectors } from '../../vectors/signatures.js'
import { refusal, verdict } from './webhook-verdicts.js'

const secret = 'whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg'
const event = { type: 'message.delivered', id: 'evt_1', data: { recipient: 'jörg@example.com' } }

test.each(signatureVectors.verify)('the vector, as text and as bytes: $name', async (vector) => {
  const { header: signature, secrets, now, tolerance_seconds: toleranceSeconds } = vector
  for (const payload of [vector.payload, Buffer.from(vector.payload)]) {
    const options = { payload, signature, secrets, toleranceSeconds, now: now * 1000 }
    expect(await verdict(options)).toBe(vector.expect)
    const headers = signature === null ? {} : { 'service-signature': signature }
    expect(await verdict({ payload, headers, secrets, toleranceSeconds, now: new Date(now * 1000) })).toBe(
      vector.expect,
    )
  }
})

test('the event is returned as it was sent, to the last field', async () => {
  const signed = await signTestWebhook({ event: { ...event, since_version_2: [null] }, secret })
  expect(await verifyWebhook({ ...signed, secret })).toEqual({ ...event, since_version_2: [null] })
})

test('the payload is text or bytes of any kind, wherever they lie', async () => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const padded = new TextEncoder().encode(`{${payload}}`)
  const within = padded.subarray(1, -1)
  for (const form of [payload, within, Buffer.from(payload), within.slice().buffer])
    expect(await verifyWebhook({ payload: form, headers, secret })).toEqual(event)
})

test('bytes that are changed while they are verified change nothing', async () => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const bytes = new TextEncoder().encode(payload)
  const verifying = verifyWebhook({ payload: bytes, headers, secret })
  bytes.fill(0x20)
  expect(await verifying).toEqual(event)
})

test('each digit of a signature counts', async () => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const [time, hex = ''] = headers['Service-Signature'].split('v1=')
  for (let at = 0; at < 64; at++) {
    const other = `${hex.slice(0, at)}${hex[at] === '0' ? '1' : '0'}${hex.slice(at + 1)}`
    expect(await verdict({ payload, secret, signature: `${time}v1=${other}` })).toBe('signature_mismatch')
  }
})

test('what is signed but no UTF-8, or has a byte order mark, is no event', async () => {
  for (const payload of [Buffer.from('{"a":"\xff"}', 'latin1'), Buffer.from('\ufeff{}')]) {
    const digest = createHmac('sha256', secret).update('1768383000.').update(payload).digest('hex')
    const signature = `t=1768383000,v1=${digest}`
    expect(await verdict({ payload, secret, signature, now: 1_768_383_000_000 })).toBe('invalid_payload')
  }
})

test('the header is found in Headers and in records of any case', async () => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const value = headers['Service-Signature']
  const forms: VerifyWebhookOptions[] = [
    { payload, secret, headers: new Headers(headers) },
    { payload, secret, headers: { 'SERVICE-SIGNATURE': value } },
    { payload, secret, headers: { 'service-signature': [value], accept: undefined } },
    { payload, secret, signature: value },
    { payload, secret, signature: [value] },
  ]
  for (const form of forms) expect(await verdict(form)).toBe('ok')
})

test('a header that came twice is refused, however it is told', async () => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const value = headers['Service-Signature']
  const both = new Headers(headers)
  both.append('Service-Signature', value)
  const forms: VerifyWebhookOptions[] = [
    { payload, secret, headers: both },
    { payload, secret, headers: { 'service-signature': value, 'Service-Signature': value } },
    { payload, secret, headers: { 'service-signature': value.split(',') } },
    { payload, secret, signature: value.split(',') },
  ]
  for (const form of forms) expect(await verdict(form)).toBe('malformed_header')
})

test('a header that is missing is told, whichever way it should have come', async () => {
  for (const headers of [new Headers(), {}, { 'service-signature': undefined }, { 'service-signature': [] }])
    expect((await refusal({ payload: '{}', secret, headers })).message).toMatch(
      /no Service-Signature in `headers`/,
    )
  for (const signature of [undefined, null, '', []])
    expect((await refusal({ payload: '{}', secret, signature })).message).toMatch(
      /no Service-Signature in `signature`/,
    )
  expect(await verdict({ payload: '{}', secret } as never)).toBe('missing_header')
})

test('by default five minutes either way of the clock are tolerated', async () => {
  const verdictAfter = async (seconds: number, toleranceSeconds?: number) => {
    const now = 1_768_383_000_999
    const signed = await signTestWebhook({ event, secret, timestamp: 1_768_383_000 - seconds })
    return verdict({ ...signed, secret, now, toleranceSeconds })
  }
  expect(await Promise.all([300, -300].map((age) => verdictAfter(age)))).toEqual(['ok', 'ok'])
  for (const age of [301, -301]) expect(await verdictAfter(age)).toBe('timestamp_out_of_tolerance')
  expect(await verdictAfter(0, 0)).toBe('ok')
  for (const age of [1, -1]) expect(await verdictAfter(age, 0)).toBe('timestamp_out_of_tolerance')

  const anHourAgo = new Date(Date.now() - 3_600_000)
  const old = await signTestWebhook({ event, secret, timestamp: anHourAgo })
  expect(await verdict({ ...old, secret })).toBe('timestamp_out_of_tolerance')
  expect(await verdict({ ...old, secret, now: anHourAgo })).toBe('ok')
})

describe('an event that comes again', () => {
  const known = new Set(['evt_1'])
  const isRepeated = (id: string) => known.has(id)
  const signed = async (id: string) => ({
    ...(await signTestWebhook({ event: { ...event, id }, secret })),
    secret,
  })

  test('is rejected, where its receiver knows the id', async () => {
    const again = await signed('evt_1')
    for (const onRepeated of [undefined, 'reject'] as const) {
      await expect(verifyWebhook({ ...again, isRepeated, onRepeated })).rejects.toMatchObject({
        name: 'WebhookVerificationError',
        code: 'repeated_event',
      })
    }
    const { id } = await verifyWebhook({ ...(await signed('evt_2')), isRepeated })
    expect(id).toBe('evt_2')
    expect((await verifyWebhook(again)).id).toBe('evt_1')
  })

  test('is undefined, where it is to be acknowledged', async () => {
    const take = async (id: string) =>
      await verifyWebhook({
        ...(await signed(id)),
        isRepeated: (id) => Promise.resolve(known.has(id)),
        onRepeated: 'acknowledge',
      })
    expect(await take('evt_1')).toBeUndefined()
    expect((await take('evt_2'))?.id).toBe('evt_2')
  })

  test('is asked for by what is signed and no other', async () => {
    const asked = vi.fn(() => true)
    const wrong = { ...(await signed('evt_1')), secret: 'whsec_another' }
    await expect(verifyWebhook({ ...wrong, isRepeated: asked })).rejects.toMatchObject({
      code: 'signature_mismatch',
    })
    expect(asked).not.toHaveBeenCalled()
    const failing = {
      ...(await signed('evt_1')),
      isRepeated: () => Promise.reject(new Error('The store is away.')),
    }
    await expect(verifyWebhook(failing)).rejects.toThrow('The store is away.')
    const slip = { ...(await signed('evt_1')), onRepeated: 'acknowledge' } as const
    await expect(verifyWebhook(slip)).rejects.toThrow(TypeError)
    await expect(verifyWebhook({ ...slip, isRepeated, onRepeated: 'ignore' as 'reject' })).rejects.toThrow(
      TypeError,
    )
  })
})

test.each([
  ['no secret', { secret: undefined }],
  ['an empty secret', { secret: '' }],
  ['a secret of white space', { secret: ' \n' }],
  ['no secrets', { secrets: [] }],
  ['an empty secret among others', { secrets: [secret, ''] }],
  ['a secret that is not set, among others', { secrets: [secret, undefined] }],
  ['a secret that is no text', { secret: 7 }],
  ['a tolerance that is no number', { toleranceSeconds: NaN }],
  ['a tolerance below zero', { toleranceSeconds: -1 }],
  ['a time that is none', { now: new Date('yesterday') }],
  ['a time that is no number', { now: NaN }],
])('%s is a mistake of the caller, whoever signed', async (what, wrong) => {
  const { payload, headers } = await signTestWebhook({ event, secret })
  const given = 'secrets' in wrong ? wrong : { secret, ...wrong }
  const options = { payload, headers, ...given } as VerifyWebhookOptions
  const refused = verifyWebhook(options)
  await expect(refused).rejects.toThrow(TypeError)
  if (what.includes('secret')) await expect(refused).rejects.toThrow(/^secrets? .*POSTSEAL_WEBHOOK_SECRET/)
})

test('an error can be told by its class, its name and its code', async () => {
  const error = await refusal({ payload: '{}', headers: {}, secret })
  expect(error).toBeInstanceOf(Error)
  expect(error).toBeInstanceOf(WebhookVerificationError)
  expect([error.name, error.code]).toEqual(['WebhookVerificationError', 'missing_header'])
})
