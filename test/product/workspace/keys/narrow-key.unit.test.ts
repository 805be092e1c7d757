import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyRestrictions } from '../../../../server/platform/auth/principal.js'
import { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { contains } from '../../../../server/mail/network/address-ranges.js'
import { narrowed, type Rights } from '../../../../server/product/workspace/keys/narrow-key.js'
import { runs } from '../../../support/run/sampled.js'

const scopes = ['messages:send', 'reports:read', 'domains:*', 'contacts:*'] as const
const domains = ['a.example', 'b.example', 'c.example'] as const
const environments = ['live', 'test'] as const
const ranges = [
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.128.0.0/9',
  '10.200.0.99/16',
  '10.200.7.7',
  '192.0.2.0/24',
  '::/0',
  '2001:db8::/32',
  '2001:db8:1::/48',
  '2001:db8:1::5',
] as const
const addresses = [
  '10.1.2.3',
  '10.200.7.7',
  '10.200.9.9',
  '192.0.2.1',
  '203.0.113.1',
  '2001:db8:1::5',
  '2001:db8:2::',
  '::1',
]
const hour = 3_600_000
const start = Math.ceil(Date.now() / hour) * hour
const times = [1, 2, 3, 4].map((hours) => new Date(start + hours * hour))

/** A request about which the key is asked whether it may. */
interface Use {
  readonly scope: (typeof scopes)[number]
  readonly environment: (typeof environments)[number]
  readonly address: string
  readonly domain: string
  readonly time: Date
}

const use: fc.Arbitrary<Use> = fc.record({
  scope: fc.constantFrom(...scopes),
  environment: fc.constantFrom(...environments),
  address: fc.constantFrom(...addresses),
  domain: fc.constantFrom(...domains),
  time: fc.constantFrom(new Date(start), ...times.map((time) => new Date(time.getTime() + 1))),
})

/** As the service decides, in few words. */
function allows({ scopes: held, restrictions }: Rights, use: Use): boolean {
  const { environment, ipCidrs, senderDomains, expiresAt } = restrictions
  return (
    held.includes(use.scope) &&
    (environment === null || environment === use.environment) &&
    (ipCidrs.length === 0 || ipCidrs.some((range) => contains(range, use.address))) &&
    (senderDomains.length === 0 || senderDomains.includes(use.domain)) &&
    (expiresAt === null || use.time < expiresAt)
  )
}

const restrictions: fc.Arbitrary<KeyRestrictions> = fc.record({
  environment: fc.constantFrom(null, ...environments),
  ipCidrs: fc.subarray([...ranges]),
  senderDomains: fc.subarray([...domains]),
  expiresAt: fc.constantFrom(null, ...times),
})
const rights: fc.Arbitrary<Rights> = fc.record({
  scopes: fc.subarray([...scopes], { minLength: 1 }),
  restrictions,
})

const request = fc.record(
  {
    scopes: fc.array(fc.constantFrom(...scopes), { minLength: 1, maxLength: 4 }),
    restrictions: fc.record(
      {
        environment: fc.constantFrom(null, ...environments),
        ip_cidrs: fc.array(fc.constantFrom(...ranges), { maxLength: 3 }),
        sender_domains: fc.array(fc.constantFrom('A.Example', ...domains), { maxLength: 3 }),
        expires_at: fc.constantFrom(null, ...times.map((time) => time.toISOString())),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

/** The rights after a request, or those before where it is refused. */
function after(before: Rights, asked: Parameters<typeof narrowed>[1]): Rights {
  try {
    return narrowed(before, asked, null)
  } catch (error) {
    if (error instanceof ApiError) return before
    throw error
  }
}

test('after any narrowings nothing is allowed that was refused before', () => {
  const requests = fc.array(request, { minLength: 1, maxLength: 6 })
  const uses = fc.array(use, { minLength: 30, maxLength: 60 })
  fc.assert(
    fc.property(rights, requests, uses, (first, all, asked) => {
      let present = first
      for (const each of all) {
        const next = after(present, each)
        for (const one of asked) if (allows(next, one) && !allows(present, one)) return false
        present = next
      }
      return true
    }),
    { numRuns: runs(500) },
  )
})

test('the rights that a key has may be repeated', () => {
  fc.assert(
    fc.property(rights, (present) => {
      const { environment, ipCidrs, senderDomains, expiresAt } = present.restrictions
      const repeated = {
        environment,
        ip_cidrs: [...ipCidrs],
        sender_domains: [...senderDomains],
        expires_at: expiresAt?.toISOString() ?? null,
      }
      expect(narrowed(present, { scopes: [...present.scopes], restrictions: repeated }, null)).toEqual(
        present,
      )
      expect(narrowed(present, {}, null)).toEqual(present)
    }),
  )
})

describe('narrowed', () => {
  const [end, earlier, later] = [times[1], times[0], times[2]].map((time) => time?.toISOString() ?? '')
  const key: Rights = {
    scopes: ['messages:send', 'reports:read'],
    restrictions: {
      environment: 'live',
      ipCidrs: ['10.0.0.0/8', '2001:db8::/32'],
      senderDomains: ['a.example', 'b.example'],
      expiresAt: times[1] ?? null,
    },
  }
  const open: Rights = {
    ...key,
    restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
  }
  const detailsOf = (
    asked: Parameters<typeof narrowed>[1],
    before = key,
    environment: 'live' | 'test' | null = null,
  ) => {
    try {
      narrowed(before, asked, environment)
      return []
    } catch (error) {
      return ((error as ApiError).details ?? []).map(({ path, code }) => `${path} ${code}`)
    }
  }

  test('to what a request names', () => {
    const asked = {
      scopes: ['reports:read' as const, 'reports:read' as const],
      restrictions: {
        environment: 'test' as const,
        ip_cidrs: ['192.0.2.1', '10.0.0.0/8', '192.0.2.1'],
        sender_domains: ['B.Example', 'b.example'],
        expires_at: end,
      },
    }
    expect(narrowed(open, asked, null)).toEqual({
      scopes: ['reports:read'],
      restrictions: {
        environment: 'test',
        ipCidrs: ['192.0.2.1', '10.0.0.0/8'],
        senderDomains: ['b.example'],
        expiresAt: times[1],
      },
    })
  })

  test('keeps the order of the scopes of the request', () => {
    expect(narrowed(key, { scopes: ['reports:read', 'messages:send'] }, null).scopes).toEqual([
      'reports:read',
      'messages:send',
    ])
  })

  test('each value that would widen is told', () => {
    const asked = {
      scopes: ['reports:read' as const, 'domains:*' as const],
      restrictions: {
        environment: null,
        ip_cidrs: ['10.1.0.0/16', '11.0.0.1', '10.0.0.0/7'],
        sender_domains: ['a.example', 'x.a.example'],
        expires_at: later,
      },
    }
    expect(detailsOf(asked)).toEqual(
      [
        '/body/scopes/1',
        '/body/restrictions/ip_cidrs/1',
        '/body/restrictions/ip_cidrs/2',
        '/body/restrictions/sender_domains/1',
        '/body/restrictions/environment',
        '/body/restrictions/expires_at',
      ].map((path) => `${path} wider`),
    )
  })

  test.each<[string, object, string?]>([
    ['no range at all', { ip_cidrs: [] }, '/body/restrictions/ip_cidrs wider'],
    ['no domain at all', { sender_domains: [] }, '/body/restrictions/sender_domains wider'],
    ['no end at all', { expires_at: null }, '/body/restrictions/expires_at wider'],
    ['the other environment', { environment: 'test' }, '/body/restrictions/environment wider'],
    ['the same end in another offset', { expires_at: end?.replace('Z', '+00:00') }],
    ['an earlier end', { expires_at: earlier }],
    ['an end that has passed', { expires_at: '2020-01-01T00:00:00Z' }, '/body/restrictions/expires_at past'],
    ['no range', { ip_cidrs: ['10.0.0.0/33'] }, '/body/restrictions/ip_cidrs/0 cidr'],
    ['no domain', { sender_domains: ['localhost'] }, '/body/restrictions/sender_domains/0 domain'],
  ])('%s', (_name, asked, refused) => {
    expect(detailsOf({ restrictions: asked })).toEqual(refused === undefined ? [] : [refused])
  })

  test('an end that has passed may be repeated', () => {
    const expiresAt = new Date('2020-01-01T00:00:00Z')
    const expired = { ...key, restrictions: { ...key.restrictions, expiresAt } }
    expect(detailsOf({ restrictions: { expires_at: '2020-01-01T00:00:00Z' } }, expired)).toEqual([])
  })

  test('a project key has the environment of its project, and no restriction', () => {
    const asked = (environment: 'live' | 'test' | null) => ({ restrictions: { environment } })
    expect(narrowed(open, asked('live'), 'live').restrictions.environment).toBeNull()
    expect(detailsOf(asked(null), open, 'live')).toEqual([])
    expect(detailsOf(asked('test'), open, 'live')).toEqual(['/body/restrictions/environment environment'])
  })
})
