import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysWithin } from '../../../../server/product/domains/dmarc/days.js'
import type { Evidence } from '../../../../server/product/domains/dmarc/ramp/evidence.js'
import { presentRamp, type RampDomain } from '../../../../server/product/domains/dmarc/ramp/ramp.js'
import { alignedThousandths } from '../../../../server/product/domains/dmarc/ramp/readiness.js'
import { runs } from '../../../support/run/sampled.js'

/** Tests when a domain is ready for its next stage, whatever was reported. */

const span = { since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-01-15T00:00:00Z') }
const id = '01980000-0000-7000-8000-000000000000'

const source = fc.record({
  id: fc.constant(id),
  address: fc.constant('203.0.113.1'),
  hostname: fc.constant(null),
  header_from: fc.constant('shop.example'),
  messages: fc.nat(),
})

const evidences: fc.Arbitrary<Evidence> = fc
  .record({ messages: fc.oneof(fc.nat(300), fc.nat(2 ** 40)), share: fc.integer({ min: 960, max: 1000 }) })
  .chain(({ messages, share }) =>
    fc.record({
      reports: fc.nat(),
      reporters: fc.constant(['google.com']),
      messages: fc.constant(messages),
      aligned: fc.constant(Math.min(messages, Math.round((messages / 1000) * share))),
      dkimAligned: fc.constant(0),
      spfAligned: fc.constant(0),
      unauthorized: fc.nat(),
      unexplained: fc.nat(3),
      unexplainedSources: fc.array(source, { maxLength: 3 }),
    }),
  )

const records = fc.constantFrom(
  null,
  'v=DMARC1',
  'v=DMARC1; p=none',
  'v=DMARC1; p=none; sp=reject',
  'v=DMARC1; p=quarantine; t=y',
  'v=DMARC1; p=quarantine',
  'v=DMARC1; p=reject; t=y',
  'v=DMARC1; p=reject',
)

const domains: fc.Arbitrary<RampDomain> = fc
  .record({
    record: records,
    domain: fc.constantFrom('shop.example', 'example'),
    status: fc.constantFrom('ok' as const, 'missing' as const, 'wrong' as const, 'unknown' as const),
    checked: fc.boolean(),
  })
  .map(({ record, domain, status, checked }) => ({
    id,
    name: 'shop.example',
    checked_at: checked ? span.until : null,
    dmarc_policy: record === null ? null : { domain, record },
    records: [
      {
        kind: 'dmarc' as const,
        need: 'recommended' as const,
        type: 'TXT' as const,
        name: '_dmarc.shop.example',
        selector: null,
        expected: null,
        found: [],
        status,
        problem: null,
        advice: null,
      },
    ],
  }))

test('it is ready exactly where nothing is in the way and there is somewhere to go', () => {
  fc.assert(
    fc.property(domains, evidences, (domain, evidence) => {
      const ramp = presentRamp(domain, evidence, span, 'dmarc@bounce.example')
      expect(ramp.ready).toBe(ramp.blockers.length === 0 && ramp.next_stage !== null)
      expect(ramp.next_record === null).toBe(ramp.next_stage === null)
      expect(ramp.current_record === null).toBe(domain.dmarc_policy === null)
      for (const { message } of ramp.blockers) expect(message).toMatch(/^[A-Z0-9].*\.$/)
      if (!ramp.ready) return
      expect([domain.checked_at, domain.records[0]?.status === 'wrong']).toEqual([span.until, false])
      if (ramp.stage === null) return
      const { messages, aligned, unexplained } = evidence
      expect(messages).toBeGreaterThanOrEqual(100)
      expect(BigInt(aligned) * 100n >= BigInt(messages) * 98n).toBe(true)
      expect(unexplained).toBe(0)
    }),
    { numRuns: runs(500) },
  )
})

test('without a record nothing that was reported is in the way', () => {
  fc.assert(
    fc.property(evidences, (evidence) => {
      const domain = { id, name: 'shop.example', checked_at: span.until, records: [], dmarc_policy: null }
      expect(presentRamp(domain, evidence, span, 'a@b.example')).toMatchObject({
        next_stage: 'monitor',
        ready: true,
      })
    }),
  )
})

test('the share is rounded down, never up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 42 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (messages, part) => {
        const aligned = Math.floor(messages * part)
        const exact = (BigInt(aligned) * 1000n) / BigInt(messages)
        expect(alignedThousandths({ messages, aligned })).toBe(Number(exact))
      },
    ),
  )
  expect(alignedThousandths({ messages: 8_796_093_022_207, aligned: 8_796_093_022_206 })).toBe(999)
  expect(alignedThousandths({ messages: 0, aligned: 0 })).toBeNull()
})

describe('days', () => {
  const at = (text: string) => new Date(text)
  test.each([
    ['2026-01-01T23:59:59Z', '2026-01-03T00:00:00Z', '2026-01-01', '2026-01-03'],
    ['2026-01-01T00:00:00Z', '2026-01-03T00:00:00.001Z', '2026-01-01', '2026-01-04'],
    ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '2026-01-01', '2026-01-01'],
    ['2026-01-05T12:00:00Z', '0000-01-01T00:00:00Z', '2026-01-05', '2026-01-05'],
    ['2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01', 'infinity'],
  ])('from %s up to %s', (since, until, from, below) => {
    expect(daysWithin({ since: at(since), until: at(until) })).toEqual({ from, below })
  })
  test('without an end', () => {
    expect(daysWithin({ since: at('2026-01-01T00:00:00Z'), until: null }).below).toBe('infinity')
  })
})
