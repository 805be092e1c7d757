import { expect, test } from 'vitest'
import { signTestWebhook, type VerifyWebhookOptions } from '../../../sdk-ts/src/webhooks/index.js'
import { refusal } from './webhook-verdicts.js'

/** The mistakes that receivers begin with, and what the message of the error says of each. */

const secret = 'whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg'
const other = 'whsec_0a1b2c3d4e5f6g7h8i9j0kAlBmCnDoEpFqGrHsItJuK'
const event = { id: 'evt_1', type: 'message.delivered', data: { recipient: 'ada@example.com' } }
const { payload, headers } = await signTestWebhook({ event, secret })
const rawBody = /Pass the raw body: express\.raw\(.*in Express.*in Next\.js.*in Hono/

test.each<[string, Partial<Record<keyof VerifyWebhookOptions, unknown>>, string, RegExp]>([
  ['the parsed body', { payload: event }, 'invalid_payload', rawBody],
  ['no body', { payload: undefined }, 'invalid_payload', rawBody],
  ['null', { payload: null }, 'invalid_payload', rawBody],
  ['a body that was read before', { payload: '' }, 'signature_mismatch', rawBody],
  ['the parsed body as text', { payload: '[object Object]' }, 'signature_mismatch', rawBody],
  ['the body with white space', { payload: JSON.stringify(event, null, 2) }, 'signature_mismatch', rawBody],
  ['bytes that are no text', { payload: new Uint8Array([0xff]) }, 'signature_mismatch', rawBody],
  ["another subscription's secret", { secret: other }, 'signature_mismatch', /secret of this subscription/],
  ['another body', { payload: payload.replace('ada', 'eve') }, 'signature_mismatch', /of this subscription/],
  ['a secret without its prefix', { secret: secret.slice(6) }, 'signature_mismatch', /begins with whsec_/],
  ['a secret with a line end', { secret: `${secret}\n` }, 'signature_mismatch', /without white space/],
  ['a secret in quotes', { secret: `"${secret}"` }, 'signature_mismatch', /quotes/],
  ['secrets in one text', { secret: `${secret},${other}` }, 'signature_mismatch', /another secret/],
  ['another header', { headers: undefined, signature: 'sha256=00' }, 'malformed_header', /t=<unix sec/],
  ['headers without it', { headers: { 'x-signature': '1' } }, 'missing_header', /no Service-Signature/],
])('%s', async (_, mistake, code, hint) => {
  const options = { payload, headers, secret, ...mistake } as VerifyWebhookOptions
  const error = await refusal(options)
  expect([error.code, error.message]).toEqual([code, expect.stringMatching(hint)])
})

test.each([
  ['an old webhook', 301, /301 seconds ago\. Each attempt is signed afresh: is the clock right\?/],
  ['one from the future', -301, /301 seconds ahead\. Each attempt/],
  ['a clock in another zone', 7203, /Whole hours: is a clock set to local time/],
  ['a clock in a zone of the east', -3_598, /Whole hours/],
  ['an hour and a half', 5400, /Each attempt/],
  ['a day', 86_400, /Each attempt/],
])('%s', async (_, age, hint) => {
  const now = 1_768_383_000
  const signed = await signTestWebhook({ event, secret, timestamp: now - age })
  const error = await refusal({ ...signed, secret, now: now * 1000 })
  expect([error.code, error.message]).toEqual(['timestamp_out_of_tolerance', expect.stringMatching(hint)])
})

test('less than a minute is not whole hours', async () => {
  const signed = await signTestWebhook({ event, secret, timestamp: 1_768_383_000 })
  const error = await refusal({ ...signed, secret, now: 1_768_383_010_000, toleranceSeconds: 5 })
  expect(error.message).toBe(
    'It was signed 10 seconds ago. Each attempt is signed afresh: is the clock right?',
  )
})

test('seconds and milliseconds are told apart', async () => {
  const inMilliseconds = await signTestWebhook({ event, secret, timestamp: Date.now() })
  expect((await refusal({ ...inMilliseconds, secret })).message).toMatch(
    /`t` is in milliseconds, not seconds/,
  )
  const now = Math.floor(Date.now() / 1000)
  expect((await refusal({ payload, headers, secret, now })).message).toMatch(/`now` takes milliseconds/)
})

test('no message has anything of the secret or the body in it', async () => {
  const stranger = 'wrong_8d2XwS5n7uE4'
  for (const body of [payload, `${payload} `, 'ada@example.com'])
    expect((await refusal({ payload: body, headers, secret: stranger })).message).not.toMatch(
      /ada|8d2XwS5n7uE4/,
    )
  const { message } = await refusal({ payload, signature: `t=ada,v1=${secret}`, secret })
  expect(message).not.toMatch(/ada|Zk3v/)
})
