import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { includes, explainRule } from '../../../../../server/product/audience/segments/sql/evaluate-one.js'
import { listSegments } from '../../../../../server/product/audience/segments/present.js'
import { resolveRule } from '../../../../../server/product/audience/segments/rules/resolve.js'
import { keepSegments } from '../../../../../server/product/audience/segments/segment-rows.js'
import { findInSample, selectSample } from '../../../../../server/product/audience/segments/search/sample.js'
import {
  changeSegment,
  deleteSegment,
  insertSegment,
} from '../../../../../server/product/audience/segments/save.js'
import { usersOf } from '../../../../../server/product/audience/segments/rules/used-by.js'
import {
  countInStretch,
  findInStretch,
  type Stretch,
} from '../../../../../server/product/audience/segments/search/walk.js'
import type { ResolvedRule, RuleContext } from '../../../../../server/product/audience/segments/rules/rule.js'
import {
  greatestUuid,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
} from '../../../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { capture } from '../../../../support/database/explain.js'
import { mailRow } from '../../../inbound/replies/rows.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'
import { makeContacts } from './many-contacts.js'
import { projectOf } from '../../../../support/workspace/projects.js'
import { wholeWorkspace } from '../../../../support/workspace/whole-workspace.js'

/** A page of a walk costs what its contacts cost, however many there are and whatever else they did. */

const many = 12_000
const events = 20
const page = 50
const segments = 200
const answers = 5

let database: ConnectedDatabase
let db: Knex
/** Always the same, as the random bytes of its contacts' ids follow from it, and with them the sample. */
const project: Uuid = '018f0000-0000-7000-8000-000000000001'
const workspaceId = newWorkspaceId()
const [other, list, used, campaign] = [newUuid(), newUuid(), newUuid(), newUuid()]
const context: RuleContext = {
  workspaceId,
  projectId: project,
  asOf: new Date(),
  retainedSince: new Date(Date.now() - 30 * 86_400_000),
}

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, project, list, used, campaign }
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  await db('projects').insert({ id: project, workspace_id: workspaceId, name: 'P', environment: 'live' })
  // The contacts of the other project lie among them.
  await makeContacts(db, { workspaceId, projectId: other }, many, 0)
  await makeContacts(db, { workspaceId, projectId: project }, many, events)
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       delivered_at, updated_at)
     select workspace_id, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n), 12, '0') || '7' || substr(md5(address || n), 1, 19))::uuid,
       gen_random_uuid(), project_id, 'live', address, address, 'delivered', now(), now()
     from contacts cross join generate_series(1, 3) n where project_id = :project`,
    values,
  )
  // A machine has opened each mail and followed a link of it, and a person has followed one of each third.
  await db.raw(
    `insert into engagements (workspace_id, log_id, kind, position, machine, times, first_at, last_at)
     select workspace_id, id, hit.kind, -1, machine, 1, now(), now()
     from message_logs cross join (values ('open', true), ('click', true), ('click', false)) as hit (kind, machine)
     where machine or ascii(right(id::text, 1)) % 3 = 0`,
  )
  // Each of the newest contacts has answered some mails of a campaign. The rest of the history is others' answers.
  const first = mailRow({ workspaceId, projectId: project })
  await db('inbound_messages').insert(first)
  await db.raw(
    `insert into inbound_messages (workspace_id, id, route_id, project_id, environment, envelope_sender,
       envelope_recipients, sender, subject, automatic, metadata, headers, contact_id, reply_message_id, size,
       stored_bytes, received_at, expires_at)
     select mail.workspace_id, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n), 12, '0') || '7'
         || substr(md5(contact.id::text || n), 1, 3) || '8' || substr(md5(contact.id::text || n), 4, 15))::uuid,
       route_id, mail.project_id, mail.environment, envelope_sender,
       envelope_recipients, sender, subject, automatic, metadata, headers, contact.id, gen_random_uuid(), size,
       stored_bytes, received_at, expires_at
     from inbound_messages mail
     cross join (select id from contacts where project_id = :project order by id desc limit 2000) contact
     cross join generate_series(1, ${answers}) n`,
    values,
  )
  await db.raw(
    `insert into messages (workspace_id, id, project_id, environment, from_email, subject, campaign_id)
     select workspace_id, reply_message_id, project_id, 'live', '', '', :campaign from inbound_messages
     where reply_message_id is not null`,
    values,
  )
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select workspace_id, gen_random_uuid(), :list, project_id, 'live', id, address, address, 'confirmed', now(), now()
     from contacts where project_id = :project`,
    values,
  )
  await db.raw(
    `insert into subscriber_lists (workspace_id, id, project_id, environment, name, from_email, confirmation_subject,
       confirmation_text)
     select :workspaceId, case n when 1 then cast(:list as uuid) else gen_random_uuid() end, :project, 'live', 'L',
       'a@example.com', 's', 't'
     from generate_series(1, 2000) n`,
    values,
  )
  await db.raw(
    `insert into segments (workspace_id, id, project_id, environment, name, rule)
     select case when n <= ${segments} then cast(:workspaceId as uuid) else gen_random_uuid() end,
       case n when 1 then :used else gen_random_uuid() end,
       case when n <= ${segments - 10} then cast(:project as uuid) else gen_random_uuid() end, 'live', 'S',
       '{"property": {"name": "plan", "op": "eq", "value": "pro"}}'
     from generate_series(1, 20 * ${segments}) n`,
    values,
  )
  await db.raw(
    `insert into segment_references (workspace_id, segment_id, referenced_id)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, 2000)`,
  )
  await db.raw(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id, segment_id)
     select :workspaceId, gen_random_uuid(), :project, 'live', 'C', 'sent', :campaign,
       case when n <= 20 then cast(:used as uuid) else gen_random_uuid() end
     from generate_series(1, 5000) n`,
    values,
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const isPro: ResolvedRule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
const ordered = (count: object, where?: object[]): ResolvedRule => ({
  event: { name: 'order_placed', count, within: 'P30D', ...(where && { where }) } as any,
})
const delivered: ResolvedRule = { message: { status: 'delivered', count: { op: 'gte', value: 2 } } }
const opened: ResolvedRule = { message: { status: 'opened', count: { op: 'eq', value: 0 } } }
const clicked: ResolvedRule = { message: { status: 'clicked', count: { op: 'eq', value: 3 } } }
const confirmed: ResolvedRule = { list: { list_id: toTypeId('lst', list), status: 'confirmed' } }
const replied: ResolvedRule = {
  message: { status: 'replied', count: { op: 'eq', value: 1000 }, campaign_id: toTypeId('cmp', campaign) },
}
const stretch: Stretch = { above: nilUuid, below: greatestUuid, from: 'newest', contacts: page }

type Work = (trx: Knex.Transaction) => Promise<unknown>
const inPage =
  (rule: ResolvedRule): Work =>
  (trx) =>
    findInStretch(trx, rule, context, stretch)

/** Each contact has ten events of the name, and three messages. */
const works: Record<string, [work: Work, maxRows: number]> = {
  'a page by a property': [inPage(isPro), page],
  'a page by a property, counted': [
    (trx) => countInStretch(trx, isPro, context, { ...stretch, from: 'oldest' }),
    page,
  ],
  'a page by three events, which end where it is known': [inPage(ordered({ op: 'gte', value: 3 })), 3 * page],
  'a page by any event': [inPage({ event: { name: 'order_placed' } }), page],
  'a page by events with properties': [
    inPage(ordered({ op: 'eq', value: 0 }, [{ name: 'total', op: 'gt', value: 10_000 }])),
    10 * page,
  ],
  'a page by events that nobody has': [inPage({ event: { name: 'never' } }), page],
  'a page by messages': [inPage(delivered), 3 * page],
  'a page by opens': [inPage(opened), 3 * page],
  'a page by clicks': [inPage(clicked), 3 * page],
  'a page by answers': [inPage({ message: { status: 'replied' } }), answers * page],
  'a page by answers to a campaign': [inPage(replied), answers * page],
  'a page by a list': [inPage(confirmed), page],
  'a page by not, any and all': [
    inPage({ any: [{ not: { all: [confirmed, delivered] } }, { all: [isPro, confirmed] }] }),
    3 * page,
  ],
  // About 4,000 are chosen, however many there are.
  'a sample': [(trx) => selectSample(trx, context), 5000],
  'contacts of a sample': [
    async (trx) => {
      const rows = await trx('contacts')
        .where({ workspace_id: workspaceId })
        .orderBy('id')
        .limit(25)
        .select('id')
      await findInSample(
        trx,
        ordered({ op: 'gte', value: 3 }),
        context,
        rows.map(({ id }: { id: Uuid }) => id),
      )
    },
    75,
  ],
  'one contact': [
    async (trx) => {
      const contact = await trx('contacts')
        .where({ workspace_id: workspaceId, address: 'n7@example.com' })
        .first()
      const rule = { all: [isPro, ordered({ op: 'gte', value: 3 }), delivered, confirmed] }
      await includes(trx, rule, contact, context)
      await explainRule(trx, rule, contact, context)
    },
    20,
  ],
  'a page of segments': [
    (trx) => listSegments(trx, { workspaceId, projectId: null, environment: null }, { limit: 25 }),
    30,
  ],
  'what uses one': [(trx) => usersOf(trx, workspaceId, [used]), 20],
  'a rule that names a list and a segment': [
    (trx) =>
      resolveRule(trx, context, {
        all: [{ list: confirmed.list }, { segment: { segment_id: toTypeId('seg', used) } }],
      }),
    2,
  ],
  'one to keep': [(trx) => keepSegments(trx, context, [used]), 1],
  'a new one': [
    (trx) =>
      insertSegment(trx, workspaceId, {
        project: projectOf(project),
        name: 'N',
        rule: isPro as any,
      }),
    segments,
  ],
  'another rule': [
    (trx) =>
      changeSegment(trx, { visibility: wholeWorkspace(workspaceId), role: 'member' }, used, {
        rule: { not: isPro } as any,
      }),
    segments,
  ],
  'the end of one': [(trx) => deleteSegment(trx, wholeWorkspace(workspaceId), used), 20],
}

test.each(Object.entries(works))('%s', (_what, [work, maxRows]) => expectBounded(db, work, maxRows))

test('events are looked up by time, and a list by address', async () => {
  const rule = { all: [ordered({ op: 'gte', value: 3 }), confirmed, delivered, opened, replied] }
  const sent = await capture(db, async () => {
    const trx = await db.transaction()
    await inPage(rule)(trx)
    await trx.rollback()
  })
  const statement = sent.find(({ sql }) => sql.includes('from contacts'))
  const plan = await db
    .raw(`explain ${statement?.sql}`)
    .options({ values: [...(statement?.values ?? [])] })
    .then((result: any) => JSON.stringify(result.rows))
  for (const index of [
    'contacts_by_project',
    'contact_events_by_time',
    'subscriptions_by_address',
    'message_logs_by_address',
    'engagements_pkey',
    'inbound_messages_by_contact',
  ]) {
    expect(plan).toContain(index)
  }
})
