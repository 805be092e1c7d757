import { createGzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { reportDay, writeReport, writeRow, zipOf } from '../../../../support/domains/dmarc-reports.js'
import { read, refusalOf } from './read.js'

const report = writeReport()
const xml = Buffer.from(report)
const withMore = (more: string) => report.replace('</feedback>', `${more}</feedback>`)
const withHead = (head: string) => report.replace('<feedback>', `${head}<feedback>`)

/** Packs `mebibytes` of zeros without ever having them in memory at once. */
async function packedZeros(mebibytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 })
  const packed = (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of gzip) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  })()
  gzip.write(report.replace('</feedback>\n', ''))
  const zeros = Buffer.alloc(1024 * 1024, ' ')
  for (let at = 0; at < mebibytes; at += 1)
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  gzip.end('</feedback>')
  return packed
}

test('a gzip bomb is refused before it fills memory', async () => {
  const bomb = await packedZeros(400)
  expect(bomb.length).toBeLessThan(500_000)
  const before = process.memoryUsage.rss()
  expect(await refusalOf(bomb)).toBe('too_large')
  expect(process.memoryUsage.rss() - before).toBeLessThan(200e6)
})

test('more than so much XML is refused, however it comes', async () => {
  const long = Buffer.from(writeReport({ rows: Array.from({ length: 3000 }, () => ({})) }))
  const max = long.length - 1
  for (const packed of [long, gzipSync(long), zipOf([{ name: 'r.xml', content: long }])]) {
    expect(await refusalOf(packed, max)).toBe('too_large')
    expect(await refusalOf(packed, long.length)).toBe(
      packed === long || max < 1024 * 1024 ? 'taken' : 'too_large',
    )
  }
})

test.each([
  [
    'claims to be smaller than it is',
    zipOf([{ name: 'r.xml', content: xml, claimedBytes: 10 }]),
    'damaged_archive',
  ],
  ['claims to be larger', zipOf([{ name: 'r.xml', content: xml, claimedBytes: 4e9 }]), 'damaged_archive'],
  ['has another sum', zipOf([{ name: 'r.xml', content: xml, claimedCrc: 1 }]), 'damaged_archive'],
  ['is encrypted', zipOf([{ name: 'r.xml', content: xml, flags: 1 }]), 'encrypted_archive'],
  ['is packed in an odd way', zipOf([{ name: 'r.xml', content: xml, method: 99 }]), 'damaged_archive'],
  [
    'has two reports',
    zipOf([
      { name: 'a.xml', content: xml },
      { name: 'b.XML', content: xml },
    ]),
    'several_files',
  ],
  [
    'has reports over each other',
    zipOf(
      Array.from({ length: 9 }, (_, at) => ({ name: `${at}.xml`, content: xml, ...(at > 0 && { at: 0 }) })),
    ),
    'several_files',
  ],
  [
    'has thousands of files',
    zipOf(Array.from({ length: 5000 }, (_, at) => ({ name: `${at}`, content: xml }))),
    'several_files',
  ],
  ['is empty', zipOf([]), 'not_a_report'],
  ['has folders only', zipOf([{ name: 'a/', content: Buffer.alloc(0) }]), 'not_a_report'],
  ['holds an archive', zipOf([{ name: 'r.xml', content: gzipSync(xml) }]), 'nested_archive'],
  [
    'points behind its end',
    zipOf([
      { name: 'a', content: xml },
      { name: 'r.xml', content: xml, at: 4_000_000 },
    ]),
    'damaged_archive',
  ],
  ['is cut off', zipOf([{ name: 'r.xml', content: xml }]).subarray(0, 200), 'damaged_archive'],
])('a zip archive that %s is refused', async (_, archive, code) => {
  expect(await refusalOf(archive)).toBe(code)
})

test('a zip archive may have one report among other things, stored or packed, under any name', async () => {
  const aside = [
    { name: 'r/', content: Buffer.alloc(0) },
    { name: '__MACOSX/._r.xml', content: Buffer.from('x') },
    { name: 'read me.txt', content: Buffer.from('x') },
  ]
  expect(await refusalOf(zipOf([...aside, { name: '../r.xml', content: xml, method: 0 }]))).toBe('taken')
  expect(await refusalOf(zipOf([{ name: 'C:\\r', content: xml }]))).toBe('taken')
})

test.each([
  ['gzip that is cut off', gzipSync(xml).subarray(0, -12), 'damaged_archive'],
  ['gzip that is altered', gzipSync(xml).fill(0x55, 40, 60), 'damaged_archive'],
  [
    'gzip with something else behind it',
    Buffer.concat([gzipSync(xml), Buffer.from('more')]),
    'damaged_archive',
  ],
  [
    'gzip with line ends without end',
    Buffer.concat([gzipSync(xml), Buffer.alloc(1000, '\n')]),
    'damaged_archive',
  ],
  [
    'zip with something else behind it',
    Buffer.concat([zipOf([{ name: 'r.xml', content: xml }]), Buffer.from('more')]),
    'damaged_archive',
  ],
  [
    'zip with line ends without end',
    Buffer.concat([zipOf([{ name: 'r.xml', content: xml }]), Buffer.alloc(1000, '\n')]),
    'damaged_archive',
  ],
  ['gzip within gzip', gzipSync(gzipSync(xml)), 'nested_archive'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'not_a_report'],
  ['nothing', Buffer.alloc(0), 'not_a_report'],
  ['another XML', Buffer.from('<html><body/></html>'), 'not_a_report'],
  ['XML in an encoding of objects', withHead('').replace('UTF-8', 'constructor'), 'unsupported_encoding'],
  ['XML in an encoding that nobody uses', withHead('').replace('UTF-8', 'EBCDIC'), 'unsupported_encoding'],
  ['XML that is cut off', report.slice(0, -20), 'malformed_xml'],
  ['tags that do not match', withMore('<a></b>'), 'malformed_xml'],
  ['an entity that nobody declared', withMore('<a>&lol;</a>'), 'malformed_xml'],
  [
    'entities that expand each other',
    withHead(
      `<!DOCTYPE lolz [<!ENTITY a "lol">${'bcdefghi'.replace(/./g, (name, at: number) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)}]>`,
    ).replace('Receiver', '&i;'),
    'entities_not_allowed',
  ],
  [
    'an external entity',
    withHead('<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace('Receiver', '&x;'),
    'entities_not_allowed',
  ],
  [
    'a document type elsewhere',
    withHead('<!DOCTYPE f SYSTEM "http://192.0.2.1/x.dtd">'),
    'entities_not_allowed',
  ],
  ['a document type without end', withHead(`<!DOCTYPE f [${'<!ENTITY a "b">'.repeat(10_000)}`), 'too_large'],
  ['elements in each other', withMore(`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`), 'too_large'],
  ['elements in each other without end', withMore('<a>'.repeat(1_000_000)), 'too_large'],
  ['a long text', withMore(`<a><b>${'x'.repeat(10_000)}</b></a>`), 'too_large'],
  ['a text without end', withMore(`<a>${'x'.repeat(1_000_000)}`), 'too_large'],
  ['a comment without end', withMore(`<!--${'<x>'.repeat(1_000_000)}`), 'too_large'],
  [
    'attributes without end',
    withMore(`<a ${Array.from({ length: 50_000 }, (_, at) => `a${at}="x"`).join(' ')}/>`),
    'too_large',
  ],
  ['a row of very many results', withMore(`<record>${'<dkim/>'.repeat(3000)}</record>`), 'too_large'],
])('%s is refused', async (_, bytes, code) => {
  expect(await refusalOf(bytes)).toBe(code)
})

test.each(['-1', '1e9', 'NaN', '1.5', '0x10', '1000000001', '99999999999999999999', '1 2', '∞'])(
  'a count of %s is refused',
  async (count) => {
    expect(await refusalOf(writeReport({ rows: [{ count }] }))).toBe('invalid_count')
  },
)

test('counts are refused where their sum is beyond all measure', async () => {
  const rows = [{ count: 600_000_000 }, { count: 400_000_000 }]
  expect((await read(writeReport({ rows }))).messages).toBe(1_000_000_000)
  expect(await refusalOf(writeReport({ rows: [...rows, { count: 1 }] }))).toBe('invalid_count')
})

const day = 86_400
const today = Math.floor(Date.now() / 1000)
test.each([
  ['ends before it begins', { begin: reportDay + 2, end: reportDay }, 'invalid_range'],
  ['is longer than 31 days', { begin: today - 31 * day - 10, end: today }, 'invalid_range'],
  ['has 31 days', { begin: today - 31 * day, end: today }, 'taken'],
  ['ends three days from now', { begin: today, end: today + 3 * day }, 'invalid_range'],
  ['ends tomorrow', { begin: today, end: today + day }, 'taken'],
  ['is older than two years', { begin: today - 732 * day, end: today - 731 * day }, 'invalid_range'],
  ['begins at no time', { begin: 'yesterday' }, 'invalid_range'],
  ['has no end', { end: '' }, 'invalid_range'],
  ['ends beyond all time', { end: '9999999999999999' }, 'invalid_range'],
])('a range that %s', async (_, range, code) => {
  expect(await refusalOf(writeReport(range))).toBe(code)
})

test.each([
  ['names no reporter', report.replace('Receiver', '').replace('d@receiver.example', ''), 'invalid_value'],
  ['has no report_id', writeReport({ id: ' ' }), 'invalid_value'],
  ['has a report_id of 513 characters', writeReport({ id: 'x'.repeat(513) }), 'invalid_value'],
  ['has a report_id of 512 characters', writeReport({ id: 'x'.repeat(512) }), 'taken'],
  ['has a source_ip that is none', writeReport({ rows: [{ ip: '192.0.2.256' }] }), 'invalid_value'],
  ['has a source_ip with a zone', writeReport({ rows: [{ ip: 'fe80::1%eth0' }] }), 'invalid_value'],
  ['is about no domain', writeReport({ domain: 'no domain' }), 'invalid_value'],
  [
    'has two policies',
    withMore('<policy_published><domain>shop.example</domain></policy_published>'),
    'invalid_value',
  ],
  ['has no policy', report.replaceAll('policy_published', 'policy_unpublished'), 'invalid_value'],
  ['counts for another domain', writeReport({ rows: [{}, { from: 'other.example' }] }), 'wrong_domain'],
  [
    'counts for a domain that ends alike',
    writeReport({ rows: [{ from: 'myshop.example' }] }),
    'wrong_domain',
  ],
  ['counts for one below', writeReport({ rows: [{ from: 'a.b.shop.example' }] }), 'taken'],
  [
    'counts for one above',
    writeReport({ domain: 'a.shop.example', rows: [{ from: 'shop.example' }] }),
    'taken',
  ],
])('a report that %s', async (_, bytes, code) => {
  expect(await refusalOf(bytes)).toBe(code)
})

test('rows ahead of the policy are held against it all the same', async () => {
  const early = (from: string) =>
    writeReport({ rows: [] }).replace('<report_metadata>', `${writeRow({ from })}<report_metadata>`)
  expect(await refusalOf(early('shop.example'))).toBe('taken')
  expect(await refusalOf(early('other.example'))).toBe('wrong_domain')
})

test('control characters are no part of what a report is known by', async () => {
  const { head } = await read(writeReport({ id: 'a&#9;&#10;b&#x85;', org: 'A\n  &#x9b;[31mB' }))
  expect(head).toMatchObject({ reportId: 'a b', reporter: 'a [31mb' })
})
