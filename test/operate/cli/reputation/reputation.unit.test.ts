import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFigures } from '../../../../server/operate/cli/reputation/import.js'
import { FiguresRefused } from '../../../../server/product/domains/reputation/figures.js'
import { runs } from '../../../support/run/sampled.js'

/** Files of Google's and Microsoft's figures are recognised by their content, and read whole or refused. */

const now = new Date('2026-11-27T09:00:00Z')
const read = (content: string | Buffer) => readFigures(Buffer.from(content), now)

/** Why a file is refused. */
function refusal(content: string | Buffer): string {
  try {
    read(content)
  } catch (error) {
    if (error instanceof FiguresRefused) return error.message
    throw error
  }
  throw new Error('it is taken')
}

const day = fc
  .integer({ min: 0, max: 700 })
  .map((back) => new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10))
const domain = fc.stringMatching(/^[a-z]{1,10}\.example$/)
const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)
const rates = fc.uniqueArray(fc.record({ domain, day, rate }), {
  minLength: 1,
  selector: (each) => `${each.domain} ${each.day}`,
})

test('rates are read alike from CSV and from both versions of the API', () => {
  fc.assert(
    fc.property(rates, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\ufeff'), (all, end, mark) => {
      const percent = (value: number) => `${(value * 100).toFixed(2)}%`
      const csv = [
        'Date, Domain, Spam_Rate',
        ...all.map((each) => `${each.day},${each.domain.toUpperCase()},${percent(each.rate)}`),
      ]
      const version1 = all.map((each) => ({
        name: `domains/${each.domain}/trafficStats/${each.day.replaceAll('-', '')}`,
        userReportedSpamRatio: each.rate,
      }))
      const version2 = all.map((each) => {
        const [year, month, date] = each.day.split('-').map(Number)
        return {
          name: `domains/${each.domain}/domainStats/abc`,
          ...{ metric: 'spam_rate', date: { year, month, day: date }, value: { doubleValue: each.rate } },
        }
      })
      const expected = { kind: 'domains', rates: all, without: 0 }
      const close = (figures: ReturnType<typeof read>) => ({
        ...figures,
        ...('rates' in figures && {
          rates: figures.rates.map((each) => ({ ...each, rate: Number(each.rate.toFixed(6)) })),
        }),
      })
      expect(close(read(mark + csv.join(end)))).toEqual(expected)
      expect(read(mark + JSON.stringify({ trafficStats: version1 }))).toEqual(expected)
      expect(read(JSON.stringify({ domainStats: version2, nextPageToken: 'x' }, null, 2))).toEqual(expected)
    }),
  )
})

test('lines of SNDS are read, each for the day that its middle is on', () => {
  const file =
    '192.0.2.10,11/19/2026 7:00 PM,11/20/2026 7:00 PM,14129,14129,13025,GREEN,< 0.1%,11/20/2026 8:07 AM,' +
    '11/20/2026 12:03 PM,41,mta1.shop.example,"a@shop.example","one, two"\r\n' +
    '2001:DB8::1,11/20/2026 12:00 AM,11/21/2026 12:00 AM,1,1,1,RED,2.5%,,,,,,\r\n' +
    '::ffff:192.0.2.11,11/20/2026 12:00 PM,11/20/2026 12:30 PM,1,1,1,YELLOW,,,,0,,,'
  expect(read(file)).toEqual({
    kind: 'sources',
    reputations: [
      { source: '192.0.2.10', day: '2026-11-20', result: 'GREEN', complaintRate: 0, trapHits: 41 },
      { source: '2001:db8::1', day: '2026-11-20', result: 'RED', complaintRate: 0.025, trapHits: 0 },
      { source: '192.0.2.11', day: '2026-11-20', result: 'YELLOW', complaintRate: null, trapHits: 0 },
    ],
  })
})

test('of several figures of a day the last counts', () => {
  const file = 'date,domain,spam_rate\n2026-11-20,shop.example,0.4%\n2026-11-20,SHOP.example,0.5%\n'
  expect(read(file)).toMatchObject({ rates: [{ domain: 'shop.example', day: '2026-11-20', rate: 0.005 }] })
})

const header = 'date,domain,spam_rate\n'
const snds = (changes: Record<number, string>) => {
  const cells = '192.0.2.1,11/20/2026 1:00 AM,11/20/2026 9:00 PM,1,1,1,GREEN,< 0.1%,,,0,,,'.split(',')
  return cells.map((cell, column) => changes[column] ?? cell).join()
}
const version1 = (entry: object) => JSON.stringify({ trafficStats: [entry] })

test.each([
  ['', 'the file: it is empty'],
  [' \r\n\n', 'the file: it is empty'],
  ['{}', 'the file: it has no entries in trafficStats or domainStats'],
  ['[1]', 'the file: it has no entries'],
  ['{"trafficStats": [', 'the file: it begins like JSON and is none'],
  ['{"trafficStats": {}}', 'trafficStats: it is no list'],
  ['{"trafficStats": [null]}', 'entry 1 of trafficStats: its name is not like'],
  ['{"trafficStats": [{"name": {"toString": 1}}]}', 'entry 1 of trafficStats: its name is not like'],
  [
    version1({ name: 'domains/shop.example/trafficStats/20261320', userReportedSpamRatio: 0 }),
    'no day 2026-13-20',
  ],
  [
    version1({ name: 'domains/shop.example/trafficStats/20261128', userReportedSpamRatio: 0 }),
    '2026-11-28 lies in',
  ],
  [
    version1({ name: 'domains/localhost/trafficStats/20261120', userReportedSpamRatio: 0 }),
    '"localhost" is no domain',
  ],
  [
    version1({ name: 'domains/shop.example/trafficStats/20261120', userReportedSpamRatio: 1.1 }),
    'from 0 to 1',
  ],
  [
    version1({ name: 'domains/shop.example/trafficStats/20261120', userReportedSpamRatio: '0' }),
    'from 0 to 1',
  ],
  [
    '{"domainStats": [{"name": "domains/a.example/domainStats/1", "metric": "spam_rate", "value": {"doubleValue": 0}}]}',
    'it has no date',
  ],
  [`${header}2026-02-30,shop.example,0%`, 'line 2: there is no day 2026-02-30'],
  [`${header}2024-11-20,shop.example,0%`, 'line 2: 2024-11-20 is more than two years ago'],
  [`${header}20.11.2026,shop.example,0%`, 'line 2: "20.11.2026" is no date'],
  [`${header}2026-11-20,shop.example,0,1%`, 'line 2: it has 4 cells and not 3'],
  [`${header}\n2026-11-20,shop.example,101%`, 'line 3: "101%" is no percentage'],
  [`${header}2026-11-20,shop.example,-1%`, '"-1%" is no percentage'],
  [`${header}2026-11-20,\u001b[2Jx,0%`, 'line 2: " [2Jx" is no domain'],
  [`${header}2026-11-20,"shop.example,0%\n2026-11-20,b.example,0%`, 'a quote is left open'],
  [Buffer.from('\ufeffdate,domain,spam_rate', 'utf16le'), 'it is not a text in UTF-8'],
  [snds({ 0: 'fe80::1%eth0' }), 'line 1: it is neither'],
  [`${snds({})}\n${snds({ 0: 'shop.example' })}`, 'line 2: "shop.example" is no IP address'],
  [snds({ 1: '2026-11-20' }), '"2026-11-20" is no time such as'],
  [snds({ 1: '11/20/2026 13:00 PM' }), 'is no time such as'],
  [snds({ 1: '2/30/2026 1:00 PM' }), 'there is no day 2026-02-30'],
  [snds({ 2: '11/19/2026 1:00 PM' }), 'its activity ends before it begins'],
  [snds({ 2: '11/29/2026 1:00 PM' }), '2026-11-29 lies in the future'],
  [snds({ 6: 'BLUE' }), '"BLUE" is no filter result'],
  [snds({ 7: '0.3' }), '"0.3" is no complaint rate'],
  [snds({ 10: '-1' }), '"-1" is no number of trap hits'],
])('%j is refused', (content, reason) => {
  expect(refusal(content)).toContain(reason)
})

test('whatever a file has, it is read or refused', () => {
  const json = fc.json({ maxDepth: 4 })
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    json.map((value) => `{"trafficStats": [${value}], "domainStats": [${value}], "results": [${value}]}`),
    json.map((value) => `{"trafficStats": ${value}, "domainStats": ${value}, "results": ${value}}`),
    fc.string().map((cell) => `${header}2026-11-20,${cell},${cell}`),
    fc.tuple(fc.nat({ max: 13 }), fc.string()).map(([column, cell]) => snds({ [column]: cell })),
  )
  fc.assert(
    fc.property(odd, (content) => {
      try {
        read(content)
      } catch (error) {
        expect(error).toBeInstanceOf(FiguresRefused)
      }
    }),
    { numRuns: runs(300) },
  )
  expect(refusal('['.repeat(1_000_000))).toContain('it begins like JSON')
})
