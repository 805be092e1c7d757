import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeReport, zipOf } from '../../../../support/domains/dmarc-reports.js'
import { read, refusalOf } from './read.js'
import { runs } from '../../../../support/run/sampled.js'

const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?$/)
  .filter((text) => text.slice(2, 4) !== '--')
const within = fc.array(label, { maxLength: 2 }).map((labels) => [...labels, 'shop.example'].join('.'))
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
const row = fc.record({
  ip: fc.oneof(fc.ipV4(), fc.ipV6()),
  count: fc.integer({ min: 1, max: 1000 }),
  from: within,
  disposition: fc.constantFrom('none', 'pass', 'quarantine', 'reject'),
  dkim: fc.constantFrom('pass', 'fail'),
  spf: fc.constantFrom('pass', 'fail'),
  signatures: fc.array(fc.tuple(within, label, fc.constantFrom('pass', 'fail', 'temperror')), {
    maxLength: 3,
  }),
})

test('what was written is what is read, however it is packed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
        .filter((id) => !/[\p{Cc}\p{Cn}\p{Cs}\s\u2028\ufeff]/u.test(id)),
      async (rows, id) => {
        const xml = Buffer.from(writeReport({ rows, id: escaped(id) }))
        for (const packed of [xml, gzipSync(xml), zipOf([{ name: 'r', content: xml }])]) {
          const report = await read(packed)
          expect(report.head.reportId).toBe(id)
          expect(report.messages).toBe(rows.reduce((sum, { count }) => sum + count, 0))
          expect(report.all).toMatchObject(
            rows.map(({ count, from, disposition, dkim, spf, signatures }) => ({
              count,
              headerFrom: from,
              disposition: disposition === 'pass' ? 'none' : disposition,
              evaluated: { dkim: dkim === 'pass', spf: spf === 'pass' },
              signatures: signatures
                .filter(([, , result]) => result === 'pass')
                .map(([domain, selector]) => ({ domain, selector })),
            })),
          )
        }
      },
    ),
    { numRuns: runs(15) },
  )
})

test('any bytes are read or refused', async () => {
  const whole = writeReport({ rows: [{}, {}] })
  const packings = [Buffer.from(whole), gzipSync(whole), zipOf([{ name: 'r', content: Buffer.from(whole) }])]
  const altered = fc
    .tuple(
      fc.constantFrom(...packings),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      fc.nat(2000),
    )
    .map(([bytes, changes, cut]) => {
      const copy = Buffer.from(bytes)
      for (const [at, byte] of changes) copy[at % copy.length] = byte
      return cut % 3 === 0 ? copy.subarray(0, copy.length - (cut % copy.length)) : copy
    })
  const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(altered, anything), async (bytes) => {
      expect(await refusalOf(bytes)).toMatch(/^[a-z_]+$/)
    }),
    { numRuns: runs(150) },
  )
})
