import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { automationCalls, type AutomationCalls } from '../../../../support/automations/automation-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** People start runs by triggerAutomation. Nothing moves these. */

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

async function given(): Promise<{ tenant: Tenant; calls: AutomationCalls; ada: string }> {
  const tenant = await addTenant(service)
  const calls = await automationCalls(service, tenant)
  return { tenant, calls, ada: await calls.contact('ada@example.com') }
}

const steps = [{ key: 'wait', wait: { for: 'P30D' } }]
const manual = { trigger: { manual: {} }, steps }
const ignored = (reason: string) => ({ status: 202, body: { outcome: 'ignored', reason, run: null } })
const started = (run: object = {}) => ({ status: 202, body: { outcome: 'started', reason: null, run } })

/** Counts by reason how often triggers of an automation started no run. */
async function countsOf(automation: string): Promise<Record<string, number>> {
  const { rows } = await service.sql.query<{ reason: string; count: number }>(
    'select reason, sum(count)::integer as count from automation_ignored where automation_id = $1 group by reason',
    [fromTypeId('aut', automation)],
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

test('starts a run with its data, whatever the trigger is, and takes no notice of its conditions', async () => {
  const { calls, ada } = await given()
  const where = [{ name: 'plan', op: 'eq', value: 'pro' }]
  const automation = await calls.published({ trigger: { event: { name: 'signed_up', where } }, steps })
  const data = { plan: 'free', cart: { items: [1, 2] } }
  const reply = await calls.trigger(automation, ada, { data })
  expect(reply).toMatchObject(
    started({
      automation_id: automation,
      contact_id: ada,
      status: 'running',
      step_key: 'wait',
      trigger: { kind: 'manual', contact_event_id: null },
      key: null,
      depth: 0,
    }),
  )
  const { run } = reply.body as { run: { id: string } }
  const { body } = await calls.run(automation, run.id)
  expect(body).toMatchObject({ ...run, data })
  expect(await calls.trigger(automation, ada)).toMatchObject(ignored('already_running'))
  expect(await countsOf(automation)).toEqual({ already_running: 1 })
})

test('starts one run under an idempotency key', async () => {
  const { calls, ada } = await given()
  const automation = await calls.published({ ...manual, reentry: { mode: 'always' } })
  const trigger = () =>
    calls.post(automation, 'trigger', { contact_id: ada }, { headers: { 'Idempotency-Key': 'one' } })
  const [first, second] = [await trigger(), await trigger()]
  expect(second.body).toEqual(first.body)
  expect((await calls.runs(automation)).body.data).toHaveLength(1)
})

describe('ignores', () => {
  test('what comes while it is paused', async () => {
    const { calls, ada } = await given()
    const automation = await calls.published(manual)
    await calls.pause(automation)
    expect(await calls.trigger(automation, ada)).toMatchObject(ignored('automation_paused'))
    await calls.resume(automation)
    expect(await calls.trigger(automation, ada)).toMatchObject(started())
    expect(await countsOf(automation)).toEqual({ automation_paused: 1 })
  })

  test('whom the entry rule does not let in', async () => {
    const { calls, ada } = await given()
    const entry_rule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
    const automation = await calls.published({ ...manual, entry_rule })
    expect(await calls.trigger(automation, ada, { data: { plan: 'pro' } })).toMatchObject(
      ignored('entry_rule'),
    )
    await calls.contact('ada@example.com', { properties: { plan: 'pro' } })
    expect(await calls.trigger(automation, ada)).toMatchObject(started())
  })

  test('whom re-entry does not let in again, for each key apart', async () => {
    const { calls, ada } = await given()
    const automation = await calls.published({ ...manual, reentry: { mode: 'once', key: 'cart_id' } })
    const trigger = (fields: object) => calls.trigger(automation, ada, { ...fields })
    expect(await trigger({ key: 'one' })).toMatchObject(started({ key: 'one' }))
    expect(await trigger({ data: { cart_id: 'one' } })).toMatchObject(ignored('already_entered'))
    expect(await trigger({ data: { cart_id: 'one' }, key: 'two' })).toMatchObject(started({ key: 'two' }))
    expect(await trigger({ data: { cart_id: 3 } })).toMatchObject(started({ key: '3' }))
    expect(await trigger({})).toMatchObject(started({ key: null }))
    expect(await trigger({})).toMatchObject(ignored('already_entered'))
  })
})

describe('refuses', () => {
  test('a draft and an archived automation', async () => {
    const { calls, ada } = await given()
    const automation = await calls.made(manual)
    const refused = { status: 409, body: { error: { code: 'invalid_state' } } }
    expect(await calls.trigger(automation, ada)).toMatchObject(refused)
    await calls.publish(automation)
    await calls.archive(automation)
    expect(await calls.trigger(automation, ada)).toMatchObject(refused)
  })

  test('a contact that is not one of the project, and an automation of nobody', async () => {
    const { calls, ada, tenant } = await given()
    const automation = await calls.published({ ...manual, project_id: tenant.liveProject })
    const other = await given()
    const refused = {
      status: 422,
      body: {
        error: { code: 'validation_failed', details: [{ path: '/body/contact_id', code: 'not_found' }] },
      },
    }
    for (const contact of [ada, other.ada, toTypeId('con', newUuid())]) {
      expect(await calls.trigger(automation, contact)).toMatchObject(refused)
    }
    expect((await other.calls.trigger(automation, other.ada)).status).toBe(404)
    expect((await calls.runs(automation)).body.data).toEqual([])
  })

  test('data that is too large or nested too deep, and a key that stands for nothing', async () => {
    const { calls, ada } = await given()
    const automation = await calls.published(manual)
    const nested = (levels: number): object => (levels === 0 ? {} : { in: nested(levels - 1) })
    const refused = (path: string, code: string) => ({
      status: 422,
      body: { error: { code: 'validation_failed', details: [{ path, code }] } },
    })
    const trigger = (fields: object) => calls.trigger(automation, ada, { ...fields })
    const json = 64 * 1024 - '{"text":""}'.length
    expect(await trigger({ data: { text: 'x'.repeat(json + 1) } })).toMatchObject(
      refused('/body/data', 'too_long'),
    )
    expect(await trigger({ data: nested(20) })).toMatchObject(refused('/body/data', 'depth'))
    expect(await trigger({ key: 'one' })).toMatchObject(refused('/body/key', 'unexpected'))
    expect(await trigger({ data: { text: 'x'.repeat(json) } })).toMatchObject(started())
  })
})
