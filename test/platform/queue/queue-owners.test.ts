import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import {
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { DueWorkspaces } from '../../../server/product/mail/claim/due-workspaces.js'
import { dueWorkspaces } from '../../../server/product/programs/automations/inbox/take.js'
import { noteOwners } from '../../../server/platform/queue/owners.js'
import { tidyQueueOwners } from '../../../server/platform/scheduler/queue-owners.js'
import { DueSubscriptions } from '../../../server/product/webhooks/queue/due.js'
import { noteAllOwners } from '../../support/messages/queue-owners.js'
import { queueFor } from '../../support/webhooks/webhook-deliveries.js'
import { openWebhookQueue, type WebhookQueue } from '../../support/webhooks/webhook-queue.js'

/** Who has something in a queue is noted, without waits, for as long as there is something. */

let queue: WebhookQueue
let db: Knex
let workspaceId: WorkspaceId
beforeAll(async () => {
  queue = await openWebhookQueue()
  ;({ db, workspaceId } = queue)
})
afterAll(() => queue.close())
beforeEach(() =>
  db.raw('truncate queue_owners, delivery_queue, webhook_queue, automation_inbox, webhook_subscriptions'),
)

const tidy = () => tidyQueueOwners(db, new AbortController().signal)

async function notes(): Promise<{ queue: string; workspace_id: Uuid; owner_id: Uuid; minutes: number }[]> {
  const { rows } = await db.raw<{ rows: Awaited<ReturnType<typeof notes>> }>(
    `select queue, workspace_id, owner_id, round(extract(epoch from now() - queued_at) / 60)::integer as minutes
     from queue_owners order by queue, workspace_id, owner_id, queued_at`,
  )
  return rows
}

const age = (minutes: number) =>
  db.raw('update queue_owners set queued_at = queued_at - make_interval(mins => cast(? as integer))', [
    minutes,
  ])

async function addWorkspace(): Promise<WorkspaceId> {
  const id = newWorkspaceId()
  await db('workspaces').insert({ id, name: 'B' })
  return id
}

/** Puts a mail, or a signal, into a workspace's queue behind the service's back. */
const enqueue = {
  delivery: (id: WorkspaceId, minutes = 1, count = 1) =>
    db.raw(
      `insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at)
       select :id, gen_random_uuid(), gen_random_uuid(), 'a.example', now() - make_interval(mins => cast(:minutes as integer))
       from generate_series(1, cast(:count as integer))`,
      { id, minutes, count },
    ),
  inbox: (id: WorkspaceId) =>
    db.raw(
      `insert into automation_inbox (workspace_id, id, project_id, contact_id, kind, name, occurred_at)
       values (?, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'event', 'x', now())`,
      [id],
    ),
}

/** Queues webhooks of a subscription and deletes the note of their owner. */
async function queueUnnoted(subscriptionId: Uuid | undefined, count: number): Promise<void> {
  await queueFor(queue.sql, workspaceId, toTypeId('whk', subscriptionId ?? nilUuid), count)
  await db('queue_owners').where({ queue: 'webhook', owner_id: subscriptionId }).delete()
}

test('whatever is put into a queue has its owner noted in the same file', () => {
  const server = path.join(import.meta.dirname, '../../../server')
  const queueing = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(path.join('db', 'migrations')))
    .map((file) => ({ file, text: readFileSync(path.join(server, file), 'utf8') }))
    .filter(({ text }) => /insert into (delivery_queue|webhook_queue|automation_inbox)\b/.test(text))
  expect(queueing.length).toBeGreaterThan(5)
  const silent = queueing.filter(({ text }) => !/\bnote(Owners|Workspace)\('/.test(text))
  expect(silent.map(({ file }) => file)).toEqual([])
})

describe('a note', () => {
  test('is made once in half an hour, with the events that it is about', async () => {
    const { id } = await queue.subscription()
    const noted = { queue: 'webhook', workspace_id: workspaceId, owner_id: id }
    await queue.events(2)
    await queue.events(1)
    expect(await notes()).toEqual([{ ...noted, minutes: 0 }])
    await age(29)
    await queue.events(1)
    expect(await notes()).toHaveLength(1)
    await age(2)
    await queue.events(1)
    expect(await notes()).toEqual([
      { ...noted, minutes: 31 },
      { ...noted, minutes: 0 },
    ])
  })

  test('waits for no other transaction, and none waits for it', async () => {
    const [one, other] = [newUuid(), newUuid()]
    const note = (trx: Knex.Transaction, id: Uuid) =>
      trx.raw(
        noteOwners('webhook', `select '${id}'::uuid as owner_id`).replaceAll('$1', `'${workspaceId}'::uuid`),
      )
    const [first, second] = [await db.transaction(), await db.transaction()]
    for (const trx of [first, second]) await trx.raw(`set local lock_timeout = '2s'`)
    // In opposite orders.
    await note(first, one)
    await note(second, other)
    await note(first, other)
    await note(second, one)
    await first.commit()
    await second.commit()
    expect((await notes()).map(({ owner_id }) => owner_id)).toEqual([one, one, other, other].sort())
  })
})

describe('the scheduler', () => {
  test('deletes the note of what has nothing in a queue, unless it is fresh', async () => {
    const [subscription, empty] = [await queue.subscription(), await addWorkspace()]
    await queueUnnoted(subscription.id, 1)
    await enqueue.delivery(empty)
    await enqueue.inbox(empty)
    await noteAllOwners(db)
    await db.raw('truncate delivery_queue, webhook_queue, automation_inbox')
    await age(59)
    expect(await tidy()).toEqual({ deleted: 0, added: 0 })
    await age(2)
    expect(await tidy()).toEqual({ deleted: 3, added: 0 })
    expect(await notes()).toEqual([])
  })

  test('keeps the latest note of what has something in a queue, however old it is', async () => {
    const [subscription, busy] = [await queue.subscription(), await addWorkspace()]
    await queueUnnoted(subscription.id, 2)
    await enqueue.delivery(busy)
    await enqueue.inbox(busy)
    for (let count = 0; count < 3; count += 1) {
      await noteAllOwners(db)
      await age(100)
    }
    expect(await tidy()).toEqual({ deleted: 6, added: 0 })
    expect((await notes()).map((each) => [each.queue, each.owner_id, each.minutes])).toEqual([
      ['delivery', nilUuid, 100],
      ['inbox', nilUuid, 100],
      ['webhook', subscription.id, 100],
    ])
  })

  test('adds the notes that are missing', async () => {
    const subscriptions = [await queue.subscription(), await queue.subscription(), await queue.subscription()]
    await queueUnnoted(subscriptions[0]?.id, 1)
    await noteAllOwners(db)
    await queueUnnoted(subscriptions[1]?.id, 1)
    const other = await addWorkspace()
    await enqueue.delivery(other)
    await enqueue.inbox(other)
    expect(await tidy()).toEqual({ deleted: 0, added: 3 })
    expect((await notes()).map((each) => [each.queue, each.owner_id])).toEqual([
      ['delivery', nilUuid],
      ['inbox', nilUuid],
      ...subscriptions
        .slice(0, 2)
        .map(({ id }) => ['webhook', id])
        .sort(),
    ])
    expect(await dueWorkspaces(db, nilUuid)).toEqual([other])
  })
})

describe('a look for due work', () => {
  const limits = { rows: 4, owners: 3 }

  test('finds a workspace between others with a backlog, whoever is noted how often', async () => {
    const ids = [
      await addWorkspace(),
      await addWorkspace(),
      await addWorkspace(),
      await addWorkspace(),
    ].sort()
    const [first, one, third, last] = ids as [WorkspaceId, WorkspaceId, WorkspaceId, WorkspaceId]
    await enqueue.delivery(first, 60, 50)
    await enqueue.delivery(one, 30)
    await enqueue.delivery(third, 1, 50)
    await enqueue.delivery(last, 60, 50)
    for (let count = 0; count < 4; count += 1) {
      await noteAllOwners(db)
      await age(1)
    }
    const due = new DueWorkspaces(db, limits)
    const found: Uuid[][] = []
    for (let looks = 0; looks < 7; looks += 1) found.push((await due.find(nilUuid)).map(({ id }) => id))
    expect(found.some((ids) => ids.includes(one))).toBe(true)
    for (const ids of found) expect(new Set(ids).size).toBe(ids.length)
  })

  test('finds a subscription between others with a backlog, and none that is disabled', async () => {
    const added = []
    for (let count = 0; count < 9; count += 1) added.push(await queue.subscription({ enabled: count !== 4 }))
    const ids = added.map(({ id }) => id)
    for (const id of ids) await queueFor(queue.sql, workspaceId, toTypeId('whk', id), id === ids[6] ? 1 : 20)
    await db('webhook_queue')
      .where({ webhook_id: ids[6] })
      .update({ due_at: db.raw(`now() - interval '30 seconds'`) })
    await db('webhook_queue').where({ webhook_id: ids[8] }).update({ due_at: db.fn.now() })
    await noteAllOwners(db)
    const due = new DueSubscriptions(db, limits)
    const found = new Set<Uuid>()
    for (let looks = 0; looks < 4; looks += 1) for (const { id } of await due.find('')) found.add(id)
    expect([...found].sort()).toEqual(ids.filter((_, index) => index !== 4).sort())
  })

  test('finds what is due for longest where nobody is noted', async () => {
    const { id } = await queue.subscription()
    await enqueue.delivery(workspaceId, 1, 50)
    await queueFor(queue.sql, workspaceId, toTypeId('whk', id), 50)
    const due = { workspaces: new DueWorkspaces(db, limits), subscriptions: new DueSubscriptions(db, limits) }
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await due.workspaces.find(nilUuid)).map((each) => each.id)).toEqual([workspaceId])
      expect((await due.subscriptions.find('')).map((each) => each.id)).toEqual([id])
    }
  })
})
