// Needs a service with the API, and its database: the steps are done in transactions of the tests' own.
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressTokens } from '../../../../../server/platform/auth/address-tokens.js'
import type { ContactRow } from '../../../../../server/product/audience/contacts/contact-rows.js'
import { fromTypeId, newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { loadServiceKey } from '../../../../../server/platform/auth/service-key.js'
import { subscriptionLinks } from '../../../../../server/product/audience/subscriptions/links/links.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { ApiError } from '../../../../../server/platform/http/errors/api-error.js'
import type { Step } from '../../../../../server/product/programs/automations/definition.js'
import type { RunRow } from '../../../../../server/product/programs/automations/automation-rows.js'
import { exitStep } from '../../../../../server/product/programs/automations/steps/exit.js'
import { notifyStep } from '../../../../../server/product/programs/automations/steps/notify.js'
import { recordEventStep } from '../../../../../server/product/programs/automations/steps/record-event.js'
import type {
  DoStep,
  StepBatch,
  StepResult,
} from '../../../../../server/product/programs/automations/steps/step.js'
import { subscribeStep } from '../../../../../server/product/programs/automations/steps/subscribe.js'
import { unsubscribeStep } from '../../../../../server/product/programs/automations/steps/unsubscribe.js'
import { updateContactStep } from '../../../../../server/product/programs/automations/steps/update-contact.js'
import { Wakes } from '../../../../../server/platform/queue/wakes/wakes.js'
import { haltSending, resumeSending } from '../../../../../server/product/workspace/halting/halting.js'
import { call } from '../../../../support/api/api.js'
import { batchAt } from '../../../../support/automations/automation-batches.js'
import { automationCalls, type AutomationCalls } from '../../../../support/automations/automation-calls.js'
import { addList, confirmPath, press, subscribe, type OptIn } from '../../../../support/audience/opt-in.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
let optIn: OptIn
let db: Knex
const wakes = new Wakes()

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
  optIn = { url: service.url, key: automations.apiKey, project: tenant.testProject }
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 2 } })
})

afterAll(() => db.destroy())

/** Contacts of the test project, at a step, each with a run. */
async function batchOf(step: Step, emails: readonly string[], run: Partial<RunRow> = {}): Promise<StepBatch> {
  return batchAt(step, await Promise.all(emails.map((email) => contactOf(email))), run)
}

/** The contact with an address as it is now, made where there is none. */
async function contactOf(email: string): Promise<ContactRow> {
  const id = fromTypeId('con', await automations.contact(email))
  const where = { workspace_id: tenant.workspaceId, id }
  return (await db<ContactRow>('contacts').where(where).first()) as ContactRow
}

const perform = (step: DoStep, batch: StepBatch): Promise<StepResult[]> =>
  inTransaction(db, (tx) => step(tx, batch))

const reasons = (results: readonly StepResult[]) =>
  results.map((result) =>
    result.kind === 'done'
      ? (result.reason ?? result.outcome)
      : result.kind === 'fails'
        ? result.code
        : result.kind,
  )

describe('update_contact', () => {
  const step = { key: 'step', update_contact: { name: 'Ada', properties: { plan: 'pro', old: null } } }

  it('merges the properties of all contacts of a batch, of one that is there twice as well', async () => {
    await automations.contact('one@example.com', { properties: { old: 1, kept: 2 } })
    const batch = await batchOf(step, ['one@example.com', 'two@example.com', 'one@example.com'])
    const results = await perform(updateContactStep, batch)
    expect(results).toMatchObject([
      { outcome: 'done', contact: { name: 'Ada', properties: { plan: 'pro', kept: 2 } } },
      { outcome: 'done', contact: { name: 'Ada', properties: { plan: 'pro' } } },
      { outcome: 'done', contact: { id: batch.runs[0]?.contact.id } },
    ])
    expect(await contactOf('one@example.com')).toMatchObject({ properties: { plan: 'pro', kept: 2 } })
  })

  it('leaves a name that it does not speak of, and removes one by null', async () => {
    await automations.contact('named@example.com', { name: 'Grace' })
    const silent = { key: 'step', update_contact: { properties: { plan: 'pro' } } }
    const [kept] = await perform(updateContactStep, await batchOf(silent, ['named@example.com']))
    expect(kept).toMatchObject({ contact: { name: 'Grace' } })
    const removing = { key: 'step', update_contact: { name: null } }
    const [removed] = await perform(updateContactStep, await batchOf(removing, ['named@example.com']))
    expect(removed).toMatchObject({ contact: { name: null, properties: { plan: 'pro' } } })
  })

  it('fails for the contact that would have too many properties, and for no other', async () => {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, index]))
    await automations.contact('full@example.com', { properties })
    const batch = await batchOf(step, ['full@example.com', 'empty@example.com'])
    const results = await perform(updateContactStep, batch)
    expect(results).toMatchObject([{ code: 'too_many_properties', mayRetry: false }, { outcome: 'done' }])
    expect(await contactOf('full@example.com')).toMatchObject({ name: null, properties })
  })
})

describe('subscribe', () => {
  const refused = new Set<string>()
  const subscribing = () => {
    const key = loadServiceKey(service.config)
    return subscribeStep({
      db,
      wakes,
      tokens: addressTokens(key.derive('erasure')),
      links: subscriptionLinks(key.derive('subscription'), ''),
      senderRules: {
        admitSender: (_workspaceId, _environment, email) =>
          refused.has(email)
            ? Promise.reject(new ApiError('sender_domain_not_verified', 'The domain is not verified.'))
            : Promise.resolve(),
      },
    })
  }
  const asks = async (list: string, emails: readonly string[]) => {
    const { prepare, do: act } = subscribing()
    const batch = await batchOf({ key: 'step', subscribe: { list_id: list } }, emails)
    const prepared = await prepare(batch)
    return inTransaction(db, (tx) => act(tx, batch, prepared))
  }

  it('asks by the opt-in mail, once a day, with a consent of its own', async () => {
    const list = await addList(optIn)
    const results = await asks(list, ['asked@example.com', 'asked@example.com'])
    expect(reasons(results)).toEqual(['done', 'already_requested'])
    const [first] = results
    const messageId = first?.kind === 'done' ? first.messageId : undefined
    const path = await confirmPath(optIn, toTypeId('msg', messageId ?? newUuid()))
    expect((await press(optIn, path)).status).toBe(200)
    const consents = await db('consents')
      .where({ workspace_id: tenant.workspaceId, list_id: fromTypeId('lst', list) })
      .orderBy('id')
    expect(consents).toMatchObject([
      { action: 'requested', source: 'automation', ip_address: null },
      { action: 'confirmed' },
    ])
  })

  it('asks nobody who has confirmed, and no address that is suppressed', async () => {
    const list = await addList(optIn)
    await subscribe(optIn, list, 'confirmed@example.com')
    const body = { email: 'suppressed@example.com' }
    await call(service.url, 'POST', '/v1/compliance/suppressions', { key: automations.apiKey, body })
    const results = await asks(list, ['confirmed@example.com', 'suppressed@example.com'])
    expect(reasons(results)).toEqual(['already_confirmed', 'manual'])
  })

  it('fails without its list, or a sender that may send, and waits while sending is halted', async () => {
    expect(reasons(await asks(toTypeId('lst', newUuid()), ['who@example.com']))).toEqual(['list_not_found'])
    const ofLive = await addList({ ...optIn, project: tenant.liveProject })
    expect(reasons(await asks(ofLive, ['who@example.com']))).toEqual(['list_not_found'])
    const list = await addList(optIn)
    refused.add('news@shop.example')
    expect(reasons(await asks(list, ['who@example.com']))).toEqual(['sender_domain_not_verified'])
    refused.clear()
    await haltSending(db, tenant.workspaceId, 'operator', null)
    expect(reasons(await asks(list, ['who@example.com']))).toEqual(['blocked'])
    await resumeSending(db, tenant.workspaceId)
    expect(reasons(await asks(list, ['who@example.com']))).toEqual(['done'])
  })

  it('needs preparation', async () => {
    const list = await addList(optIn)
    const batch = await batchOf({ key: 'step', subscribe: { list_id: list } }, ['who@example.com'])
    const { do: act } = subscribing()
    expect(reasons(await inTransaction(db, (tx) => act(tx, batch, new Map())))).toEqual(['needs_preparation'])
  })
})

describe('unsubscribe', () => {
  const leaves = async (emails: readonly string[], list?: string, run: Partial<RunRow> = {}) => {
    const step = { key: 'step', unsubscribe: { ...(list !== undefined && { list_id: list }) } }
    const batch = await batchOf(step, emails, run)
    return { batch, results: await perform(unsubscribeStep(wakes), batch) }
  }

  it('ends the subscription to a list, once, with a consent of its own', async () => {
    const list = await addList(optIn)
    const { id } = await subscribe(optIn, list, 'reader@example.com')
    const emails = ['reader@example.com', 'reader@example.com', 'stranger@example.com']
    const { results } = await leaves(emails, list)
    expect(reasons(results)).toEqual(['done', 'not_subscribed', 'not_subscribed'])
    const path = `/v1/subscriber-lists/${list}/subscriptions/${id}`
    const { body } = await call(service.url, 'GET', path, { key: automations.apiKey })
    expect(body).toMatchObject({ status: 'unsubscribed' })
    expect(body.consents.at(-1)).toMatchObject({ action: 'unsubscribed', source: 'automation' })
    expect(reasons((await leaves(['reader@example.com'], list)).results)).toEqual(['not_subscribed'])
  })

  it('tells automations, as one run more that has caused the next', async () => {
    const list = await addList(optIn)
    await automations.published({ trigger: { list: { list_id: list, on: 'unsubscribed' } } })
    await subscribe(optIn, list, 'told@example.com')
    await leaves(['told@example.com'], list, { depth: 2 })
    const inbox = await db('automation_inbox').where({ workspace_id: tenant.workspaceId, name: list })
    expect(inbox).toMatchObject([{ kind: 'list_unsubscribed', depth: 3 }])
  })

  it('opts out where it names no list, once, and says which automation', async () => {
    const { batch, results } = await leaves(['out@example.com', 'out@example.com'])
    expect(reasons(results)).toEqual(['done', 'already_opted_out'])
    expect(results[0]).toMatchObject({ contact: { unsubscribed_at: expect.any(Date) } })
    const events = await automations.events(
      toTypeId('aut', batch.version.automationId),
      'contact.unsubscribed',
    )
    expect(events).toMatchObject([{ email: 'out@example.com', source: 'automation', campaign_id: null }])
  })
})

describe('record_event', () => {
  const step = { key: 'step', record_event: { name: 'step_recorded', properties: { total: 5 } } }

  it('records it of each contact, as one run more that has caused the next', async () => {
    await automations.published({ trigger: { event: { name: 'step_recorded' } } })
    const batch = await batchOf(step, ['first@example.com', 'second@example.com'], { depth: 4 })
    const results = await perform(recordEventStep(wakes), batch)
    expect(results).toEqual(batch.runs.map(() => ({ kind: 'done', outcome: 'done', recorded: true })))
    const where = { workspace_id: tenant.workspaceId, name: 'step_recorded' }
    expect(await db('automation_inbox').where(where).select('kind', 'depth')).toEqual([
      { kind: 'event', depth: 5 },
      { kind: 'event', depth: 5 },
    ])
    const recorded = await db('contact_events').where(where)
    expect(recorded).toMatchObject([{ properties: { total: 5 } }, { properties: { total: 5 } }])
  })

  it('ends a run that five others have caused, and records nothing', async () => {
    const deep = { key: 'step', record_event: { name: 'too_deep' } }
    const results = await perform(
      recordEventStep(wakes),
      await batchOf(deep, ['deep@example.com'], { depth: 5 }),
    )
    const detail = expect.stringContaining('5 runs have already started each other')
    expect(results).toEqual([{ kind: 'ends', reason: 'max_depth', detail }])
    expect(await db('contact_events').where({ workspace_id: tenant.workspaceId, name: 'too_deep' })).toEqual(
      [],
    )
  })
})

it('notify makes an event of each run with what started it', async () => {
  const step = { key: 'step', notify: { name: 'trial_ended', data: { team: 'sales' } } }
  const batch = await batchOf(step, ['one@example.com', 'two@example.com'])
  expect(reasons(await perform(notifyStep(wakes), batch))).toEqual(['done', 'done'])
  const automation_id = toTypeId('aut', batch.version.automationId)
  const events = await automations.events(automation_id, 'automation.notified')
  const expected = batch.runs.map(({ run, contact }) => ({
    automation_id,
    version: 1,
    run_id: toTypeId('run', run.id),
    contact_id: toTypeId('con', contact.id),
    email: contact.email,
    step_key: 'step',
    name: 'trial_ended',
    data: { team: 'sales' },
    trigger: { total: 10 },
  }))
  expect(events).toEqual(expected)
})

it('exit ends the run with its reason', async () => {
  const given = await batchOf({ key: 'step', exit: { reason: 'Has bought' } }, ['exit@example.com'])
  expect(await perform(exitStep, given)).toEqual([
    { kind: 'ends', reason: 'exit_step', detail: 'Has bought' },
  ])
  const silent = await batchOf({ key: 'step', exit: {} }, ['exit@example.com'])
  expect(await perform(exitStep, silent)).toMatchObject([{ detail: 'The step ends the run.' }])
})
