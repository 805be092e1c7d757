import { Wakes } from '../../../../server/platform/queue/wakes/wakes.js'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionActions } from '../../../../server/product/audience/subscriptions/actions.js'
import { optOut } from '../../../../server/product/audience/contacts/opt-out.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { previewDeletion } from '../../../../server/product/audience/erasure/preview.js'
import { deleteList, purgeDeletedLists } from '../../../../server/product/audience/lists/delete.js'
import { figuresOfLists } from '../../../../server/product/audience/lists/figures.js'
import {
  countUnsubscribed,
  findLinkDelivery,
} from '../../../../server/product/audience/subscriptions/links/delivery.js'
import { beginSubscription } from '../../../../server/product/audience/subscriptions/begin.js'
import { subscriberFinder } from '../../../../server/product/audience/subscriptions/find-subscriber.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import {
  listSubscriptions,
  listSubscriptionsOf,
} from '../../../../server/product/audience/subscriptions/list.js'
import { presentSubscription } from '../../../../server/product/audience/subscriptions/present.js'
import {
  findSubscription,
  lockSubscription,
} from '../../../../server/product/audience/subscriptions/subscription-rows.js'
import { unsubscribe } from '../../../../server/product/audience/subscriptions/unsubscribe.js'
import { newUuid, newWorkspaceId, nilUuid } from '../../../../server/platform/db/ids.js'
import type { Transaction } from '../../../../server/platform/db/transaction/transaction.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/** Tests that statements about subscriptions cost no more if a list has many of them, or a workspace many lists. */

const many = 8_000
const limit = 25
/** A search reads one row further than its page, and one more to know whether it ends there. */
const aPage = limit + 2

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [project, list, small, one, subscriber] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, project, list, small, one }
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  // The few that are pending or of the small list are the oldest.
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select :workspaceId, (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid,
       case when n <= 3 then cast(:small as uuid) else :list end, :project, 'live', gen_random_uuid(),
       'n' || n || '@example.com', 'n' || n || '@example.com',
       case when n < 9 then 'pending' else 'confirmed' end, now(), now()
     from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(`update subscriptions set id = :one where address = 'n77@example.com'`, values)
  await db.raw(`update subscriptions set contact_id = ? where address = 'n99@example.com'`, [subscriber])
  await db.raw(
    `insert into consents (workspace_id, subscription_id, id, list_id, action, at)
     select workspace_id, id, gen_random_uuid(), list_id, 'requested', now() from subscriptions`,
  )
  await db.raw(
    `insert into subscriber_lists (workspace_id, id, project_id, environment, name, from_email,
       confirmation_subject, confirmation_text)
     select :workspaceId, case n when 1 then cast(:list as uuid) else gen_random_uuid() end, :project, 'live', 'L',
       'a@b.example', 's', 't'
     from generate_series(1, 2000) n`,
    values,
  )
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address)
     select workspace_id, id, project_id, environment, email, address from subscriptions`,
  )
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, campaign_id, destination)
     select workspace_id, id, id, project_id, environment, email, address, 'delivered', now(), :list, 'example.com'
     from subscriptions`,
    values,
  )
  await db.raw(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id)
     select :workspaceId, case n when 1 then cast(:list as uuid) else gen_random_uuid() end, :project, 'live', 'C',
       'sent', gen_random_uuid()
     from generate_series(1, 2000) n`,
    values,
  )
  await db.raw(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by)
     select workspace_id, id, now(), gen_random_uuid() from campaigns`,
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const visible = { workspaceId, projectId: project, environment: null }
const all = { since: new Date(0), until: null }
const tx = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })
const links = subscriptionLinks(new Uint8Array(32), 'https://mail.example')
const proof = { source: 'page', ip: null, userAgent: null }
const subscription = (trx: Knex.Transaction) => findSubscription(trx, visible, { listId: list, id: one })

const contact = (address: string) => ({
  workspace_id: workspaceId,
  id: newUuid(),
  project_id: project,
  environment: 'live' as const,
  email: address,
  address,
  name: null,
  properties: {},
  topics: {},
  unsubscribed_at: null,
  updated_at: new Date(),
})

type Work = (trx: Knex.Transaction) => Promise<unknown>

const works: Record<string, [work: Work, maxRows: number]> = {
  'a page of a list': [
    (trx) => listSubscriptions(trx, workspaceId, list, { query: { limit }, window: all }),
    aPage,
  ],
  'a page of a small list': [
    (trx) => listSubscriptions(trx, workspaceId, small, { query: { limit }, window: all }),
    3,
  ],
  'a page of a rare status': [
    (trx) =>
      listSubscriptions(trx, workspaceId, list, {
        query: { limit, statuses: ['pending', 'unsubscribed'] },
        window: all,
      }),
    5,
  ],
  'an address': [
    (trx) =>
      listSubscriptions(trx, workspaceId, list, { query: { limit, email: 'N99@example.com' }, window: all }),
    1,
  ],
  'those of a contact': [
    (trx) => listSubscriptionsOf(trx, { ...contact('n9@example.com'), id: subscriber }, { limit }),
    1,
  ],
  'what a deletion would find': [
    (trx) => previewDeletion(trx, { workspaceId, projectId: null, environment: null }, 'n99@example.com'),
    1,
  ],
  'one with its consents': [async (trx) => presentSubscription(trx, links, await subscription(trx)), 1],
  'what a page shows': [(trx) => subscriptionActions(trx, new Wakes()).find(workspaceId, one), 1],
  'what the page of a contact shows': [
    (trx) => subscriptionActions(trx, new Wakes()).findPreferences({ workspaceId, contactId: one }),
    1,
  ],
  'an opt-out by a link': [
    async (trx) => {
      const delivery = await findLinkDelivery(trx, workspaceId, one)
      await optOut(tx(trx), workspaceId, one, { at: new Date(), source: 'page', delivery })
      await countUnsubscribed(trx, workspaceId, delivery)
    },
    1,
  ],
  'whether an address confirmed': [(trx) => subscriberFinder(trx)(workspaceId, list, 'n99@example.com'), 1],
  'a new subscription': [(trx) => beginSubscription(tx(trx), list, contact('new@example.com')), 1],
  'a known subscription': [(trx) => beginSubscription(tx(trx), list, contact('n99@example.com')), 1],
  'the deletion of a list': [(trx) => deleteList(trx, visible, list), 1],
  'the purge of a deleted list': [
    (trx) =>
      purgeDeletedLists(addressTokens(new Uint8Array(32)))(
        trx,
        { workspaceId, before: new Date() },
        nilUuid,
        limit,
      ),
    3,
  ],
  'the end of one': [
    async (trx) => {
      const row = await lockSubscription(trx, workspaceId, one)
      return row && unsubscribe(tx(trx), row, { at: new Date(), proof })
    },
    1,
  ],
}

test.each(Object.entries(works))('%s', (_what, [work, maxRows]) => expectBounded(db, work, maxRows))

test('how many people are on each list of a page', () =>
  expectBounded(
    db,
    async (trx) => {
      const figures = await figuresOfLists(trx, workspaceId, [small, list], limit)
      expect(figures(small).confirmed).toEqual({ value: 0, exact: true })
      expect(figures(list).confirmed).toEqual({ value: limit, exact: false })
    },
    limit + 1,
  ))
