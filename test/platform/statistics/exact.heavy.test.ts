import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { toTypeId, timeOf, type Uuid } from '../../../server/platform/db/ids.js'
import { retrieveStatistics } from '../../../server/platform/statistics/statistics.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import {
  addMailTenant,
  categories,
  domains,
  happen,
  happenings,
  type Happening,
  type MailTenant,
} from '../../support/messages/mail-history.js'
import { runs } from '../../support/run/sampled.js'

type Counts = components['schemas']['StatisticsCounts']

/** The statistics are what the logs say, whatever happened and whatever happened at once. */

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase(8)
  db = database.db
})
afterAll(() => database.drop())

interface LogRow {
  readonly id: Uuid
  readonly project_id: Uuid
  readonly recipient: string
  readonly category: string | null
  readonly status: string
  readonly attempts: readonly { readonly at: string; readonly outcome: string; readonly class?: string }[]
  readonly delivered_at: Date | null
  readonly complained_at: Date | null
  readonly scheduled_at: Date | null
}

function logsOf({ workspaceId }: MailTenant): Promise<LogRow[]> {
  return db('message_logs as log')
    .join('messages as message', {
      'message.workspace_id': 'log.workspace_id',
      'message.id': 'log.message_id',
    })
    .where('log.workspace_id', workspaceId)
    .select<LogRow[]>('log.*', 'message.scheduled_at')
}

/** Counts logs by the documentation's definition of each count. */
function countsOf(logs: readonly LogRow[]): Omit<Counts, 'time_to_delivery'> & { times: number[] } {
  const having = (condition: (log: LogRow) => boolean) => logs.filter(condition).length
  const attempts = (outcome: string) =>
    logs.reduce((sum, log) => sum + log.attempts.filter((attempt) => attempt.outcome === outcome).length, 0)
  const bounces = logs.flatMap(
    ({ attempts: made }) => made.find(({ outcome }) => outcome === 'bounced') ?? [],
  )
  const classes: Record<string, number> = {}
  for (const { class: reason = '' } of bounces) classes[reason] = (classes[reason] ?? 0) + 1
  const times = logs.flatMap(({ id, attempts: made, scheduled_at }) => {
    const taken = made.find(({ outcome }) => outcome === 'delivered')
    if (taken === undefined) return []
    const begun = Math.max(timeOf(id).getTime(), scheduled_at?.getTime() ?? 0)
    return Math.max(1, Date.parse(taken.at) - begun)
  })
  return {
    accepted: logs.length,
    delivered: having(({ delivered_at }) => delivered_at !== null),
    bounced: bounces.length,
    failed: attempts('failed'),
    suppressed: having(({ status }) => status === 'suppressed'),
    cancelled: having(({ status }) => status === 'cancelled'),
    complained: having(({ complained_at }) => complained_at !== null),
    deferred: attempts('deferred'),
    bounced_by_class: classes,
    times: times.sort((one, other) => one - other),
  }
}

function expectCounts(actual: Counts | undefined, logs: readonly LogRow[], about: string): void {
  const { times, ...expected } = countsOf(logs)
  const { time_to_delivery: shown, ...counted } = actual ?? ({} as Partial<Counts>)
  expect(counted, about).toEqual(expected)
  const percentiles = [
    [shown?.p50_ms, 0.5],
    [shown?.p95_ms, 0.95],
  ] as const
  for (const [value, share] of percentiles) {
    const exact = times[Math.ceil(times.length * share) - 1]
    if (exact === undefined) expect(value, about).toBeNull()
    else expect(Math.abs((value ?? Infinity) - exact), about).toBeLessThanOrEqual(exact * 0.06 + 0.5)
  }
}

const domainOf = ({ recipient }: LogRow) => recipient.slice(recipient.indexOf('@') + 1)

/** @param withDomains whether the logs still have the domains that the counts are of */
async function expectExact(tenant: MailTenant, withDomains: boolean): Promise<void> {
  const logs = await logsOf(tenant)
  const visibility = { workspaceId: tenant.workspaceId, projectId: null, environment: null }
  const read = (query: Parameters<typeof retrieveStatistics>[2]) =>
    retrieveStatistics(db, visibility, query, new Date())
  const filters = categories.flatMap((category) =>
    [null, ...(withDomains ? domains : [])].map((destination) => ({ category, destination })),
  )
  for (const { category, destination } of filters) {
    const matching = logs.filter(
      (log) =>
        (category === null || log.category === category) &&
        (destination === null || domainOf(log) === destination),
    )
    const filter = {
      ...(category !== null && { category }),
      ...(destination !== null && { destination }),
    }
    const groups = [
      ['project', (log: LogRow) => toTypeId('prj', log.project_id)],
      ['category', (log: LogRow) => log.category],
      ...(withDomains ? ([['destination', domainOf]] as const) : []),
    ] as const
    for (const [group_by, keyOf] of groups) {
      const about = JSON.stringify({ ...filter, group_by })
      const answer = await read({ ...filter, group_by })
      expectCounts(answer.total, matching, about)
      expect(new Set(answer.groups.map(({ key }) => key)), about).toEqual(new Set(matching.map(keyOf)))
      for (const { key, total } of answer.groups)
        expectCounts(
          total,
          matching.filter((log) => keyOf(log) === key),
          `${about} ${key}`,
        )
    }
  }
  expectHours(logs, (await read({})).periods)
}

/** By the hour, of what the logs have the time of. */
function expectHours(logs: readonly LogRow[], periods: components['schemas']['Statistics']['periods']) {
  for (const [count, column] of [
    ['delivered', 'delivered_at'],
    ['complained', 'complained_at'],
  ] as const) {
    const byHour: Record<string, number> = {}
    for (const log of logs) {
      const hour = log[column]?.toISOString().replace(/:.*/, ':00:00.000Z')
      if (hour !== undefined) byHour[hour] = (byHour[hour] ?? 0) + 1
    }
    const shown = periods.filter(({ counts }) => counts[count] > 0)
    expect(Object.fromEntries(shown.map(({ at, counts }) => [at, counts[count]]))).toEqual(byHour)
  }
}

const kinds = Object.keys(happenings) as (keyof typeof happenings)[]
const happening = (of: readonly (keyof typeof happenings)[]): fc.Arbitrary<Happening> =>
  fc.record({
    // Mail comes and goes more often than anything happens to it.
    kind: fc.oneof(fc.constantFrom(...of), fc.constantFrom('accept', 'deliver')),
    numbers: fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)),
  })

test('after any history, of several workspaces and at once, they are what the logs say', async () => {
  const unerased = kinds.filter((kind) => kind !== 'erase')
  const lane = (of: readonly (keyof typeof happenings)[]) =>
    fc.array(happening(of), { minLength: 5, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(lane(unerased), lane(unerased), lane(kinds), lane(kinds)), async (lanes) => {
      const [plain, erased] = [await addMailTenant(db), await addMailTenant(db)]
      await Promise.all(
        lanes.map(async (lane, index) => {
          for (const each of lane) await happen(db, index < 2 ? plain : erased, each)
        }),
      )
      await expectExact(plain, true)
      await expectExact(erased, false)
    }),
    { numRuns: runs(12) },
  )
})

test('many who write and fold at once wait for nobody in a circle, and no count is lost', async () => {
  const tenant = await addMailTenant(db)
  const kindsOf = ['accept', 'deliver', 'accept', 'fold', 'deliver', 'release'] as const
  await Promise.all(
    Array.from({ length: 6 }, async (_, actor) => {
      for (let turn = 0; turn < 40; turn += 1) {
        const kind = kindsOf[(turn + actor) % kindsOf.length] ?? 'accept'
        await happen(db, tenant, { kind, numbers: [turn * 7 + actor, turn + 3 * actor, turn * 5 + 1] })
      }
    }),
  )
  expect((await logsOf(tenant)).length).toBeGreaterThan(300)
  await expectExact(tenant, true)
})
