import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { foldStatistics } from '../../../server/platform/statistics/fold.js'
import { call } from '../../support/api/api.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { runs } from '../../support/run/sampled.js'

type Statistics = components['schemas']['Statistics']
type Counts = components['schemas']['StatisticsCounts']
type Query = Record<string, string | undefined>

/** Counts that were written at some hours are read by hours and days, and told apart as they should be. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = Date.parse('2026-03-01T00:00:00Z')
const measures = [
  'accepted',
  'suppressed',
  'cancelled',
  'failed',
  'deferred',
  'complained',
  'bounced:unknown_user',
  'bounced:mailbox_full',
  'delivered:0',
  'delivered:37',
  'delivered:61',
] as const

/** A count as it is written. `project` is 0 for the live one, 1 for the test one. */
interface Pending {
  readonly hour: number
  readonly project: number
  readonly category: string
  readonly destination: string
  readonly measure: string
  readonly count: number
}

let service: TestService
let tenant: Tenant
let key: string
let projects: string[]
let closeFolder: () => Promise<void>
let fold: (max: number) => Promise<unknown>
beforeAll(async () => {
  service = await sharedApi()
  const opened = await openDatabase({
    databaseUrl: service.config.databaseUrl,
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  fold = (max) => foldStatistics(opened.db, tenant.workspaceId, max)
  closeFolder = () => opened.close()
  return () => closeFolder()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
  projects = [tenant.liveProject, tenant.testProject]
})

async function write(rows: readonly Pending[]): Promise<void> {
  const column = <Key extends keyof Pending>(name: Key) => rows.map((row) => row[name])
  await service.sql.query(
    `insert into statistics_pending (workspace_id, hour, project_id, category, destination, measure, count)
     select $1, * from unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[])`,
    [
      tenant.workspaceId,
      column('hour').map(at),
      column('project').map((project) => fromTypeId('prj', projects[project] ?? '')),
      column('category'),
      column('destination'),
      column('measure'),
      column('count'),
    ],
  )
}

async function ask(query: Query, by = key) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return call(service.url, 'GET', `/v1/statistics?${new URLSearchParams(given).toString()}`, { key: by })
}

async function read(query: Query, by?: string): Promise<Statistics> {
  const reply = await ask(query, by)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Statistics
}

const at = (hour: number) => new Date(start + hour * hourMs).toISOString()

/** Adds up the counts by the contract's words, in the plainest way. */
function expected(rows: readonly Pending[]): Counts {
  const sum = (measure: string) =>
    rows.filter((row) => row.measure === measure).reduce((total, { count }) => total + count, 0)
  const starting = (name: string) => measures.filter((measure) => measure.startsWith(`${name}:`))
  const total = (name: string) => starting(name).reduce((all, measure) => all + sum(measure), 0)
  const times = starting('delivered').flatMap((measure) =>
    Array<number>(sum(measure)).fill(Math.round(1.12 ** (Number(measure.split(':')[1]) + 0.5))),
  )
  const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null
  return {
    accepted: sum('accepted'),
    delivered: total('delivered'),
    bounced: total('bounced'),
    failed: sum('failed'),
    suppressed: sum('suppressed'),
    cancelled: sum('cancelled'),
    complained: sum('complained'),
    deferred: sum('deferred'),
    bounced_by_class: Object.fromEntries(
      starting('bounced').flatMap((measure) =>
        sum(measure) === 0 ? [] : [[measure.split(':')[1] ?? '', sum(measure)]],
      ),
    ),
    time_to_delivery: { p50_ms: percentile(0.5), p95_ms: percentile(0.95) },
  }
}

function expectedOf(rows: readonly Pending[], hours: number) {
  const starts = [...new Set(rows.map(({ hour }) => Math.floor(hour / hours) * hours))]
  return {
    total: expected(rows),
    periods: starts
      .sort((one, other) => one - other)
      .map((begin) => ({
        at: at(begin),
        counts: expected(rows.filter(({ hour }) => hour >= begin && hour < begin + hours)),
      })),
  }
}

const pending: fc.Arbitrary<Pending> = fc.record({
  // So few that counts meet.
  hour: fc.constantFrom(0, 5, 23, 24, 30, 47, 48, 79),
  project: fc.constantFrom(0, 1),
  category: fc.constantFrom('', 'receipt', 'welcome', 'Größe:1'),
  destination: fc.constantFrom('example.com', 'example.org', 'shop.example', 'xn--mnchen-3ya.example'),
  // By these groups are ranked.
  measure: fc.oneof(fc.constant('accepted'), fc.constantFrom(...measures)),
  count: fc.integer({ min: 1, max: 5 }),
})

/** So that most questions have an answer. */
const seldom = <T>(given: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: given })

const question = fc.record({
  interval: fc.constantFrom('hour', 'day'),
  from: fc.integer({ min: -3, max: 60 }),
  hours: fc.integer({ min: 1, max: 90 }),
  project: seldom(fc.constantFrom(0, 1)),
  environment: seldom(fc.constantFrom('live', 'test')),
  category: seldom(fc.constantFrom('receipt', 'Größe:1')),
  destination: seldom(fc.constantFrom('Example.COM', 'münchen.example', 'nobody.example')),
  by: fc.option(fc.constantFrom('project', 'category', 'destination')),
  maxGroups: fc.constantFrom(1, 2, 20),
})

const folded: Record<string, string> = {
  'Example.COM': 'example.com',
  'münchen.example': 'xn--mnchen-3ya.example',
}

test('any counts read by hours and days, filtered and grouped, are what was written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pending, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.constantFrom(0, 7, 20),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      async (rows, batch, questions) => {
        tenant = await addTenant(service)
        projects = [tenant.liveProject, tenant.testProject]
        key = await tenant.key()
        await write(rows)
        // Some stay pending.
        for (let folds = 0; folds < 4 && batch > 0; folds += 1) await fold(batch)
        for (const asked of questions) await expectAnswer(rows, asked)
      },
    ),
    { numRuns: runs(15) },
  )
})

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

async function expectAnswer(rows: readonly Pending[], asked: Question): Promise<void> {
  const { interval, from, hours, project, environment, category, destination, by, maxGroups } = asked
  const length = interval === 'hour' ? 1 : 24
  const first = Math.floor(from / length) * length
  const last = Math.ceil((from + hours) / length) * length
  const matching = rows.filter(
    (row) =>
      row.hour >= first &&
      row.hour < last &&
      (project === null || row.project === project) &&
      (environment === null || row.project === (environment === 'live' ? 0 : 1)) &&
      (category === null || row.category === category) &&
      (destination === null || row.destination === (folded[destination] ?? destination)),
  )
  const answer = await read({
    interval,
    since: at(from),
    until: at(from + hours),
    project_id: project === null ? undefined : projects[project],
    environment: environment ?? undefined,
    category: category ?? undefined,
    destination: destination ?? undefined,
    group_by: by ?? undefined,
    max_groups: String(maxGroups),
  })
  expect(answer).toEqual({
    interval,
    since: at(first),
    until: at(last),
    ...expectedOf(matching, length),
    groups: by === null ? [] : expectedGroups(matching, by, maxGroups, length),
  })
}

function expectedGroups(rows: readonly Pending[], by: string, max: number, length: number) {
  const keyOf = (row: Pending) =>
    by === 'project'
      ? fromTypeId('prj', projects[row.project] ?? '')
      : by === 'category'
        ? row.category
        : row.destination
  const accepted = (group: string) => expected(rows.filter((row) => keyOf(row) === group)).accepted
  const keys = [...new Set(rows.map(keyOf))].sort(
    (one, other) => accepted(other) - accepted(one) || (one < other ? -1 : 1),
  )
  const shown = (group: string) => {
    if (by === 'project') return projects.find((project) => fromTypeId('prj', project) === group) ?? null
    return group === '' ? null : group
  }
  const groups = keys.slice(0, max).map((group) => ({
    key: shown(group),
    other: false,
    name: by === 'project' ? 'Test project' : null,
    ...expectedOf(
      rows.filter((row) => keyOf(row) === group),
      length,
    ),
  }))
  const rest = rows.filter((row) => keys.slice(max).includes(keyOf(row)))
  return rest.length === 0
    ? groups
    : [...groups, { key: null, other: true, name: null, ...expectedOf(rest, length) }]
}

test('without times it is the last 24 hours, or the last 30 days, with the period that is under way', async () => {
  const byHour = await read({})
  expect(Date.parse(byHour.until) - Date.parse(byHour.since)).toBe(dayMs)
  expect(Date.parse(byHour.until) - Date.now()).toBeLessThanOrEqual(hourMs)
  const byDay = await read({ interval: 'day', until: '2026-03-31T12:00:00+02:00' })
  expect([byDay.since, byDay.until]).toEqual(['2026-03-02T00:00:00.000Z', '2026-04-01T00:00:00.000Z'])
})

test.each([
  [{ since: at(5), until: at(5) }, '/query/since', 'must be before until'],
  [{ since: '2999-01-01T00:00:00Z' }, '/query/since', 'must be in the past'],
  [{ since: at(0), until: at(31 * 24 + 1) }, '/query/since', '31 days'],
  [{ interval: 'day', since: at(0), until: at(401 * 24) }, '/query/since', '400 days'],
  [
    { since: at(0), until: at(31 * 24), group_by: 'category', max_groups: '27' },
    '/query/max_groups',
    'no more than 26',
  ],
  [{ since: '2026-06-30T23:59:60Z' }, '/query/since', 'leap'],
])('%j is refused with the reason', async (query: Query, path, message) => {
  const reply = await ask(query)
  expect(reply.status).toBe(422)
  const [detail] = (reply.body as components['schemas']['Error']).error.details ?? []
  expect(detail).toMatchObject({ path })
  expect(detail?.message).toContain(message)
})

test('the longest spans are answered', async () => {
  await read({ since: at(0), until: at(31 * 24), group_by: 'category', max_groups: '26' })
  await read({
    interval: 'day',
    since: at(0),
    until: at(400 * 24),
    group_by: 'destination',
    max_groups: '50',
  })
})

test('a credential sees its projects, and no other workspace’s', async () => {
  const sibling = await tenant.project('live')
  projects.push(sibling)
  const count = { hour: 0, category: '', destination: 'example.com', measure: 'accepted' }
  await write([
    { ...count, project: 0, count: 1 },
    { ...count, project: 1, count: 10 },
    { ...count, project: 2, count: 100 },
  ])
  const span = { since: at(0), until: at(1) }
  const accepted = async (by: string, query: Query = {}) =>
    (await read({ ...span, ...query }, by)).total.accepted
  const ofProject = await tenant.key({ project: tenant.liveProject })
  expect(await accepted(ofProject)).toBe(1)
  expect((await ask({ ...span, project_id: sibling }, ofProject)).status).toBe(403)
  expect(await accepted(await tenant.key({ restrictions: { environment: 'test' } }))).toBe(10)
  expect(
    await accepted(await tenant.key({ restrictions: { environment: 'test' } }), { environment: 'live' }),
  ).toBe(0)
  expect(await accepted(key)).toBe(111)
  expect(await accepted(await tenant.session('member'))).toBe(111)
  const other = await addTenant(service)
  expect(await accepted(await other.key())).toBe(0)
  expect(await accepted(await other.key(), { project_id: sibling })).toBe(0)
})
