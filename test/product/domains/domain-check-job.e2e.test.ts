import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultScheduler } from '../../../server/platform/config/scheduler.js'
import { newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { domainCheckJob, type CheckJobDependencies } from '../../../server/product/domains/check/check-job.js'
import type { CheckRecords } from '../../../server/product/domains/check/record-check.js'
import { dkimKeyStore } from '../../../server/product/domains/dkim/key-store.js'
import { sealer } from '../../../server/platform/auth/sealed.js'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { insertDomain } from '../../support/domains/domains.js'
import { until } from '../../support/time/until.js'

/** The scheduler's checks, of processes that share a database. What a look finds is the test's. */

let database: ConnectedDatabase
let db: Knex
let workspaceId: WorkspaceId

beforeAll(async () => {
  database = await openMigratedDatabase(12)
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db('domains').delete()
  workspaceId = newWorkspaceId()
  outcomes.length = 0
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
})

const logs: string[] = []
const outcomes: string[] = []
const log = pino({ base: null }, { write: (line: string) => void logs.push(line) })
const running = () => new AbortController().signal

/** Makes the job of a process of the service. */
function jobOf(checkRecords: CheckRecords, more: Partial<CheckJobDependencies> = {}) {
  return domainCheckJob({
    db,
    config: defaultScheduler.domainChecks,
    sendingSetup: {
      staysHere: true,
      direct: false,
      namedAddresses: [],
      hostname: 'mail.example',
      returnPathDomain: 'b.example',
    },
    store: dkimKeyStore(db, sealer(Buffer.alloc(32))),
    checkRecords,
    freshResolver: () => openResolver(['127.0.0.1:1']),
    metrics: { checked: (outcome) => void outcomes.push(outcome) },
    wakes: new Wakes(),
    log,
    ...more,
  })
}

/** A domain that is due, with a key that nobody has to open. */
async function addDue(name: string, status: 'pending' | 'verified' = 'pending'): Promise<void> {
  const connection = (await db.client.acquireConnection()) as Parameters<typeof insertDomain>[0]
  await insertDomain(connection, workspaceId, name, status).finally(() =>
    db.client.releaseConnection(connection),
  )
  await db('domains')
    .where({ name })
    .update({ next_check_at: db.raw('now()') })
  await db('dkim_keys').insert({
    workspace_id: workspaceId,
    domain: name,
    selector: 'ps1-0',
    algorithm: 'rsa',
    private_key: Buffer.alloc(1),
    public_key: 'MII',
  })
}

const finds =
  (status: 'ok' | 'missing' | 'unknown'): CheckRecords =>
  async ({ name }) => ({
    records: [
      {
        kind: 'dkim',
        need: 'required',
        type: 'TXT',
        name: `ps1-0._domainkey.${name}`,
        selector: 'ps1-0',
        expected: 'v=DKIM1; k=rsa; p=MII',
        found: [],
        status,
        problem: null,
        advice: null,
      },
    ],
    dmarcPolicy: null,
  })

const domain = (name: string) => db('domains').where({ name }).first()
const eventsOf = () => db('events').where({ workspace_id: workspaceId }).orderBy('id').pluck('type')
const again = (name: string, passed = '0') =>
  db('domains')
    .where({ name })
    .update({
      next_check_at: db.raw('now()'),
      degraded_since: db.raw(`(degraded_since at time zone 'UTC' - ?::interval) at time zone 'UTC'`, [
        passed,
      ]),
    })
const hoursUntil = (time: Date) => (time.getTime() - Date.now()) / 3600_000

test('what is due is looked at, and goes its way with one event a change, whoever is there to do it', async () => {
  await addDue('way.example')
  const together = async (checkRecords: CheckRecords) => {
    const woken: string[] = []
    const wakes = new Wakes()
    wakes.attach('webhooks', { wake: () => void woken.push('') })
    const jobs = [jobOf(checkRecords, { wakes }), jobOf(checkRecords, { wakes })]
    await Promise.all(jobs.map((job) => job.run(running())))
    return woken.length
  }
  expect(await together(finds('ok'))).toBe(1)
  expect(await domain('way.example')).toMatchObject({ status: 'verified' })
  expect(hoursUntil((await domain('way.example')).next_check_at)).toBeCloseTo(6, 1)
  // It is not due, so nobody looks.
  expect(await together(finds('missing'))).toBe(0)
  expect(await domain('way.example')).toMatchObject({ status: 'verified' })

  await again('way.example')
  expect(await together(finds('missing'))).toBe(1)
  expect(hoursUntil((await domain('way.example')).next_check_at)).toBeCloseTo(0.25, 1)
  await again('way.example', '25 hours')
  expect(await together(finds('unknown'))).toBe(0)
  expect(await domain('way.example')).toMatchObject({ status: 'degraded' })
  await again('way.example')
  expect(await together(finds('missing'))).toBe(1)
  expect(await domain('way.example')).toMatchObject({ status: 'failed' })
  await again('way.example')
  await together(finds('ok'))
  expect(await eventsOf()).toEqual(['domain.verified', 'domain.degraded', 'domain.failed', 'domain.verified'])
  const recorded: string[] = await db('audit_events')
    .where('operation', 'like', 'service.domain%')
    .orderBy('id')
    .pluck('operation')
  expect(recorded.map((operation) => operation.replace('service.domain_', 'domain.'))).toEqual(
    await eventsOf(),
  )
})

test('each due domain is looked at by one process, some at once', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `d${n}.example`)
  for (const name of names) await addDue(name)
  const looked: string[] = []
  let [now, max] = [0, 0]
  const slowly: CheckRecords = async (checked, resolver) => {
    looked.push(checked.name)
    max = Math.max(max, ++now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    now--
    return finds('ok')(checked, resolver)
  }
  await Promise.all([jobOf(slowly), jobOf(slowly)].map((job) => job.run(running())))
  expect([...looked].sort()).toEqual([...names].sort())
  expect(max).toBeGreaterThan(1)
  expect(max).toBeLessThanOrEqual(2 * defaultScheduler.domainChecks.atOnce)
})

test('one that another process has in flight is left to it', async () => {
  for (const name of ['theirs.example', 'ours.example']) await addDue(name)
  await db.transaction(async (trx) => {
    await trx('domains').where({ workspace_id: workspaceId, name: 'theirs.example' }).forNoKeyUpdate()
    await jobOf(finds('ok')).run(running())
  })
  expect(await domain('ours.example')).toMatchObject({ status: 'verified' })
  expect(await domain('theirs.example')).toMatchObject({ status: 'pending', checked_at: null })
})

test('a look that fails, or never ends, is told of and holds nobody up', async () => {
  for (const name of ['broken.example', 'endless.example', 'good.example']) await addDue(name)
  logs.length = 0
  const checkRecords: CheckRecords = (checked, resolver) => {
    if (checked.name === 'broken.example') return Promise.reject(new Error('no luck'))
    if (checked.name === 'endless.example') return new Promise(() => undefined)
    return finds('ok')(checked, resolver)
  }
  await jobOf(checkRecords, { config: { ...defaultScheduler.domainChecks, timeoutSeconds: 0.5 } }).run(
    running(),
  )
  expect(await domain('good.example')).toMatchObject({ status: 'verified' })
  for (const name of ['broken.example', 'endless.example']) {
    const { checked_at, next_check_at } = await domain(name)
    expect(checked_at).toBeNull()
    // Its turn comes again.
    expect(hoursUntil(next_check_at)).toBeCloseTo(1 / 6, 1)
  }
  expect(logs.map((line) => JSON.parse(line).err.message).sort()).toEqual([
    'no luck',
    'the check took more than 0.5 seconds',
  ])
  expect(logs.join()).not.toContain('.example')
  expect(outcomes.sort()).toEqual(['error', 'error', 'sound'])
})

test('a process that stops waits for no answer and records none', async () => {
  for (let n = 0; n < 8; n++) await addDue(`d${n}.example`, 'verified')
  const looked: string[] = []
  const stopping = new AbortController()
  const run = jobOf(({ name }) => {
    looked.push(name)
    return new Promise(() => undefined)
  }).run(stopping.signal)
  await until(() => looked.length === defaultScheduler.domainChecks.atOnce, 'the looks')
  stopping.abort()
  await run
  expect(looked).toHaveLength(defaultScheduler.domainChecks.atOnce)
  expect(await db('domains').where({ workspace_id: workspaceId }).whereNotNull('checked_at')).toEqual([])
  expect(await eventsOf()).toEqual([])
})

test('a run ends in its time, and the next one goes on with what has been due for longest', async () => {
  for (let n = 0; n < 3; n++) await addDue(`d${n}.example`)
  await db('domains')
    .where({ name: 'd2.example' })
    .update({ next_check_at: db.raw("now() - interval '1 hour'") })
  const looked: string[] = []
  const checkRecords: CheckRecords = (checked, resolver) => {
    looked.push(checked.name)
    return finds('ok')(checked, resolver)
  }
  const config = { ...defaultScheduler.domainChecks, atOnce: 1, runSeconds: 0 }
  await jobOf(checkRecords, { config }).run(running())
  expect(looked).toEqual([])
  await jobOf(checkRecords, { config: { ...config, runSeconds: 10 } }).run(running())
  expect(looked).toEqual(['d2.example', 'd0.example', 'd1.example'])
})

test('a domain that is deleted while it is looked at is not missed', async () => {
  await addDue('gone.example')
  logs.length = 0
  const checkRecords: CheckRecords = async (checked, resolver) => {
    await db('domains').where({ name: checked.name }).delete()
    return finds('ok')(checked, resolver)
  }
  await jobOf(checkRecords).run(running())
  expect([await eventsOf(), logs]).toEqual([[], []])
})
