import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReportRefused } from '../../../../server/product/domains/dmarc/reports/refused.js'
import { bufferSource } from '../../../../server/product/domains/dmarc/reports/source.js'
import { maxBytes, unpack } from '../../../../server/product/domains/dmarc/reports/unpack.js'
import { maxJsonBytes, readJson } from '../../../../server/product/domains/tls-reports/read-json.js'
import {
  readTlsReport,
  type TlsReport,
} from '../../../../server/product/domains/tls-reports/read-tls-report.js'
import { reportDay, zipOf } from '../../../support/domains/dmarc-reports.js'
import { writeTlsReport, type WrittenTlsReport } from '../../../support/domains/tls-reports.js'
import { runs } from '../../../support/run/sampled.js'

async function read(report: string | Buffer): Promise<TlsReport> {
  const open = await unpack(bufferSource(Buffer.from(report)), maxBytes.ofMail)
  return readTlsReport(await readJson(open, maxJsonBytes.ofMail), new Date())
}

/** The code that a report is refused with, or `taken`. Any other failure is thrown. */
async function outcomeOf(report: string | Buffer): Promise<string> {
  try {
    await read(report)
    return 'taken'
  } catch (error) {
    if (error instanceof ReportRefused) return error.code
    throw error
  }
}

test('a report is read as it is written, with names and addresses in one form', async () => {
  const failures = [{ sessions: 100 }, { result: 'x-new', mx: 'no host', ip: 'fe80::1%eth0', sessions: '3' }]
  const report = await read(
    writeTlsReport({
      org: ' Receiver\t Inc. ',
      policies: [
        { successful: 5326, failed: 103, failures },
        { type: 'no-policy-found', domain: 'News.Shop.Example', failures: null },
      ],
      more: { 'x-unknown': { deep: [1] } },
    }),
  )
  expect(report).toEqual({
    head: {
      reporter: 'receiver inc.',
      reportId: 't-1',
      begins: new Date(reportDay * 1000),
      ends: new Date((reportDay + 86_399) * 1000),
    },
    policies: [
      {
        type: 'sts',
        domain: 'shop.example',
        successful: 5326,
        failed: 103,
        failures: [
          {
            resultType: 'certificate-expired',
            receivingMx: 'mx1.mail.shop.example',
            address: '2001:db8::25',
            sessions: 100,
          },
          { resultType: 'x-new', receivingMx: '', address: undefined, sessions: 3 },
        ],
      },
      { type: 'no-policy-found', domain: 'news.shop.example', successful: 10, failed: 0, failures: [] },
    ],
  })
})

test('texts of strangers are printable and bounded', async () => {
  const long = `a\u0000b\u202ec${'x'.repeat(500)}`
  const { head, policies } = await read(
    writeTlsReport({ org: long, policies: [{ type: long, failures: [{ result: long }] }] }),
  )
  const texts = [head.reporter, policies[0]?.type, policies[0]?.failures[0]?.resultType]
  expect(texts.map((text) => text?.slice(0, 5))).toEqual(['a bcx', 'a bcx', 'a bcx'])
  expect(texts.map((text) => text!.length)).toEqual([255, 31, 63])
})

describe('a report is refused', () => {
  const range = (start: string, end: string) => ({
    more: { 'date-range': { 'start-datetime': start, 'end-datetime': end } },
  })
  test.each<[string, WrittenTlsReport, string]>([
    ['without policies', { more: { policies: undefined } }, 'not_a_report'],
    ['with none of them', { policies: [] }, 'invalid_value'],
    ['without a reporter', { org: '', more: { 'contact-info': 'somebody' } }, 'invalid_value'],
    ['without an id', { more: { 'report-id': 7 } }, 'invalid_value'],
    ['with an endless id', { id: 'x'.repeat(513) }, 'invalid_value'],
    ['without a time', { more: { 'date-range': [] } }, 'invalid_range'],
    ['of a month that has not come', range('2999-01-01T00:00:00Z', '2999-01-02T00:00:00Z'), 'invalid_range'],
    ['of long ago', range('2001-01-01T00:00:00Z', '2001-01-02T00:00:00Z'), 'invalid_range'],
    ['about no domain', { policies: [{ domain: 'a shop' }] }, 'invalid_value'],
    ['about two organizations', { policies: [{}, { domain: 'other.example' }] }, 'wrong_domain'],
    ['with a policy without a type', { policies: [{ type: '\u200b' }] }, 'invalid_value'],
    ['with a failure without a reason', { policies: [{ failures: [{ result: ' ' }] }] }, 'invalid_value'],
    ['with a count below 0', { policies: [{ failed: -1 }] }, 'invalid_count'],
    ['with half a session', { policies: [{ successful: 0.5 }] }, 'invalid_count'],
    ['with more than there are', { policies: [{ failures: [{ sessions: 1e12 }] }] }, 'invalid_count'],
    ['with too many policies', { policies: Array.from({ length: 101 }, () => ({})) }, 'too_large'],
    [
      'with too many failures',
      { policies: [{ failures: Array.from({ length: 20_001 }, () => ({})) }] },
      'too_large',
    ],
  ])('%s', async (_name, written, code) => expect(await outcomeOf(writeTlsReport(written))).toBe(code))

  test.each([
    ['where it is something else', '{"a": 1}', 'not_a_report'],
    ['where it is cut off', writeTlsReport().slice(0, -1), 'malformed_json'],
    ['where its archive holds an archive', gzipSync(gzipSync(writeTlsReport())), 'nested_archive'],
    ['where it is deep', `{"a":${'['.repeat(100_000)}`, 'too_large'],
    ['where it has countless objects', `{"a":[${'{},'.repeat(200_000)}1]}`, 'too_large'],
    ['where it has countless members', `{${'"a":1,'.repeat(200_001)}"b":1}`, 'too_large'],
    ['where it unpacks to more than any report', gzipSync(`{${' '.repeat(5 * 1024 * 1024)}}`), 'too_large'],
  ])('%s', async (_name, report, code) => expect(await outcomeOf(report)).toBe(code))
})

test('brackets in texts are no objects', async () => {
  expect(await outcomeOf(writeTlsReport({ org: `${'['.repeat(40)}"\\${'{'.repeat(40)}` }))).toBe('taken')
})

test('any bytes are read or refused', async () => {
  const whole = writeTlsReport({ policies: [{ failures: [{}, {}] }] })
  const packings = [Buffer.from(whole), gzipSync(whole), zipOf([{ name: 'r', content: Buffer.from(whole) }])]
  const altered = fc
    .tuple(fc.constantFrom(...packings), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }))
    .map(([bytes, changes]) => {
      const copy = Buffer.from(bytes)
      for (const [at, byte] of changes) copy[at % copy.length] = byte
      return copy
    })
  const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(altered, anything), async (bytes) => {
      expect(await outcomeOf(bytes)).toMatch(/^[a-z_]+$/)
    }),
    { numRuns: runs(150) },
  )
})

test('any JSON is read or refused, wherever it stands', async () => {
  const members = [
    'organization-name',
    'date-range',
    'report-id',
    'policies',
    'policy',
    'summary',
    'failure-details',
  ]
  const policy = fc.dictionary(fc.constantFrom(...members), fc.jsonValue({ maxDepth: 3 }))
  const report = fc.oneof(
    fc.jsonValue(),
    policy,
    fc.array(fc.oneof(policy, fc.jsonValue())).map((policies) => ({
      ...(JSON.parse(writeTlsReport()) as object),
      policies,
    })),
  )
  await fc.assert(
    fc.asyncProperty(report, async (json) => {
      expect(await outcomeOf(JSON.stringify(json))).toMatch(/^[a-z_]+$/)
    }),
    { numRuns: runs(200) },
  )
})
