import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQueue } from '../../../../server/operate/cli/queue/queue-list.js'
import {
  dropDeliveries,
  releaseQueues,
  retryDeliveries,
} from '../../../../server/operate/cli/queue/queue-change.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { countHeld } from '../../../../server/platform/queue/holds/held.js'
import { holdQueues } from '../../../../server/product/mail/hold/hold-queues.js'
import { startHeldIfRestored } from '../../../../server/product/mail/hold/restored.js'
import { insertAutomation } from '../../../support/automations/automation-rows.js'
import { insertCampaign, insertCampaignMail } from '../../../support/campaigns/campaign-rows.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** A held start with campaigns, and what operators do to the queue then. It needs a PostgreSQL and no service. */

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]
const workspace = toTypeId('ws', workspaceId)
const campaigns: Record<string, Uuid> = {}
const automations: Record<string, Uuid> = {}
const logs: Record<string, Uuid> = {}

beforeAll(async () => {
  database = await openMigratedDatabase(4)
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
  await sql.query(`insert into workspaces (id, name) values ($1, 'A')`, [workspaceId])
  await sql.query(`insert into projects (id, workspace_id, name, environment) values ($2, $1, 'A', 'live')`, [
    workspaceId,
    projectId,
  ])
  for (const status of ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const)
    campaigns[status] = await insertCampaign(sql, workspaceId, projectId, { status })
  for (const status of ['draft', 'active', 'paused', 'archived'] as const)
    automations[status] = await insertAutomation(sql, workspaceId, projectId, { status })
  for (const status of ['sending', 'paused', 'sent']) {
    const { logId } = await insertCampaignMail(sql, {
      workspaceId,
      projectId,
      campaignId: campaigns[status] as Uuid,
      contactId: newUuid(),
      email: `${status}@example.com`,
      paused: status === 'paused',
    })
    logs[status] = logId
  }
  // In flight at a process before the restore, and tried before.
  await sql.query(`update delivery_queue set lease = $1, attempts = 1 where log_id = $2`, [
    newUuid(),
    logs['sending'],
  ])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

async function queued(): Promise<Record<string, string>> {
  const { rows } = await sql.query<{ log: Uuid; what: string }>(
    `select log_id as log, concat_ws(' ', case when due_at = 'infinity' then 'waits' else 'goes' end,
       case when held_due_at is not null then 'held' end, case when paused_due_at is not null then 'paused' end,
       case when lease is not null then 'leased' end) as what
     from delivery_queue`,
  )
  const nameOf = (log: Uuid) => Object.entries(logs).find(([, id]) => id === log)?.[0] ?? 'unknown'
  return Object.fromEntries(rows.map(({ log, what }) => [nameOf(log), what]))
}

const statusOf = async (name: string) => {
  const { rows } = await sql.query('select status, pause_reason, due_at from campaigns where id = $1', [
    campaigns[name],
  ])
  return rows[0] as object
}

test('a held start pauses what was under way or was to start, and holds the rest', async () => {
  expect(await holdQueues(db, 'first')).toBe(true)
  const restored = { status: 'paused', pause_reason: 'restored', due_at: null }
  expect([await statusOf('scheduled'), await statusOf('sending')]).toEqual([restored, restored])
  for (const status of ['draft', 'paused', 'sent', 'cancelled'])
    expect(await statusOf(status)).toMatchObject({ status, pause_reason: null })
  const found = await sql.query<{ id: Uuid; status: string }>('select id, status from automations')
  const statusOfAutomation = new Map(found.rows.map(({ id, status }) => [id, status]))
  for (const [before, id] of Object.entries(automations))
    expect(statusOfAutomation.get(id)).toBe(before === 'active' ? 'paused' : before)
  const after = { sending: 'waits paused', paused: 'waits paused', sent: 'waits held' }
  expect(await queued()).toEqual(after)
  expect(await countHeld(db)).toEqual({ deliveries: 1, webhooks: 0 })
  expect(await holdQueues(db, 'first')).toBe(false)
  expect(await queued()).toEqual(after)
})

test('the log of each start names the campaigns, and the automations that it has paused', async () => {
  let lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const config = { dataDir: '/nowhere', databaseUrl: database.url, startHeld: undefined, startHeldNew: false }
  await startHeldIfRestored(db, config, log)
  expect(lines).toMatchObject([
    { level: 40, deliveries: 1, webhooks: 0 },
    {
      level: 40,
      campaigns: 2,
      first: [campaigns['scheduled'], campaigns['sending']].map((id) => toTypeId('cmp', id as Uuid)),
    },
    { level: 40, automations: 1, first: [toTypeId('aut', automations['active'] as Uuid)] },
  ])

  // Whoever resumes one has seen it.
  lines = []
  await sql.query(`update automations set status = 'active', updated_at = now() where id = $1`, [
    automations['active'],
  ])
  await startHeldIfRestored(db, config, log)
  expect(lines).toHaveLength(2)
})

test('the queue lists them as paused, not as held', async () => {
  const text = await listQueue(db, { workspace })
  expect(text).toContain('3 waiting: 1 held since the restore, 2 paused with their campaign')
  const byDestination = JSON.parse(await listQueue(db, { workspace, json: true })) as { data: object[] }
  expect(byDestination.data).toMatchObject([{ count: 3, held: 1, paused: 2, due: 0, next_attempt_at: null }])
  const lines = (await listQueue(db, { workspace, messages: true })).split('\n')
  const line = (email: string) => lines.find((each) => each.includes(email))
  expect(line('paused@example.com')).toMatch(/0 attempts, paused with its campaign, was due at \S+Z$/)
  expect(line('sent@example.com')).toMatch(/0 attempts, held since the restore, was due at \S+Z$/)
  const each = JSON.parse(await listQueue(db, { workspace, messages: true, json: true })) as {
    data: { recipient: string; held: boolean; paused: boolean; next_attempt_at: string | null }[]
  }
  for (const { recipient, held, paused, next_attempt_at } of each.data) {
    expect([held, paused]).toEqual(recipient === 'sent@example.com' ? [true, false] : [false, true])
    expect(next_attempt_at).not.toBeNull()
  }
})

test('neither a retry nor a release has them sent', async () => {
  await expect(retryDeliveries(db, { log: toTypeId('log', logs['sending'] as Uuid) })).rejects.toThrow(
    'is not waiting in the queue',
  )
  expect(await retryDeliveries(db, { all: true })).toBe('0 deliveries are due now.')
  expect(JSON.parse(await releaseQueues(db, { json: true }))).toEqual({ deliveries: 1, webhooks: 0 })
  const after = { sending: 'waits paused', paused: 'waits paused', sent: 'goes' }
  expect(await queued()).toEqual(after)
  // They do not keep a hold open either.
  const { rows } = await sql.query('select from queue_holds where released_at is null')
  expect(rows).toEqual([])
})

test('a drop of what is held leaves them, and another drop does not', async () => {
  expect(await holdQueues(db, 'second')).toBe(true)
  expect(JSON.parse(await dropDeliveries(db, { held: true, json: true }))).toEqual({
    dropped: 1,
    dropped_webhooks: 0,
  })
  expect(await queued()).toEqual({ sending: 'waits paused', paused: 'waits paused' })
  expect(await dropDeliveries(db, { log: toTypeId('log', logs['paused'] as Uuid) })).toBe(
    '1 delivery is dropped.',
  )
  expect(await queued()).toEqual({ sending: 'waits paused' })
})
