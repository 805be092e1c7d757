import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { importFigures } from '../../../../server/operate/cli/reputation/import.js'
import { openDatabaseBeside } from '../../../../server/platform/db/connection/database.js'
import { entriesFor } from '../../../support/workspace/audit.js'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { messageTo, read } from '../../../support/messages/mail.js'
import { call } from '../../../support/api/api.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../../support/service/service.js'

/** The operator imports figures of Google and Microsoft beside a running service, and they count. */

let service: TestService
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-reputation-'))
const source = '192.0.2.10'

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  await service.sql.query(`insert into domains (workspace_id, id, name, status)
    select id, gen_random_uuid(), unnest('{shop.example,news.example}'::text[]), 'verified' from workspaces;
    insert into sending_pools (name, schedule) values ('default', '{50,100}');
    insert into sending_sources (address, bind, name, pool, checked_at)
    values ('${source}', '${source}', 'mta1.shop.example', 'default', now())`)
})
beforeEach(() => service.sql.query('delete from domain_spam_rates; delete from source_reputations'))
afterAll(() => service.stop())

const cli = (...args: string[]) => command(commandEnv(service), ...args)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let files = 0
function written(content: string): string {
  const file = path.join(folder, `figures-${++files}`)
  writeFileSync(file, content)
  return file
}

const importing = (content: string) => answerOf(cli('reputation', 'import', written(content)))
const csv = (...rows: [days: number, domain: string, rate: string][]) =>
  ['date,domain,spam_rate', ...rows.map(([days, ...cells]) => [daysAgo(days), ...cells].join())].join('\n')

/** A line as SNDS writes it, of a period that begins at noon of the day before. */
function snds(days: number, address: string, result: string, complaints: string): string {
  const american = (iso: string) => iso.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  const [from, to] = [american(daysAgo(days + 1)), american(daysAgo(days))]
  return `${address},${from} 2:00 PM,${to} 1:00 PM,500,500,480,${result},${complaints},,,3,,,\r\n`
}

const status = async () => (await read(service, '/v1/sending-status')).body as Record<string, unknown>

test('rates are taken, those of other domains are named, and the same again changes nothing', async () => {
  const content = csv([2, 'shop.example', '0.05%'], [1, 'shop.example', '0.15 %'], [1, 'other.example', '1%'])
  const text = await importing(content)
  expect(text).toBe(
    [
      `2 spam rates of 1 domain at Google from ${daysAgo(2)} to ${daysAgo(1)}; 2 new or changed in 1 workspace`,
      'left out 1 figure of what no workspace has as verified: other.example',
      `warning: shop.example had 0.15 % at Google on ${daysAgo(1)}; Google wants less than 0.1 %, and never 0.3 %`,
    ].join('\n'),
  )
  expect(await importing(content)).toContain('; 0 new or changed in 1 workspace')
  const workspaceId = fromTypeId('ws', service.credentials.workspace_id)
  expect(await entriesFor(service, workspaceId, 'cli.reputation.import')).toHaveLength(1)
  expect(await status()).toMatchObject({ status: 'active' })
  const shown = await answerOf(cli('reputation', 'show'))
  expect(shown).toBe(`Google:\nDOMAIN        DAY         SPAM RATE\nshop.example  ${daysAgo(1)}  0.15 %`)
})

test('answers of both versions of the Postmaster Tools API are taken', async () => {
  const [year, month, day] = daysAgo(3).split('-').map(Number)
  const version1 = {
    trafficStats: [
      {
        name: `domains/shop.example/trafficStats/${daysAgo(2).replaceAll('-', '')}`,
        userReportedSpamRatio: 0.0009,
        domainReputation: 'HIGH',
      },
      { name: `domains/shop.example/trafficStats/${daysAgo(1).replaceAll('-', '')}`, spfSuccessRatio: 1 },
    ],
  }
  expect(await importing(JSON.stringify(version1))).toBe(
    `1 spam rate of 1 domain at Google of ${daysAgo(2)}; 1 new or changed in 1 workspace\n` +
      '1 entry without a spam rate: Google gives none for small volumes',
  )
  const stat = (domain: string, metric: string, doubleValue: number) => ({
    ...{
      name: `domains/${domain}/domainStats/x1`,
      date: { year, month, day },
      metric,
      value: { doubleValue },
    },
  })
  const version2 = {
    domainStats: [stat('news.example', 'spam_rate', 0.002), stat('news.example', 'auth', 1)],
  }
  expect(await importing(JSON.stringify(version2))).toContain(
    `1 spam rate of 1 domain at Google of ${daysAgo(3)}`,
  )
  const batch = {
    results: [{ error: { code: 7 } }, { response: { domainStats: [stat('news.example', 'SPAM_RATE', 0)] } }],
  }
  await importing(JSON.stringify(batch))
  const shown = JSON.parse(await answerOf(cli('reputation', 'show', '--json'))) as unknown
  expect(shown).toEqual({
    domains: [
      { domain: 'shop.example', provider: 'google', day: daysAgo(2), spam_rate: 0.0009 },
      { domain: 'news.example', provider: 'google', day: daysAgo(3), spam_rate: 0 },
    ],
    sources: [],
  })
})

test('0.3 % at Google halts a workspace, and the same file does not halt it again once it was resumed', async () => {
  const content = csv([2, 'shop.example', '0.41%'])
  const note = `shop.example had 0.41 % at Google on ${daysAgo(2)}`
  const workspace = service.credentials.workspace_id
  expect(await importing(content)).toMatch(new RegExp(`\nhalted ${workspace} since ${note}$`))
  expect(await status()).toMatchObject({ status: 'halted', reason: 'complaint_rate', note })
  const body = messageTo(service, 'ada@example.com')
  const refused = await call(service.url, 'POST', '/v1/messages', {
    key: service.credentials.project_key,
    body,
  })
  expect(refused.status).toBe(423)
  const halts = () => entriesFor(service, fromTypeId('ws', workspace), 'service.halt_sending')
  expect(await halts()).toHaveLength(1)

  await answerOf(cli('workspace', 'resume'))
  expect(await importing(content)).not.toContain('halted')
  expect(await importing(csv([2, 'shop.example', '0.5%'], [0, 'shop.example', '0.5%']))).not.toContain(
    'halted',
  )
  expect(await status()).toMatchObject({ status: 'active', note: null })
  await service.sql.query(`update workspaces set resumed_at = now() - interval '3 days'`)
  expect(await importing(content)).toContain('halted')
  expect(await halts()).toHaveLength(2)
  await answerOf(cli('workspace', 'resume'))
})

test('what Microsoft says of sources is taken and shown, and others are named', async () => {
  const red = snds(2, source, 'RED', '0.4%')
  const text = await importing(
    snds(3, source, 'GREEN', '< 0.1%') + red + snds(2, '198.51.100.7', 'GREEN', ''),
  )
  expect(text).toBe(
    [
      `2 days of 1 source at Microsoft from ${daysAgo(3)} to ${daysAgo(2)}; 2 new or changed`,
      'left out 1 figure of what are no sources here: 198.51.100.7',
      `warning: ${source} was RED at Microsoft on ${daysAgo(2)}, complaints 0.4 %; its warm-up there is paused`,
    ].join('\n'),
  )
  expect(await importing(red)).toContain('; 0 new or changed')
  expect(await answerOf(cli('reputation'))).toBe(
    `Microsoft:\nSOURCE      DAY         RESULT  COMPLAINTS  TRAPS\n${source}  ${daysAgo(2)}  RED     0.4 %       3`,
  )
})

test('what is bad stands in the list of sources, until it is a week ago', async () => {
  await importing(snds(7, source, 'YELLOW', ''))
  const said = `${source} was YELLOW at Microsoft on ${daysAgo(7)}`
  for (const args of [['list'], ['show', source]])
    expect(await answerOf(cli('source', ...args))).toContain(said)
  const { microsoft } = JSON.parse(await answerOf(cli('source', 'show', source, '--json'))) as Record<
    string,
    unknown
  >
  expect(microsoft).toEqual({
    day: daysAgo(7),
    result: 'YELLOW',
    complaint_rate: null,
    trap_hits: 3,
    warning: said,
  })
  await importing(snds(8, source, 'RED', ''))
  await service.sql.query(`delete from source_reputations where result = 'YELLOW'`)
  for (const args of [['list'], ['show', source]])
    expect(await answerOf(cli('source', ...args))).not.toContain('Microsoft')
})

test('a table of the longest names has 80 columns at most', async () => {
  const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.example`
  const address = '2001:db8:1111:2222:3333:4444:5555:6666'
  await service.sql.query(`insert into domains (workspace_id, id, name, status)
    select id, gen_random_uuid(), '${long}', 'degraded' from workspaces;
    insert into sending_sources (address, bind, name, pool) values ('${address}', '${address}', 'mta2.shop.example', 'default')`)
  await importing(csv([8, long, '100%']))
  await importing(snds(1, address.toUpperCase(), 'YELLOW', '12.5%'))
  const lines = (await answerOf(cli('reputation', 'show'))).split('\n')
  expect(lines).toContainEqual(expect.stringMatching(/^a{49}… {2}.{10} {2}100 %$/))
  expect(lines).toContainEqual(expect.stringContaining(`${address}  ${daysAgo(1)}  YELLOW  12.5 %`))
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test.each([
  [
    'a rate without its sign',
    csv([1, 'shop.example', '0.1%'], [1, 'news.example', '0.3']),
    'line 3: "0.3" is no percentage',
  ],
  ['a day that is still to come', csv([-1, 'shop.example', '0.1%']), 'lies in the future'],
  ['a line of SNDS that is cut off', `${source},11/20/2026 2:00 PM\n`, 'line 1: it has 2 cells and not 14'],
  ['another file', 'name,city\nAda,London\n', 'line 1: it is neither JSON of Postmaster Tools, nor'],
  ['too many rows', csv() + `\n${daysAgo(1)},shop.example,0%`.repeat(100_001), 'more than 100,000 rows'],
  ['too many bytes', ' '.repeat(10 * 1024 * 1024 + 1), 'larger than 10 MiB.'],
])('%s is refused with its reason, and nothing is written', async (_, content, reason) => {
  const ended = await cli('reputation', 'import', written(content))
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(reason)
  expect((await service.sql.query('select from domain_spam_rates')).rowCount).toBe(0)
})

test('standard input is read, and a file of 100,000 rows is taken', async () => {
  const database = await openDatabaseBeside(service.config)
  onTestFinished(() => database.close())
  const rows = Array.from(
    { length: 100_000 },
    (_, row) => [row % 600, 'shop.example', '0.1%'] as [number, string, string],
  )
  const text = await importFigures(database.db, '-', () => Readable.from([Buffer.from(csv(...rows))]))
  expect(text).toContain('600 spam rates of 1 domain')
})
