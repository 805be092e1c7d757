import { describe, expect, test } from 'vitest'
import { Clients } from '../../../../server/mail/smtp-listener/clients.js'
import { defaultLimits } from '../../../../server/product/inbound/smtp/limits.js'
import { placeFor, type Placed } from '../../../../server/product/inbound/smtp/capacity.js'

describe('the connections of one client', () => {
  const taken = (addresses: readonly string[], max = 10) => {
    const clients = new Clients()
    return addresses.filter((address, index) => clients.add(`s${index}`, address, max)).length
  }
  const many = (address: (index: number) => string) =>
    Array.from({ length: 300 }, (_, index) => address(index))

  test.each([
    ['an IPv4 address', () => '192.0.2.1', 10],
    ['an IPv4 address as IPv6 has it', () => '::ffff:192.0.2.1', 10],
    ['an IPv4 network of 24 bits', (index: number) => `192.0.2.${index % 250}`, 40],
    ['an IPv6 network of 64 bits', (index: number) => `2001:db8:0:1::${index}`, 10],
    ['an IPv6 network of 56 bits', (index: number) => `2001:db8:0:${(index % 250).toString(16)}::1`, 20],
    ['an IPv6 network of 48 bits', (index: number) => `2001:db8:0:${(index * 200).toString(16)}::1`, 40],
  ])('are those of %s', (_, address, expected) => {
    expect(taken(many(address))).toBe(expected)
  })

  test('do not count against others, and end', () => {
    expect(taken(many((index) => `10.0.${index % 250}.1`))).toBe(300)
    const clients = new Clients()
    expect(clients.add('one', '2001:db8::1', 1)).toBe(true)
    expect(clients.add('two', '2001:db8::2', 1)).toBe(false)
    clients.remove('two')
    expect(clients.add('two', '2001:db8::2', 1)).toBe(false)
    clients.remove('one')
    expect(clients.add('two', '2001:db8::2', 1)).toBe(true)
  })

  test('are remembered by the network of one customer', () => {
    const clients = new Clients()
    clients.remember('2001:db8::1')
    expect(clients.isKnown('2001:db8::ffff')).toBe(true)
    expect(clients.isKnown('2001:db8:0:1::1')).toBe(false)
  })
})

describe('where every place is taken', () => {
  const now = 1_000_000
  const connection = (name: string, more: Partial<Placed> = {}) => ({
    name,
    openedAt: now - 30_000,
    lastInputAt: now - 500,
    clientMs: 12_000,
    inputBytes: 6_000,
    inTransaction: false,
    isAwaitingReply: false,
    isKnown: false,
    ...more,
  })
  const newcomer = connection('new')
  const limits = { ...defaultLimits, connections: 5 }
  /** Fills the server with busy connections besides the given ones, and returns the place for a newcomer. */
  const placed = (some: readonly ReturnType<typeof connection>[], by = newcomer) => {
    const busy = Array.from({ length: 5 - some.length }, () => connection('busy', { inTransaction: true }))
    const place = placeFor(by, [...busy, ...some], limits, now)
    return typeof place === 'string' ? place : place.name
  }

  test.each([
    ['silent before MAIL', [connection('idle', { lastInputAt: now - 1000 })], 'idle'],
    [
      'longest silent',
      [connection('idle', { lastInputAt: now - 1000 }), connection('longest', { lastInputAt: now - 5000 })],
      'longest',
    ],
    [
      'silent before MAIL, rather than one within a message',
      [
        connection('stalls', { lastInputAt: now - 20_000, inTransaction: true }),
        connection('idle', { lastInputAt: now - 1000 }),
      ],
      'idle',
    ],
    [
      'stalling within a message',
      [connection('stalls', { lastInputAt: now - 10_000, inTransaction: true })],
      'stalls',
    ],
    [
      'the slowest of those that drip',
      [
        connection('drips', { inTransaction: true, inputBytes: 5_000 }),
        connection('slowest', { inTransaction: true, inputBytes: 400 }),
      ],
      'slowest',
    ],
    [
      'dripping for a few seconds only',
      [connection('drips', { inTransaction: true, inputBytes: 10, clientMs: 9_999 })],
      'full',
    ],
    [
      'slow, since we are',
      [connection('waits', { inTransaction: true, inputBytes: 10, isAwaitingReply: true })],
      'full',
    ],
    ['sending for a minute', [connection('drips', { openedAt: now - 60_000, inTransaction: true })], 'drips'],
    ['just connected', [connection('fresh', { lastInputAt: now - 900 })], 'full'],
    [
      'waiting for our reply',
      [connection('waits', { openedAt: 0, lastInputAt: 0, isAwaitingReply: true })],
      'full',
    ],
    ['known, and the new one is not', [connection('known', { lastInputAt: 0, isKnown: true })], 'full'],
  ])('of one that is %s: %#', (_, some, expected) => {
    expect(placed(some)).toBe(expected)
  })

  test('a fifth is for clients that have brought a report', () => {
    const busy = Array.from({ length: 4 }, () => connection('busy', { inTransaction: true }))
    const known = connection('new', { isKnown: true })
    expect(placeFor(newcomer, busy, limits, now)).toBe('full')
    expect(placeFor(known, busy, limits, now)).toBe('free')
    expect(placeFor(newcomer, busy.slice(1), limits, now)).toBe('free')
    // A known client takes a stranger's place rather than that of another known client.
    const [idle, own] = [{ lastInputAt: now - 2000 }, { lastInputAt: 0, isKnown: true }]
    expect(placed([connection('own', own), connection('stranger', idle)], known)).toBe('stranger')
    expect(placed([connection('own', own)], known)).toBe('own')
  })
})
