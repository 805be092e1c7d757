import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
} from '../../../../server/platform/db/ids.js'
import { uuidBytes } from '../../../../base/text/uuid-bytes.js'
import { keepEventOrder } from '../../../../server/platform/db/event-order.js'
import {
  firstPosition,
  readFollowing,
  type Followed,
} from '../../../../server/platform/events/follow/read.js'
import { EventWaiters } from '../../../../server/platform/events/follow/waiters.js'
import { findEvent, listEvents } from '../../../../server/platform/events/event-handlers.js'
import { presentEvent } from '../../../../server/platform/events/present-event.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { clampWindow } from '../../../../server/platform/http/lists/pagination.js'
import { findLog } from '../../../../server/product/messages/reads/read-logs.js'
import { listMessages } from '../../../../server/product/messages/reads/read-messages.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { historyHas, type History } from '../../../support/messages/history.js'
import {
  openMonthOfMail,
  seededCampaign,
  type SeededDatabase,
} from '../../../support/messages/long-history.js'

/**
 * Searches for messages and events, and following events, cost no more the longer the history is: before PostgreSQL has
 * statistics of it, and after.
 */

const day = 24 * 3600 * 1000
/** Enough for a bad plan to show; with 500,000 it is the history of a million messages. */
const messages = Number(process.env['PLAN_MESSAGES'] ?? 25_000)
const limit = 25

let database: SeededDatabase
let db: Knex
let history: History
let message: Uuid

beforeAll(async () => {
  database = await openMonthOfMail(messages)
  ;({ db, history, message } = database)
  await db.raw('alter table message_logs set (autovacuum_enabled = false)')
  // A few wait, some of them for their time.
  await db.raw(
    `with waiting as (
       update message_logs set status = case when random() < 0.5 then 'scheduled' else 'queued' end
       where category = 'welcome' and get_byte(uuid_send(id), 15) < 8 returning workspace_id, id, message_id
     )
     insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     select workspace_id, id, message_id, now(), 'example.com' from waiting`,
  )
}, 1_800_000)
afterAll(() => database.drop())

const everything = () => ({ workspaceId: history.workspaceId, projectId: null, environment: null })
const oneProject = () => ({ ...everything(), projectId: history.projects[1] ?? nilUuid })
const onlyTests = () => ({ ...everything(), environment: 'test' as const })
const retained = () => new Date(history.from.getTime() - day)
const window = () => clampWindow({}, retained())
const middle = () => minUuidAt(new Date((history.from.getTime() + history.to.getTime()) / 2))
const cursor = () => uuidBytes(middle()).toString('base64url')
const eventsOf = (
  trx: Knex,
  visibility: Parameters<typeof listEvents>[1],
  query: Parameters<typeof listEvents>[2],
) => listEvents(trx, visibility, query, { window: window(), present: presentEvent })

type Query = Omit<Parameters<typeof listMessages>[2], 'limit'>

const everyStatus: Query['statuses'] = [
  'scheduled',
  'queued',
  'delivered',
  'partially_delivered',
  'failed',
  'cancelled',
]

function searches(): Record<string, Query> {
  const { key, value } = historyHas.order(9000)
  return {
    recipient: { recipient: historyHas.recipient(history, 77) },
    'a recipient without mail': { recipient: 'nobody@example.com' },
    category: { category: historyHas.category },
    'a category that none has': { category: 'none' },
    metadata_key: { metadata_key: 'no_such_key' },
    'metadata_key and metadata_value': { metadata_key: key, metadata_value: value },
    'common metadata': { metadata_key: 'plan', metadata_value: 'pro' },
    delivered: { status: 'delivered' },
    failed: { status: 'failed' },
    queued: { status: 'queued' },
    scheduled: { status: 'scheduled' },
    'partially_delivered, which none is': { status: 'partially_delivered' },
    'cancelled, which none is': { status: 'cancelled' },
    'a status and a category that never meet': { status: 'failed', category: historyHas.category },
    'rare statuses': { statuses: ['failed', 'cancelled', 'scheduled'] },
    'every status': { statuses: everyStatus },
    'statuses and a category': { statuses: ['failed', 'delivered'], category: historyHas.category },
    'statuses and a recipient': {
      statuses: ['failed', 'delivered'],
      recipient: historyHas.recipient(history, 77),
    },
    campaign_id: { campaign_id: seededCampaign },
    'a campaign and a status': { campaign_id: seededCampaign, status: 'failed' },
    automation_id: { automation_id: toTypeId('aut', newUuid()) },
    subject: { subject: historyHas.rareSubject },
    from_email: { from_email: 'nobody@example.com' },
    from_domain: { from_domain: 'absent.example' },
    list_id: { list_id: toTypeId('lst', newUuid()) },
    template_id: { template_id: toTypeId('tpl', newUuid()) },
    environment: { environment: 'test' },
    'all of them': {
      project_id: toTypeId('prj', history.projects[1] ?? nilUuid),
      environment: 'test',
      recipient: historyHas.recipient(history, 77),
      campaign_id: seededCampaign,
      subject: historyHas.commonSubject,
      from_email: 'nobody@example.com',
      from_domain: 'example.com',
      list_id: toTypeId('lst', newUuid()),
      template_id: toTypeId('tpl', newUuid()),
      status: 'delivered',
      category: historyHas.category,
      metadata_key: key,
      metadata_value: value,
    },
  }
}

const names = [
  'recipient',
  'a recipient without mail',
  'category',
  'a category that none has',
  'metadata_key',
  'metadata_key and metadata_value',
  'common metadata',
  'delivered',
  'failed',
  'queued',
  'scheduled',
  'partially_delivered, which none is',
  'cancelled, which none is',
  'a status and a category that never meet',
  'rare statuses',
  'every status',
  'statuses and a category',
  'statuses and a recipient',
  'campaign_id',
  'a campaign and a status',
  'automation_id',
  'subject',
  'from_email',
  'from_domain',
  'list_id',
  'template_id',
  'environment',
  'all of them',
]

test('each search is made', () => expect(names).toEqual(Object.keys(searches())))

const followed = (narrowed: Partial<Followed> = {}): Followed => ({
  visibility: everything(),
  types: undefined,
  named: undefined,
  recipient: undefined,
  retainedSince: retained(),
  ...narrowed,
})

/** A log is looked at with the message's others, and those that follow it. */
const budget = examinedAtMost + 1

describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await db.raw('analyze')
  }, 600_000)

  test.each(names)('messages by %s', async (name) => {
    const query = { limit, ...searches()[name] }
    for (const visibility of [everything(), oneProject(), onlyTests()])
      for (const page of [query, { ...query, cursor: cursor() }])
        await expectBounded(db, (trx) => listMessages(trx, visibility, page, window()), budget)
  })

  test('a page that is full at once is read and no more', async () => {
    for (const name of ['category', 'common metadata', 'delivered', 'failed', 'queued', 'scheduled'])
      await expectBounded(
        db,
        (trx) => listMessages(trx, everything(), { limit, ...searches()[name] }, window()),
        150,
      )
  })

  test('one log, one event, and the events of a message', async () => {
    const [log] = await db('message_logs').where({ workspace_id: history.workspaceId, message_id: message })
    await expectBounded(db, (trx) => findLog(trx, everything(), log.id as Uuid, retained()), 5)
    const query = { limit, message_id: toTypeId('msg', message) }
    for (const narrowed of [{}, { type: 'message.bounced' as const }, { cursor: cursor() }]) {
      for (const visibility of [everything(), oneProject()])
        await expectBounded(db, (trx) => eventsOf(trx, visibility, { ...query, ...narrowed }), 5)
    }
    const { data } = await eventsOf(db, everything(), query)
    expect(data).toHaveLength(2)
    const [event] = await db('events').where('workspace_id', history.workspaceId).limit(1)
    await expectBounded(db, (trx) => findEvent(trx, oneProject(), event.id as Uuid, retained()), 5)
  })

  test('events with each filter', async () => {
    const filters: Omit<Parameters<typeof listEvents>[2], 'limit'>[] = [
      {},
      { type: 'webhook.test' },
      { types: ['webhook.test', 'message.bounced'] },
      { recipient: 'nobody@example.com' },
      { campaign_id: seededCampaign },
      { automation_id: toTypeId('aut', newUuid()) },
      { contact_id: toTypeId('con', newUuid()) },
      { category: 'none' },
      { environment: 'live' },
      { message_id: toTypeId('msg', message), types: ['message.bounced'], category: 'none' },
    ]
    for (const filter of filters)
      for (const visibility of [everything(), oneProject()])
        for (const page of [{ limit }, { limit, cursor: cursor() }])
          await expectBounded(db, (trx) => eventsOf(trx, visibility, { ...page, ...filter }), budget)
  })

  test('following, from each kind of position and with each filter', async () => {
    const now = await firstPosition(db, undefined)
    const positions = [
      now,
      await firstPosition(db, history.from),
      await firstPosition(db, history.to),
      { ...now, order: 0n },
    ]
    for (const position of positions) {
      await expectBounded(db, (trx) => readFollowing(trx, followed(), position, { max: limit }), 100)
      const filters: Partial<Followed>[] = [
        { types: ['message.bounced', 'message.failed'] },
        { types: ['webhook.test'] },
        { named: JSON.stringify({ message_id: toTypeId('msg', message) }) },
        { recipient: historyHas.recipient(history, 77) },
        { visibility: oneProject() },
        { visibility: onlyTests() },
      ]
      for (const filter of filters)
        await expectBounded(
          db,
          (trx) => readFollowing(trx, followed(filter), position, { max: limit }),
          budget,
        )
    }
    await expectBounded(db, (trx) => firstPosition(trx, undefined), 5)
  })

  test('a poll for many that wait', async () => {
    await expectBounded(
      db,
      async (trx) => {
        const waiters = new EventWaiters(trx)
        const now = await firstPosition(trx, undefined)
        let looks = 0
        await Promise.all(
          Array.from({ length: 50 }, async (_, number) => {
            const position = number % 2 === 0 ? now : { ...now, order: 0n }
            const look = async () => ++looks > 0
            const waiting = {
              workspaceId: number % 3 === 0 ? newWorkspaceId() : history.workspaceId,
              credentialId: newUuid(),
              isPermitted: async () => true,
              position: () => position,
              look,
            }
            await waiters.wait(waiting, 1000, () => undefined)
          }),
        )
        expect(looks).toBeGreaterThan(10)
      },
      100,
    )
  })

  test('the start', async () => {
    await expectBounded(db, (trx) => keepEventOrder(trx), 5)
  })
})
