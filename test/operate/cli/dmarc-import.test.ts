import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDmarcFiles } from '../../../server/operate/cli/dmarc/dmarc-import.js'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { selectorOf } from '../../../server/product/domains/dkim/new-key.js'
import { importDmarcReport } from '../../../server/product/domains/dmarc/reports/import-dmarc-report.js'
import { bufferSource, type ReportSource } from '../../../server/product/domains/dmarc/reports/source.js'
import { maxBytes } from '../../../server/product/domains/dmarc/reports/unpack.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { liveBytes } from '../../support/service/live-heap.js'
import { writeTlsReport } from '../../support/domains/tls-reports.js'
import { reportDay, writeReport, writeRow, type WrittenReport } from '../../support/domains/dmarc-reports.js'

let database: ConnectedDatabase
let db: Knex
const folder = mkdtempSync(path.join(tmpdir(), 'postseal-dmarc-'))

beforeAll(async () => {
  database = await openMigratedDatabase(6)
  db = database.db
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

interface Own {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly name: string
}

let number = 0
const newName = () => `shop${++number}.example`

/** A domain of a workspace, by default of a new one. */
async function own(
  name: string,
  more: { status?: string; vouched_at?: Date; workspaceId?: WorkspaceId } = {},
): Promise<Own> {
  const { status = 'verified', workspaceId = newWorkspaceId(), ...rest } = more
  if (more.workspaceId === undefined) await db('workspaces').insert({ id: workspaceId, name: 'A' })
  const id = newUuid()
  await db('domains').insert({ id, workspace_id: workspaceId, name, status, ...rest })
  return { workspaceId, id, name }
}

const take = (report: WrittenReport | string) =>
  importDmarcReport(
    db,
    bufferSource(Buffer.from(typeof report === 'string' ? report : writeReport(report))),
    {
      maxBytes: maxBytes.ofMail,
    },
  )

/** Returns the counts of a domain, by address and From domain. */
async function sources({ workspaceId, id }: Own): Promise<Record<string, any>> {
  const rows = await db('dmarc_sources as source')
    .join('dmarc_source_days as day', {
      'day.workspace_id': 'source.workspace_id',
      'day.source_id': 'source.id',
    })
    .where({ 'source.workspace_id': workspaceId, 'source.domain_id': id, 'day.domain_id': id })
    .select(
      'day.*',
      'source.header_from',
      'first_seen_at',
      'last_seen_at',
      db.raw('host(address) as ip'),
      db.raw('day::text as on'),
    )
  return Object.fromEntries(
    rows.map((row: any) => [
      `${row.ip} ${row.header_from}`,
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, /^\d+$/.test(String(value)) ? Number(value) : value]),
      ),
    ]),
  )
}

async function reports({ workspaceId, id }: Own): Promise<{ messages: string; report_id: string }[]> {
  return db('dmarc_reports').where({ workspace_id: workspaceId, domain_id: id }).orderBy('report_id')
}

test('rows are added up for each source and day', async () => {
  const name = newName()
  const domain = await own(name)
  const signature = [name, selectorOf(domain.id, 'rsa', 3), 'pass'] as const
  const result = await take({
    domain: name,
    rows: [
      {
        ip: '192.0.2.1',
        count: 5,
        spf: 'pass',
        signatures: [signature],
        spfResults: [['bounce.example', 'pass']],
      },
      { ip: '::ffff:192.0.2.1', count: 2, dkim: 'fail', spf: 'fail', disposition: 'reject' },
      {
        ip: '2001:DB8::1',
        count: 4,
        dkim: 'fail',
        disposition: 'quarantine',
        signatures: [['other.example', 'x', 'pass']],
      },
      { ip: '2001:db8:0::1', count: 1, from: `news.${name}`, disposition: 'pass' },
    ],
  })
  expect(result).toMatchObject({ outcome: 'stored', rows: 4, domains: [{ domain: { name }, messages: 12 }] })
  const found = await sources(domain)
  expect(Object.keys(found).sort()).toEqual([
    `192.0.2.1 ${name}`,
    `2001:db8::1 news.${name}`,
    `2001:db8::1 ${name}`,
  ])
  expect(found[`192.0.2.1 ${name}`]).toMatchObject({
    messages: 7,
    dkim_pass: 5,
    dkim_aligned: 5,
    spf_pass: 5,
    spf_aligned: 5,
    dmarc_pass: 5,
    own_signature: 5,
    disposition_none: 5,
    disposition_quarantine: 0,
    disposition_reject: 2,
    on: new Date(reportDay * 1000).toISOString().slice(0, 10),
    first_seen_at: new Date(reportDay * 1000),
    last_seen_at: new Date((reportDay + 86_399) * 1000),
  })
  expect(found[`2001:db8::1 ${name}`]).toMatchObject({
    messages: 4,
    dkim_pass: 4,
    dkim_aligned: 0,
    spf_pass: 0,
    dmarc_pass: 0,
    own_signature: 0,
    disposition_quarantine: 4,
  })
  expect(found[`2001:db8::1 news.${name}`]).toMatchObject({ messages: 1, dkim_pass: 1, disposition_none: 1 })

  // Another reporter's of the day before, whose day begins at noon.
  const earlier = { begin: reportDay - 50_000, end: reportDay + 36_399 }
  await take({ domain: name, org: 'Another', ...earlier, rows: [{ count: 3 }] })
  await take({ domain: name, org: 'A third', rows: [{ count: 1, from: name }] })
  const days = await db('dmarc_source_days')
    .where({ domain_id: domain.id })
    .select(db.raw('day::text'), 'messages')
  expect(days.map(({ messages }) => messages).sort()).toEqual(['1', '3', '4', '8'])
  expect((await sources(domain))[`192.0.2.1 ${name}`]).toMatchObject({
    first_seen_at: new Date(earlier.begin * 1000),
    last_seen_at: new Date((reportDay + 86_399) * 1000),
  })
})

test('where the receiver does not say what it made of the alignment, it is worked out', async () => {
  const name = newName()
  const domain = await own(name)
  const silent = (ip: string, more: object) =>
    writeRow({ ip, ...more }, name).replace(/<policy_evaluated>.*<\/policy_evaluated>/, '')
  const rows = [
    silent('192.0.2.1', { signatures: [[`mail.${name}`, 's', 'pass']] }),
    silent('192.0.2.2', {
      spfResults: [
        [`b.${name}`, 'pass'],
        ['x.example', 'pass'],
      ],
    }),
    silent('192.0.2.3', {
      signatures: [
        ['x.example', 's', 'pass'],
        [name, 's', 'fail'],
      ],
    }),
  ].join('')
  await take(writeReport({ domain: name, rows: [], more: rows }))
  const strict = writeReport({ domain: name, id: 'r-2', rows: [], more: rows })
  await take(strict.replace('<p>none</p>', '<adkim>s</adkim><aspf>S</aspf>'))
  const found = await sources(domain)
  const of = (ip: string) => found[`${ip} ${name}`]
  expect(of('192.0.2.1')).toMatchObject({
    messages: 2,
    dkim_pass: 2,
    dkim_aligned: 1,
    spf_pass: 0,
    dmarc_pass: 1,
  })
  expect(of('192.0.2.2')).toMatchObject({
    messages: 2,
    spf_pass: 2,
    spf_aligned: 1,
    dkim_pass: 0,
    dmarc_pass: 1,
  })
  expect(of('192.0.2.3')).toMatchObject({ messages: 2, dkim_pass: 2, dkim_aligned: 0, dmarc_pass: 0 })
})

test('signatures are ours by the selectors of the domain, those that it had too, and of no other', async () => {
  const name = newName()
  const domain = await own(name)
  const key = {
    workspace_id: domain.workspaceId,
    domain: name,
    algorithm: 'rsa',
    private_key: '',
    public_key: '',
  }
  await db('dkim_keys').insert({ ...key, selector: 'chosen' })
  const other = await own(newName())
  const selectors = {
    '192.0.2.1': [name, 'chosen'],
    '192.0.2.2': [name, selectorOf(domain.id, 'ed25519', 12)],
    '192.0.2.3': [name, selectorOf(other.id, 'rsa', 1)],
    '192.0.2.4': [other.name, selectorOf(other.id, 'rsa', 1)],
    '192.0.2.5': [name, 'elsewhere'],
  }
  await take({
    domain: name,
    rows: Object.entries(selectors).map(([ip, [d = '', s = '']]) => ({ ip, signatures: [[d, s, 'pass']] })),
  })
  const found = await sources(domain)
  expect(Object.keys(selectors).map((ip) => found[`${ip} ${name}`].own_signature)).toEqual([1, 1, 0, 0, 0])
})

test('a row is for the nearest domain of each workspace that has proved it, and for no other', async () => {
  const name = newName()
  const above = await own(name)
  const below = await own(`mail.${name}`, { workspaceId: above.workspaceId, status: 'failed' })
  const another = await own(name, { status: 'degraded' })
  const vouched = await own(name, { status: 'pending', vouched_at: new Date() })
  const unproved = await own(name, { status: 'pending' })
  const sibling = await own(`shop.${name}`)
  const { domains } = await take({
    domain: name,
    rows: [{ count: 1 }, { count: 10, from: `mail.${name}` }, { count: 100, from: `a.mail.${name}` }],
  })
  expect(domains.map(({ messages }) => messages).sort()).toEqual([1, 110, 111, 111])
  const messagesOf = async (domain: Own) => (await reports(domain)).map(({ messages }) => Number(messages))
  expect(await messagesOf(above)).toEqual([1])
  expect(await messagesOf(below)).toEqual([110])
  expect(await messagesOf(another)).toEqual([111])
  expect(await messagesOf(vouched)).toEqual([111])
  for (const none of [unproved, sibling]) expect([await reports(none), await sources(none)]).toEqual([[], {}])
  // Nobody else here has anything to do with it.
  await expect(take({ domain: newName() })).rejects.toMatchObject({ code: 'unknown_domain' })
  await expect(take({ domain: `other.${unproved.name}.test` })).rejects.toMatchObject({
    code: 'unknown_domain',
  })
})

test('a report without rows is kept as one, and its domain is the only one that is touched', async () => {
  const name = newName()
  const domain = await own(name)
  expect(await take({ domain: name, rows: [] })).toMatchObject({ domains: [{ messages: 0 }] })
  expect(await reports(domain)).toMatchObject([{ messages: '0' }])
  const only = await own(`only.${newName()}`)
  const policy = only.name.slice('only.'.length)
  await expect(take({ domain: policy, rows: [{}] })).rejects.toMatchObject({ code: 'unknown_domain' })
  expect(await reports(only)).toEqual([])
})

test('a report counts once, also when it comes many times at once', async () => {
  const name = newName()
  const domain = await own(name)
  const report = { domain: name, rows: [{ count: 7 }, { count: 2, from: `x.${name}` }] }
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => take(report)))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    ...Array<string>(4).fill('duplicate'),
    'stored',
  ])
  expect((await take({ ...report, org: ' RECEIVER ' })).outcome).toBe('duplicate')
  expect((await sources(domain))[`192.0.2.1 ${name}`].messages).toBe(7)
  expect((await take({ ...report, org: 'Another' })).outcome).toBe('stored')
  expect((await sources(domain))[`192.0.2.1 ${name}`].messages).toBe(14)
  // A workspace that has the domain since gets it, and the first one not again.
  const second = await own(name)
  expect(await take(report)).toMatchObject({ outcome: 'stored', domains: [{ domain: { id: second.id } }] })
  expect(await reports(domain)).toHaveLength(2)
  // Nor is a domain above told of a report that was only about one below, when that one comes again.
  const above = newName()
  const below = await own(`b.${above}`)
  const parent = await own(above, { workspaceId: below.workspaceId })
  const about = { domain: above, rows: [{ from: below.name }] }
  await take(about)
  expect((await take(about)).outcome).toBe('duplicate')
  expect(await reports(parent)).toEqual([])
})

test('reports that name the same sources in another order do not wait for each other for ever', async () => {
  const name = newName()
  const domain = await own(name)
  const rows = Array.from({ length: 300 }, (_, at) => ({ ip: `10.0.${at >> 8}.${at & 255}` }))
  const given = Array.from({ length: 4 }, (_, at) => ({
    domain: name,
    id: `r-${at}`,
    rows: at % 2 === 0 ? rows : [...rows].reverse(),
  }))
  await Promise.all(given.map(take))
  const found = Object.values(await sources(domain))
  expect(found).toHaveLength(300)
  expect(found.every(({ messages }) => messages === 4)).toBe(true)
})

test('nothing is kept of a report that breaks at its end, nor of one that is another the second time', async () => {
  const name = newName()
  const domain = await own(name)
  const rows = Array.from({ length: 6000 }, (_, at) => ({ ip: `10.1.${at >> 8}.${at & 255}` }))
  const whole = writeReport({ domain: name, rows })
  await expect(take(whole.slice(0, -100))).rejects.toMatchObject({ code: 'malformed_xml' })
  const bad = writeRow({ count: -1 }, name)
  await expect(take(whole.replace('</feedback>', `${bad}</feedback>`))).rejects.toMatchObject({
    code: 'invalid_count',
  })
  // As a file that somebody writes to while it is read.
  let reads = 0
  const changing: ReportSource = {
    ...bufferSource(Buffer.from(whole)),
    read: () => Readable.from([Buffer.from((reads += 1) === 1 ? whole : whole.slice(0, -100))]),
  }
  let written = 0
  const count = ({ sql }: { sql: string }) => (written += sql.includes('insert into dmarc_sources') ? 1 : 0)
  db.on('query', count)
  await expect(importDmarcReport(db, changing, { maxBytes: maxBytes.ofFile })).rejects.toMatchObject({
    code: 'malformed_xml',
  })
  db.off('query', count)
  // Much was written already when it broke: no more than some sources are gathered before.
  expect([reads, written]).toEqual([2, 1])
  expect([await reports(domain), await sources(domain)]).toEqual([[], {}])
})

test('memory does not grow with a report', async () => {
  const name = newName()
  const domain = await own(name)
  const row = (at: number) => `<record><row><source_ip>10.2.${at >> 6}.${at & 63}</source_ip></row></record>`
  const block = Array.from({ length: 500 }, (_, at) => row(at)).join('')
  const [head, tail] = writeReport({ domain: name, rows: [] }).split('</feedback>')
  let peak = 0
  let seen = 0
  const long: ReportSource = {
    ...bufferSource(Buffer.from(head ?? '')),
    read: () =>
      Readable.from(
        (function* () {
          yield head
          for (let at = 0; at < 200; at += 1) yield block
          yield `</feedback>${tail}`
        })(),
        { objectMode: false },
      ),
  }
  const before = liveBytes()
  const { rows } = await importDmarcReport(db, long, {
    maxBytes: maxBytes.ofFile,
    progress: (at) => {
      seen = at
      if (at % 10_000 === 0) peak = Math.max(peak, liveBytes())
    },
  })
  expect([rows, seen]).toEqual([100_000, 100_000])
  expect(peak - before).toBeLessThan(100e6)
  const found = Object.values(await sources(domain))
  expect(found).toHaveLength(500)
  expect(found.every(({ messages }) => messages === 200)).toBe(true)
})

test('the command line imports each file by itself and says what became of it', async () => {
  const name = newName()
  await own(name)
  const file = (base: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, base), content)
    return path.join(folder, base)
  }
  const gzip = gzipSync(writeReport({ domain: name, id: 'b', rows: [{ count: 9 }] }))
  const mail =
    'From: d@receiver.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nA report.\n--x\n' +
    `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${gzip.toString('base64')}\n--x--\n`
  const files = [
    file('a.xml', writeReport({ domain: name, id: 'a', rows: [{ count: 1 }, {}] })),
    file('empty', ''),
    folder,
    path.join(folder, 'not-there'),
    file('b.eml', mail),
    file('again.gz', gzip),
    file('tls.json.gz', gzipSync(writeTlsReport({ policies: [{ domain: name, successful: 7, failed: 2 }] }))),
  ]
  const told: string[] = []
  const output = {
    standardInput: () => Readable.from([]),
    tell: (line: string) => told.push(line),
    progress: () => undefined,
  }
  const { text, refused } = await importDmarcFiles(db, files, {}, output)
  expect(refused).toBe(true)
  expect(text).toBe('3 imported, 1 known already, 3 refused.')
  const day = new Date(reportDay * 1000).toISOString()
  expect(told[0]).toContain(`a.xml  imported: report a of receiver, ${day} to `)
  expect(told[0]).toContain(`, 2 rows; ${name} 2 messages`)
  expect(told.slice(1).map((line) => /(imported|duplicate|refused \(\w+\)):/.exec(line)?.[1])).toEqual([
    'refused (not_a_report)',
    'refused (unreadable_file)',
    'refused (unreadable_file)',
    'imported',
    'duplicate',
    'imported',
  ])
  expect(told.at(-1)).toContain(`, 1 policies; ${name} 7 encrypted sessions and 2 failed`)
  const json = await importDmarcFiles(db, files.slice(-2), { json: true }, output)
  expect(JSON.parse(json.text)).toMatchObject([
    { outcome: 'duplicate', kind: 'dmarc', report_id: 'b', domains: [] },
    { outcome: 'duplicate', kind: 'tls', report_id: 't-1', policies: 1, domains: [] },
  ])
  expect(json.refused).toBe(false)
})
