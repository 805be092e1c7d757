import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { inboundLinks } from '../../../../server/product/inbound/links/links.js'
import { eventLimits, receivedEvent } from '../../../../server/product/inbound/messages/event.js'
import type { InboundContentRow } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import { sampleRow } from '../../../support/inbound/inbound-rows.js'
import { runs } from '../../../support/run/sampled.js'

/** Tests the data in the event of a message. */

type Data = components['schemas']['InboundReceivedData']

const links = inboundLinks(new Uint8Array(32), 'https://mail.example')
const day = 24 * 3600 * 1000

function dataOf(columns: Partial<InboundContentRow>, now = new Date()): Data {
  const ids = { workspaceId: newWorkspaceId(), projectId: newUuid(), routeId: newUuid() }
  const row = { ...sampleRow(ids, []), ...columns }
  const event = receivedEvent(row, links, { replayed: false, now, eventId: newUuid() })
  expect([event.type, event.projectId, event.environment]).toEqual([
    'inbound.received',
    ids.projectId,
    'live',
  ])
  return event.data as Data
}

test.each([
  ['nothing', null, null, false],
  ['an empty text', '', '', false],
  ['a short text', 'Grüße 👋', 'Grüße 👋', false],
  ['as much as fits', 'x'.repeat(32_000), 'x'.repeat(32_000), false],
  ['a byte more', 'x'.repeat(32_001), 'x'.repeat(32_000), true],
  ['characters of two bytes', `x${'ü'.repeat(16_000)}`, `x${'ü'.repeat(15_999)}`, true],
  ['characters of three bytes', '字'.repeat(11_000), '字'.repeat(10_666), true],
  ['characters of four bytes', `x${'👋'.repeat(9_000)}`, `x${'👋'.repeat(7_999)}`, true],
])('%s', (_name, text, shown, truncated) => {
  const data = dataOf({ text, reply_text: text })
  expect(data.text === shown).toBe(true)
  expect(data.reply_text === shown).toBe(true)
  expect(data.text_truncated).toBe(truncated)
})

test('a text is cut between characters, wherever', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (unit) => {
      const text = unit.repeat(Math.ceil(40_000 / Buffer.byteLength(unit)))
      const shown = dataOf({ text }).text ?? ''
      expect(text.startsWith(shown)).toBe(true)
      expect(shown).not.toMatch(/\p{Cs}/u)
      const bytes = Buffer.byteLength(shown)
      expect(bytes).toBeLessThanOrEqual(eventLimits.textBytes)
      expect(bytes).toBeGreaterThan(eventLimits.textBytes - 4)
    }),
    { numRuns: runs(50) },
  )
})

test('the links work for 7 days, and not beyond the message', () => {
  const now = new Date('2026-01-14T09:30:00Z')
  const expiries: [Date, string][] = [
    [new Date(now.getTime() + 30 * day), '2026-01-21T09:30:00.000Z'],
    [new Date(now.getTime() + 2 * day), '2026-01-16T09:30:00.000Z'],
  ]
  for (const [expiresAt, urlsExpireAt] of expiries) {
    const data = dataOf({ expires_at: expiresAt }, now)
    expect(data.urls_expire_at).toBe(urlsExpireAt)
    const token = data.raw_url.replace('https://mail.example/inbound/raw/', '')
    expect(links.read('raw', token, now)?.expiresAt.toISOString()).toBe(urlsExpireAt)
  }
})

test('whatever a stranger writes, the event is bounded', () => {
  const row = sampleRow({ workspaceId: newWorkspaceId(), projectId: newUuid(), routeId: newUuid() }, [])
  const addresses = Array.from({ length: 1000 }, (_, n) => ({
    email: `${n}@example.com`,
    name: '👋'.repeat(5000),
  }))
  const endless = [{ email: `${'x'.repeat(100_000)}@example.com`, name: null }]
  const attachments = Array.from({ length: 200 }, () => ({
    ...{ id: newUuid(), filename: 'ö'.repeat(255), contentType: 'x/'.repeat(50_000), size: 1 },
    ...{ contentId: 'y'.repeat(50_000), disposition: 'inline' as const, sha256: 'a'.repeat(64) },
    ...{ begin: 0, end: 1, encoding: 'identity' as const },
  }))
  const data = dataOf({
    text: 'x'.repeat(1_000_000),
    reply_text: 'x'.repeat(1_000_000),
    subject: '字'.repeat(2000),
    envelope_recipients: addresses.map(({ email }) => email),
    metadata: {
      ...row.metadata,
      from: addresses,
      to: addresses,
      cc: addresses,
      replyTo: endless,
      attachments,
    },
  })
  expect(data.attachments).toHaveLength(100)
  expect(data.envelope.to).toHaveLength(100)
  expect(data.reply_to).toEqual([])
  expect(data.from.length).toBeGreaterThan(10)
  for (const { name } of data.from) expect(name).not.toMatch(/\p{Cs}/u)
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(300_000)
})
