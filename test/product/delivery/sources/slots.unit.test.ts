import { expect, test } from 'vitest'
import { knownProviders } from '../../../../server/product/delivery/providers/known.js'
import {
  others,
  providerOf,
  shareOf,
  suspensionOf,
} from '../../../../server/product/delivery/providers/provider.js'
import { ProviderSlots } from '../../../../server/product/delivery/providers/slots.js'
import { WaitingLine } from '../../../../server/product/delivery/sources/waiting-line.js'

const provider = { id: 'p', name: 'P', exchanges: [], see: [] }

test('transactional mail has the next slot, whatever waits before it', async () => {
  const slots = new ProviderSlots()
  const one = { ...provider, connections: 1 }
  expect(await slots.enter('k', one, 'bulk')).toBe(true)
  const bulk = slots.enter('k', one, 'bulk')
  const single = slots.enter('k', one, 'transactional')
  slots.leave('k')
  expect(await Promise.race([bulk.then(() => 'bulk'), single.then(() => 'transactional')])).toBe(
    'transactional',
  )
  slots.leave('k')
  expect(await bulk).toBe(true)
})

test('who would wait behind twice the connections is sent away, bulk before transactional mail', async () => {
  const slots = new ProviderSlots()
  const one = { ...provider, connections: 1 }
  expect(await slots.enter('k', one, 'bulk')).toBe(true)
  const waiting = [slots.enter('k', one, 'bulk'), slots.enter('k', one, 'bulk')]
  expect(await slots.enter('k', one, 'bulk')).toBe(false)
  waiting.push(slots.enter('k', one, 'transactional'))
  slots.rejectAll()
  expect(await Promise.all(waiting)).toEqual([false, false, false])
})

test('processes that share a source keep to a provider’s limits together, also one that was alone before', async () => {
  const slots = new ProviderSlots()
  const alone = { ...provider, connections: 4, mailsPerMinute: 600 }
  for (let i = 0; i < 4; i += 1) expect(await slots.enter('k', alone, 'bulk')).toBe(true)
  const two = shareOf(alone, 2)
  expect(two).toMatchObject({ connections: 2, mailsPerMinute: 300 })
  let entered = false
  const next = slots.enter('k', two, 'bulk').then(() => (entered = true))
  slots.leave('k')
  slots.leave('k')
  await Promise.resolve()
  expect(entered).toBe(false)
  slots.leave('k')
  await next
  expect(shareOf(alone, 9).connections).toBe(1)
})

test('a rate lets a sixth of a minute go at once, and the rest as time passes', async () => {
  let now = 0
  const slots = new ProviderSlots(() => now)
  const slow = { ...provider, mailsPerMinute: 60 }
  const go = async () => {
    let count = 0
    while (await slots.enter('k', slow, 'bulk')) count += 1
    return count
  }
  expect(await go()).toBe(10)
  now += 5_000
  expect(await go()).toBe(5)
})

test('a provider is known by its mail exchanges, and by nothing that only looks like them', () => {
  const of = (...exchanges: string[]) => providerOf(exchanges, knownProviders).id
  expect(of('gmail-smtp-in.l.google.com')).toBe('google')
  expect(of('ASPMX.L.GOOGLE.COM')).toBe('google')
  expect(of('shop-example.mail.protection.outlook.com')).toBe('microsoft')
  expect(of('hotmail-com.olc.protection.outlook.com')).toBe('microsoft')
  expect(of('mta7.am0.yahoodns.net')).toBe('yahoo')
  expect(of('mx01.mail.icloud.com')).toBe('apple')
  expect(of('mx.notgoogle.com')).toBe(others.id)
  expect(of('mx.shop.example', 'alt1.aspmx.l.google.com')).toBe('google')
  expect(of()).toBe(others.id)
  expect(new Set(knownProviders.map(({ id }) => id)).size).toBe(knownProviders.length)
})

test.for<[string, number, string, string, number | undefined]>([
  [
    'google',
    421,
    '4.7.28',
    'Gmail has detected an unusual rate of unsolicited mail originating from your IP address.',
    60,
  ],
  [
    'microsoft',
    451,
    '4.7.650',
    'The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    30,
  ],
  [
    'yahoo',
    421,
    '4.7.0',
    '[TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume',
    60,
  ],
  ['yahoo', 552, '5.2.2', 'Mailbox is over quota', undefined],
])('%s: %s %s %s', ([id, code, enhanced_code, text, minutes]) => {
  const found = knownProviders.find((each) => each.id === id) ?? others
  expect(suspensionOf(found, { code, enhanced_code, text })).toBe(minutes)
})

test('what waits for another day comes back at the pace of its cap', () => {
  const line = new WaitingLine()
  const now = new Date('2026-11-27T13:00:00Z')
  const places = [0, 1, 2].map(() => line.next('k', { now, cap: 2, urgent: false }).toISOString())
  expect(places).toEqual(['2026-11-28T00:00:00.000Z', '2026-11-28T12:00:00.000Z', '2026-11-29T00:00:00.000Z'])
  expect(line.next('t', { now, cap: 2, urgent: true }).toISOString()).toBe('2026-11-28T00:00:00.000Z')
  expect(line.next('t', { now, cap: 2, urgent: true }).toISOString()).toBe('2026-11-28T00:00:01.000Z')
})
