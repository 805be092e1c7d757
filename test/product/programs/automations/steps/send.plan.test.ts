import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTokens } from '../../../../../server/platform/auth/address-tokens.js'
import { subscriptionLinks } from '../../../../../server/product/audience/subscriptions/links/links.js'
import type { StoredVersion, TemplateStore } from '../../../../../server/product/content/store.js'
import { newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import {
  claimLongestDue,
  longestDueWindow,
} from '../../../../../server/product/mail/claim/claim-longest-due.js'
import { senderRules } from '../../../../../server/product/domains/sender-rules.js'
import { flowOf } from '../../../../../server/product/programs/automations/flow.js'
import type { RunRow } from '../../../../../server/product/programs/automations/automation-rows.js'
import type { SendDependencies } from '../../../../../server/product/programs/automations/steps/send/dependencies.js'
import { sendStep } from '../../../../../server/product/programs/automations/steps/send/send-step.js'
import type { RunAtStep, StepBatch } from '../../../../../server/product/programs/automations/steps/step.js'
import type { ContactRow } from '../../../../../server/product/audience/contacts/contact-rows.js'
import { addOwner, type Owner } from '../../../../support/campaigns/campaign-owner.js'
import { claimOf } from '../../../../support/messages/claims.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/**
 * A batch of mails costs what its own runs cost, and so does its claim, whatever the planner believes of the tables.
 */

const many = 20_000
const batch = 100

let database: ConnectedDatabase
let db: Knex
let owner: Owner
const [automationId, listId] = [newUuid(), newUuid()]
const max = 40

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  // The planner knows nothing, as after an import.
  await db.raw(`do $$ declare name text; begin
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop execute format('alter table %I set (autovacuum_enabled = false)', name); end loop; end $$`)
  owner = await addOwner(db, many)
  const { workspaceId, projectId } = owner
  await db.raw(
    `insert into subscriber_lists (workspace_id, id, project_id, environment, name, from_email, confirmation_subject,
       confirmation_text)
     select ?, case n when 1 then cast(? as uuid) else gen_random_uuid() end, ?, 'live', 'News', 'news@shop.example',
       'Confirm', 'Yes'
     from generate_series(1, 2000) n`,
    [workspaceId, listId, projectId],
  )
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select workspace_id, id, ?, project_id, environment, id, email, address, 'confirmed', now(), now()
     from contacts where workspace_id = ?`,
    [listId, workspaceId],
  )
  await db.raw(
    `insert into suppressions (workspace_id, id, address, reason)
     select ?, gen_random_uuid(), n || '@elsewhere.example', 'manual' from generate_series(1, ?::integer) n`,
    [workspaceId, many],
  )
  // Mail that waits, all of which respects the opt-out.
  await db.raw(
    `with log as (
       insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
         updated_at, automation_id, respects_opt_out, list_id)
       select workspace_id, gen_random_uuid(), gen_random_uuid(), project_id, environment, email, address, 'queued',
         now(), ?, true, ?
       from contacts where workspace_id = ? limit 2000
       returning workspace_id, id, message_id, address
     )
     insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at)
     select workspace_id, id, message_id, split_part(address, '@', 2), now() - interval '1 hour' from log`,
    [automationId, listId, workspaceId],
  )
})
afterAll(() => database.drop())

const version = {
  templateId: newUuid(),
  version: 1,
  from_email: 'hello@shop.example',
  from_name: null,
  reply_to: [],
  variables: [],
  locales: [],
  uses_contact: false,
  was_published: true,
} as unknown as StoredVersion

/** Mail that needs no process to be rendered in. */
function dependencies(): SendDependencies {
  const publicUrl = 'https://mail.shop.example'
  return {
    db,
    templates: {
      forMessage: () => Promise.resolve(version),
      contentOf: () => Promise.resolve('compiled'),
    } as unknown as TemplateStore,
    renderer: {
      render: ({ unsubscribeUrl: link = '' }) =>
        Promise.resolve({ subject: 'Hello', text: link, html: null, textIsMade: false, warnings: [] }),
    },
    senderRules: senderRules({ domains: undefined, staysHere: true }),
    links: subscriptionLinks(new Uint8Array(32), publicUrl),
    tokens: addressTokens(new Uint8Array(32)),
    wakes: { delivery: () => undefined },
    publicUrl,
  }
}

async function batchTo(list: Uuid | undefined): Promise<StepBatch> {
  const { workspaceId, projectId } = owner
  const step = { key: 'mail', send: { template_id: toTypeId('tpl', newUuid()) } }
  const definition = {
    trigger: { manual: {} },
    entry_rule: null,
    reentry: {},
    exit_on: [],
    sender: list === undefined ? {} : { list_id: toTypeId('lst', list) },
    steps: [step],
  }
  const contacts = (await db('contacts').where({ workspace_id: workspaceId }).limit(batch)) as ContactRow[]
  const runs = contacts.map((contact): RunAtStep => {
    const run = {
      workspace_id: workspaceId,
      project_id: projectId,
      environment: 'live',
      data: {},
      id: newUuid(),
    }
    return { run: run as unknown as RunRow, contact }
  })
  const flow = flowOf(definition)
  return {
    workspaceId,
    version: { workspaceId, automationId, version: 1, definition, flow },
    flowStep: { step, next: null, inside: new Map() },
    runs,
    now: new Date(),
  }
}

test.each([
  ['contacts', undefined],
  ['a list', listId],
])('a batch to %s is decided about and stored row by row', async (_, list) => {
  const step = sendStep(dependencies())
  const to = await batchTo(list)
  const prepared = await step.prepare(to)
  await expectBounded(
    db,
    async (sql) => {
      const results = await step.do({ sql, afterCommit: () => undefined }, to, prepared)
      expect(results.map((result) => result.kind === 'done' && result.outcome)).toEqual(
        Array.from({ length: batch }, () => 'done'),
      )
    },
    // Each address is looked up in three forms.
    batch * 4,
  )
})

test('a claim of mail that respects the opt-out looks each contact up', async () => {
  await db.raw('analyze')
  const capacity = { byDefault: max, proven: new Map() }
  await expectBounded(
    db,
    async (trx) => {
      const { claimed } = await claimLongestDue(trx, claimOf(owner.workspaceId, max, { capacity }), max)
      expect(claimed.length).toBeGreaterThan(0)
      expect(claimed.every((delivery) => delivery.automationId === automationId)).toBe(true)
    },
    longestDueWindow,
  )
})
