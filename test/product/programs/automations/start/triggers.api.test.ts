import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { openInbox, type TestInbox } from '../../../../support/automations/automation-inbox.js'
import { expectOfThisTest } from '../../../../support/time/instants.js'
import { addList, ask, confirmPath, pathIn, press, subscribe } from '../../../../support/audience/opt-in.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { steps, triggeredRuns } from '../../../../support/automations/triggered-runs.js'

/** Tests which changes of contacts by the API start runs. The inbox is acted on by hand, by its own clock. */

const hour = 3_600_000
const day = 24 * hour

let service: TestService
let inbox: TestInbox
beforeAll(async () => {
  service = await sharedApi()
  inbox = await openInbox(service)
})
afterAll(() => inbox.close())

const { given, runsOf } = triggeredRuns(() => ({ service, inbox }))

describe('an event', () => {
  test('starts a run with its properties, at the first step, due at once', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const exit_on = [{ event: { name: 'cancelled' } }, { event: { name: 'cancelled', where: [total(1)] } }]
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps, exit_on })
    await calls.recordEvent(ada, 'other')
    const at = new Date(Date.now() - hour).toISOString()
    const event = await calls.recordEvent(ada, 'signed_up', { properties: { plan: 'pro', seats: 3 }, at })
    const [run, ...more] = await runsOf(scene, automation)
    expect(more).toEqual([])
    expect(run).toMatchObject({
      contact_id: ada,
      version: 1,
      status: 'running',
      step_key: 'wait',
      depth: 0,
      key: null,
      started_at: inbox.clock.now().toISOString(),
      trigger: { kind: 'event', contact_event_id: event, at },
    })
    const detail = await calls.run(automation, run?.id ?? '')
    expect(detail.body.data).toEqual({ plan: 'pro', seats: 3 })
    const runId = fromTypeId('run', run?.id ?? '')
    expect(
      await inbox.db('automation_waits').where({ run_id: runId }).select('kind', 'name', 'is_exit'),
    ).toEqual([{ kind: 'event', name: 'cancelled', is_exit: true }])
    const stored = await inbox.db('automation_runs').where({ id: runId }).first('due_at')
    expect(stored).toEqual({ due_at: inbox.clock.now() })
    expect(await inbox.db('automation_inbox').where({ workspace_id: scene.tenant.workspaceId })).toEqual([])
  })

  test('starts a run where it is recorded by the address of the contact', async () => {
    const scene = await given()
    const { calls, tenant, ada } = scene
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps })
    const body = { project_id: tenant.testProject, email: 'ADA@example.com', name: 'signed_up' }
    const reply = await call(service.url, 'POST', '/v1/contacts/events', { key: calls.apiKey, body })
    expect(await runsOf(scene, automation)).toMatchObject([
      { contact_id: ada, trigger: { kind: 'event', contact_event_id: reply.body.id } },
    ])
  })

  test('starts none where its properties are not as the trigger says, which is not counted', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const where = [total(50), { name: 'currency', op: 'eq', value: 'EUR' }]
    const automation = await calls.published({ trigger: { event: { name: 'ordered', where } }, steps })
    await calls.recordEvent(ada, 'ordered', { properties: { total: 49, currency: 'EUR' } })
    await calls.recordEvent(ada, 'ordered', { properties: { total: 50, currency: 'USD' } })
    await calls.recordEvent(ada, 'ordered')
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({})
    await calls.recordEvent(ada, 'ordered', { properties: { total: 50, currency: 'EUR' } })
    expect(await runsOf(scene, automation)).toHaveLength(1)
  })

  test('starts runs of all automations that it triggers, of the published versions of its project alone', async () => {
    const scene = await given()
    const { calls, tenant } = scene
    const trigger = { event: { name: 'signed_up' } }
    const [one, two] = [await calls.published({ trigger, steps }), await calls.published({ trigger, steps })]
    const draft = await calls.made({ trigger, steps })
    const elsewhere = await calls.published({ trigger, steps, project_id: tenant.liveProject })
    await calls.createVersion(two, { trigger: { event: { name: 'other' } }, steps })
    await calls.publish(two, 2)
    const archived = await calls.published({ trigger, steps })
    await calls.archive(archived)
    await calls.recordEvent(scene.ada, 'signed_up')
    expect(await runsOf(scene, one)).toHaveLength(1)
    for (const other of [two, draft, elsewhere, archived]) expect(await runsOf(scene, other)).toEqual([])
  })

  test('is counted where the automation is paused, and starts none later either', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps })
    await calls.pause(automation)
    await calls.recordEvent(ada, 'signed_up')
    expect(await runsOf(scene, automation)).toEqual([])
    await calls.resume(automation)
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({ automation_paused: 1 })
  })

  test('that happened more than a day before it was recorded starts none', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps })
    const ago = (ms: number) => ({ at: new Date(Date.now() - ms).toISOString() })
    await calls.recordEvent(ada, 'signed_up', ago(day + 5000))
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({ too_old: 1 })
    // However long it has been waiting since it was recorded.
    await calls.recordEvent(ada, 'signed_up', ago(day - hour))
    inbox.clock.pass(3 * day)
    expect(await runsOf(scene, automation)).toHaveLength(1)
  })

  test('that runs have caused in a row starts five, and no sixth', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const automation = await calls.published({
      trigger: { event: { name: 'step' } },
      reentry: { mode: 'always' },
      steps,
    })
    for (const depth of [5, 6]) {
      await calls.recordEvent(ada, 'step')
      await inbox
        .db('automation_inbox')
        .where({ contact_id: fromTypeId('con', ada) })
        .update({ depth })
      await inbox.work()
    }
    expect(await runsOf(scene, automation)).toMatchObject([{ depth: 5 }])
    expect(await inbox.ignored(automation)).toEqual({ max_depth: 1 })
  })

  test('of an erased contact starts none', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps })
    await calls.recordEvent(ada, 'signed_up')
    await inbox
      .db('contacts')
      .where({ id: fromTypeId('con', ada) })
      .delete()
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({})
    expect(await inbox.db('automation_inbox').where({ workspace_id: scene.tenant.workspaceId })).toEqual([])
  })
})

const total = (value: number) => ({ name: 'total', op: 'gte', value })

describe('a list', () => {
  test('starts a run when it is confirmed, once, by the page', async () => {
    const scene = await given()
    const [list, other] = [await addList(scene.optIn), await addList(scene.optIn)]
    const trigger = { list: { list_id: list, on: 'confirmed' } }
    const automation = await scene.calls.published({ trigger, reentry: { mode: 'always' }, steps })
    await subscribe(scene.optIn, other, 'ada@example.com')
    const { message_id } = await ask(scene.optIn, list, 'ada@example.com')
    expect(await runsOf(scene, automation)).toEqual([])
    const path = await confirmPath(scene.optIn, message_id)
    await press(scene.optIn, path)
    await press(scene.optIn, path)
    const [run, ...more] = await runsOf(scene, automation)
    expect(more).toEqual([])
    expect(run).toMatchObject({ contact_id: scene.ada, trigger: { kind: 'list', contact_event_id: null } })
    const detail = await scene.calls.run(automation, run?.id ?? '')
    expect(detail.body.data).toEqual({ list_id: list })
  })

  test.each(['page', 'api'])('starts a run when it is left, once, by the %s', async (how) => {
    const scene = await given()
    const { calls, optIn } = scene
    const list = await addList(optIn)
    const trigger = { list: { list_id: list, on: 'unsubscribed' } }
    const automation = await calls.published({ trigger, reentry: { mode: 'always' }, steps })
    const subscription = await subscribe(optIn, list, 'ada@example.com')
    expect(await runsOf(scene, automation)).toEqual([])
    for (let times = 0; times < 2; times += 1) {
      if (how === 'page') await press(optIn, pathIn(subscription.unsubscribe_url))
      else {
        const path = `/v1/subscriber-lists/${list}/subscriptions/${subscription.id}/unsubscribe`
        expect((await call(optIn.url, 'POST', path, { key: optIn.key })).status).toBe(200)
      }
    }
    expect(await runsOf(scene, automation)).toMatchObject([
      { contact_id: scene.ada, trigger: { kind: 'list' } },
    ])
  })
})

test('a new contact starts a run, whoever makes it, and a known one none', async () => {
  const scene = await given()
  const { calls, optIn } = scene
  const automation = await calls.published({ trigger: { contact_created: {} }, steps })
  const bob = await calls.contact('bob@example.com')
  await calls.contact('bob@example.com', { name: 'Bob' })
  await calls.contact('ada@example.com', { name: 'Ada' })
  const { subscription } = await ask(optIn, await addList(optIn), 'eve@example.com')
  const runs = await runsOf(scene, automation)
  expect(runs.map((run) => run.contact_id)).toEqual([bob, subscription.contact_id])
  expect(runs[0]).toMatchObject({ trigger: { kind: 'contact_created', contact_event_id: null } })
  expect(await inbox.ignored(automation)).toEqual({})
})

test('what cannot be acted on is left for later, and holds nothing else up', async () => {
  const scene = await given()
  const { calls, ada } = scene
  const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, steps })
  const id = fromTypeId('aut', automation)
  // No request stores such a version.
  await inbox.db.raw(
    `update automation_versions
     set definition = jsonb_set(definition, '{reentry}', '{"mode": "always", "min_interval": "soon"}')
     where automation_id = ?`,
    [id],
  )
  await calls.recordEvent(ada, 'signed_up')
  const before = Date.now()
  await inbox.work()
  const bob = await calls.contact('bob@example.com')
  for (const contact of [ada, bob]) await calls.recordEvent(contact, 'signed_up')
  expect((await runsOf(scene, automation)).map((run) => run.contact_id)).toEqual([ada, bob])
  const left = () =>
    inbox
      .db('automation_inbox')
      .where({ workspace_id: scene.tenant.workspaceId })
      .select('attempts', 'due_at')
  const [row, ...more] = (await left()) as { attempts: number; due_at: Date }[]
  expect(more).toEqual([])
  expect(row?.attempts).toBe(1)
  expect(row?.due_at.getTime()).toBeGreaterThan(before + 5_000)
  expect(inbox.logs.filter((line) => line.includes(ada))).toHaveLength(1)

  await inbox
    .db('automation_inbox')
    .where({ workspace_id: scene.tenant.workspaceId })
    .update({ attempts: 30, due_at: inbox.db.fn.now() })
  await inbox.work()
  const [later] = (await left()) as { attempts: number; due_at: Date }[]
  expect(later?.attempts).toBe(31)
  expectOfThisTest(later?.due_at, 600_000)
})
