import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { presentEvent, type EventRow } from '../../../../server/platform/events/present-event.js'
import { canonicalJson } from '../../../../server/platform/http/canonical-json.js'
import { canonicalBody } from '../../../../server/product/webhooks/formats/postseal/body.js'
import { signatureHeader } from '../../../../server/product/webhooks/signatures/sign.js'
import { verifyWebhook } from '../../../support/webhooks/verify-webhook.js'
import { signatureVectors } from '../../../vectors/signatures.js'

describe('vectors that no code of ours has made', () => {
  test.each(signatureVectors.canonical)('canonical: $name', ({ value, canonical }) => {
    expect(canonicalJson(JSON.parse(value))).toBe(canonical)
  })

  test.each(signatureVectors.sign)('signed: $name', ({ payload, timestamp, secrets, header }) => {
    expect(signatureHeader(secrets, Buffer.from(payload), new Date(timestamp * 1000))).toBe(header)
    // A part of a second is not a second.
    expect(signatureHeader(secrets, Buffer.from(payload), new Date(timestamp * 1000 + 999))).toBe(header)
  })

  test.each(signatureVectors.verify)('the reference verifier: $name', (vector) => {
    const { payload, header, secrets, now, tolerance_seconds: toleranceSeconds } = vector
    expect(verifyWebhook(payload, header ?? undefined, secrets, { now, toleranceSeconds })).toBe(
      vector.expect,
    )
  })
})

const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))
const secret = fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' })
const secrets = fc.array(secret, { minLength: 1, maxLength: 5 })
const unixSeconds = fc.integer({ min: 0, max: 4_102_444_800 })

test('what is signed verifies under each secret, whatever it is', () => {
  fc.assert(
    fc.property(object, secrets, unixSeconds, (value, all, now) => {
      const body = Buffer.from(canonicalJson(value))
      const header = signatureHeader(all, body, new Date(now * 1000))
      expect(header).toMatch(/^t=[0-9]+(,v1=[0-9a-f]{64})+$/)
      for (const one of all) expect(verifyWebhook(body, header, [one], { now })).toBe('ok')
    }),
  )
})

test('a change of any byte is refused, of the body as of the header', () => {
  fc.assert(
    fc.property(object, secret, unixSeconds, fc.nat(), fc.integer({ min: 1, max: 255 }), (...drawn) => {
      const [value, one, now, place, flip] = drawn
      const body = Buffer.from(canonicalJson(value))
      const header = Buffer.from(signatureHeader([one], body, new Date(now * 1000)))
      const verdict = (changedBody: Buffer, changedHeader: Buffer) =>
        verifyWebhook(changedBody, changedHeader.toString('latin1'), [one], { now })
      expect(verdict(flipped(body, place, flip), header)).toBe('signature_mismatch')
      expect(verdict(body, flipped(header, place, flip))).toMatch(/^(signature_mismatch|malformed_header)$/)
    }),
  )
})

function flipped(bytes: Buffer, place: number, flip: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = place % bytes.length
  changed[at] = (changed[at] ?? 0) ^ flip
  return changed
}

test('another secret does not verify', () => {
  fc.assert(
    fc.property(object, secret, secret, (value, one, other) => {
      fc.pre(one !== other)
      const body = Buffer.from(canonicalJson(value))
      expect(verifyWebhook(body, signatureHeader([one], body, new Date()), [other])).toBe(
        'signature_mismatch',
      )
    }),
  )
})

test('the canonical form says the same, and is its own canonical form', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      const text = canonicalJson(value)
      // -0 is 0 in JSON.
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
  )
})

test('the order in which names were written makes no difference', () => {
  fc.assert(
    fc.property(object, (value) => {
      const turned = Object.defineProperties({}, descriptorsOf(Object.entries(value).reverse()))
      expect(canonicalJson(turned)).toBe(canonicalJson(value))
    }),
  )
})

/** So that `__proto__` is a name like others. */
function descriptorsOf(entries: [string, unknown][]): PropertyDescriptorMap {
  const map = Object.create(null) as PropertyDescriptorMap
  for (const [name, value] of entries)
    map[name] = { value, enumerable: true, configurable: true, writable: true }
  return map
}

test('what is no JSON is not signed', () => {
  for (const value of [undefined, NaN, Infinity, '\ud800', { a: ['\udc00x'] }, () => 1])
    expect(() => canonicalJson(value)).toThrow()
})

test('the body is the event as the list shows it, in canonical form', () => {
  const id = fc.uuid({ version: 7 })
  const events = fc.record<EventRow>({
    id,
    workspace_id: id,
    project_id: fc.option(id),
    environment: fc.constantFrom('live', 'test', null),
    type: fc.constantFrom('message.delivered', 'webhook.test'),
    data: object,
  })
  fc.assert(
    fc.property(events, (event) => {
      expect(canonicalBody(event).toString()).toBe(canonicalJson(presentEvent(event)))
    }),
  )
})

test('a body, written out', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  const workspace = newWorkspaceId()
  const body = canonicalBody({
    id,
    workspace_id: workspace,
    project_id: null,
    environment: null,
    type: 'webhook.test',
    data: { b: 'ü', a: 1 },
  })
  expect(body.toString()).toMatch(
    /^\{"api_version":"v1","created_at":"2023-06-30T03:34:18.518Z","data":\{"a":1,"b":"ü"\},"environment":null,"id":"evt_[0-9a-z]{26}","project_id":null,"type":"webhook.test","workspace_id":"ws_[0-9a-z]{26}"\}$/,
  )
})
