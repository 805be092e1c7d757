import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  PostsealError,
  type AutomationExit,
  type AutomationRunStatus,
  type AutomationStep,
  type AutomationTrigger,
  type AutomationVersion,
  type AutomationWait,
  type CreateAutomationRequest,
  type CreateAutomationVersionRequest,
  type SimulateAutomationRequest,
} from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, listOf, skipWaits } from '../support.js'

const mail = { template_id: 'tpl_1' }
const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } } as const
const steps: AutomationStep[] = [
  { key: 'welcome', send: { ...mail, variables: { reply_to: 'is a value of the template here' } } },
  {
    key: 'order',
    wait_for_event: {
      name: 'order_placed',
      where: [{ name: 'total', op: 'gte', value: 50 }],
      timeout: 'P3D',
      on_timeout: [{ key: 'reminder', send: mail }],
    },
  },
  {
    key: 'plan',
    branch: { cases: [{ if: rule, steps: [{ key: 'call', notify: { name: 'call' } }] }], else: [] },
  },
]
const draft: CreateAutomationRequest = {
  project_id: 'prj_1',
  name: 'Welcome',
  trigger: { event: { name: 'signed_up' } },
  reentry: { mode: 'once' },
  exit_on: [{ list: { list_id: 'lst_1', on: 'unsubscribed' } }, { rule }],
  steps,
}

test('an automation goes out as it was given, with its addresses in the form of the contract', async () => {
  const { client, seen } = clientOf([json({ id: 'aut_1', status: 'draft' })])
  const sender = { from: 'Shop <hello@shop.example>', reply_to: 'help@shop.example', list_id: 'lst_1' }
  await client.automations.create({ ...draft, sender })
  const { project_id: _project, name: _name, ...version } = draft
  await client.automations.createVersion('aut_1', version)
  const onTheWire = {
    from_email: 'hello@shop.example',
    from_name: 'Shop',
    reply_to: [{ email: 'help@shop.example' }],
    list_id: 'lst_1',
  }
  expect(seen.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['POST', '/v1/automations', { ...draft, sender: onTheWire }],
    ['POST', '/v1/automations/aut_1/versions', version],
  ])
  const twice = { ...draft, sender: { from: 'a@shop.example', from_email: 'b@shop.example' } }
  await expect(client.automations.create(twice as unknown as CreateAutomationRequest)).rejects.toThrow(
    /body\.sender names the sender twice/,
  )
  expect(seen).toHaveLength(2)
})

test('a Date in a step is sent as the text of its time, and an invalid one is refused with its place', async () => {
  const { client, seen } = clientOf([json({})])
  const until = new Date('2026-12-01T10:00:00+01:00')
  const inside = (until: Date): AutomationStep[] => [
    { key: 'all', branch: { cases: [{ if: rule, steps: [{ key: 'sale', wait: { until } }] }] } },
  ]
  await client.automations.create({ ...draft, steps: inside(until) })
  expect(seen[0]?.body).toMatchObject({
    steps: [{ branch: { cases: [{ steps: [{ wait: { until: '2026-12-01T09:00:00.000Z' } }] }] } }],
  })
  const wrong = client.automations.create({ ...draft, steps: inside(new Date('soon')) })
  await expect(wrong).rejects.toThrow(
    'automations.create(body): body.steps[0].branch.cases[0].steps[0].wait.until is an invalid Date.',
  )
  await expect(wrong).rejects.toBeInstanceOf(PostsealError)
})

test('what is no array of steps passes, so that the service tells the mistake', async () => {
  const { client, seen } = clientOf([json({})])
  for (const steps of ['welcome', null, [null, 'welcome']]) {
    await client.automations.create({ ...draft, steps, sender: 7 } as unknown as CreateAutomationRequest)
  }
  expect(seen.map(({ body }) => (body as CreateAutomationRequest).steps)).toEqual([
    'welcome',
    null,
    [null, 'welcome'],
  ])
})

test('a version that was read fits into the next one', async () => {
  const stored = { version: 1, trigger: draft.trigger, reentry: {}, exit_on: [], sender: {}, steps }
  const { client, seen } = clientOf([json({ ...stored, entry_rule: null }), json({})])
  const { trigger, reentry, exit_on, sender, ...version } = await client.automations.retrieveVersion(
    'aut_1',
    1,
  )
  const next: CreateAutomationVersionRequest = { trigger, reentry, exit_on, sender, steps: version.steps }
  await client.automations.createVersion('aut_1', next)
  expect(seen[1]?.body).toEqual({ trigger: draft.trigger, reentry: {}, exit_on: [], sender: {}, steps })
  expectTypeOf<AutomationVersion['entry_rule']>().toExtend<CreateAutomationRequest['entry_rule'] | null>()
})

test('the runs of one automation, and its versions, stay with it from page to page', async () => {
  const { client, seen } = clientOf([
    json({
      data: [{ id: 'run_1', status: 'failed', error: { code: 'a', message: 'b' } }],
      has_more: true,
      next_cursor: 'c1',
    }),
    json(listOf([])),
    json(listOf([], 'c2')),
    json(listOf([])),
  ])
  const found: unknown[] = []
  for await (const run of client.automations.listRuns('aut_1', { status: 'failed' })) {
    expectTypeOf(run.status).toEqualTypeOf<AutomationRunStatus | (string & {})>()
    expectTypeOf(run.wait?.until).toEqualTypeOf<string | undefined>()
    found.push([run.id, run.error?.code])
  }
  for await (const version of client.automations.listVersions('aut_1')) found.push(version)
  expect(found).toEqual([['run_1', 'a']])
  expect(seen.map(({ url }) => url.replace('http://localhost:4000/v1/automations/aut_1/', ''))).toEqual([
    'runs?status=failed',
    'runs?cursor=c1&status=failed',
    'versions',
    'versions?cursor=c2',
  ])
})

test('a simulation is asked again without a key, and a trigger with the same', async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect, json({ steps: [] }), disconnect, json({ run: null }, 202)])
  await client.automations.simulate('aut_1', {
    contact: { email: 'ada@example.com' },
    at: new Date('2026-01-15T08:00:00Z'),
  })
  const { run } = await client.automations.trigger('aut_1', { contact_id: 'con_1' })
  expectTypeOf(run?.id).toEqualTypeOf<string | undefined>()
  expect(seen[0]?.body).toEqual({ contact: { email: 'ada@example.com' }, at: '2026-01-15T08:00:00.000Z' })
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([null, null, expect.any(String), keys[2]])
})

describe('the compiler', () => {
  test('finds a step of two kinds, of none, without a key, and of one that is misspelt', () => {
    expectTypeOf({ key: 'a', send: mail }).toExtend<AutomationStep>()
    expectTypeOf({ key: 'a', send: mail, exit: {} }).not.toExtend<AutomationStep>()
    expectTypeOf({ key: 'a' }).not.toExtend<AutomationStep>()
    expectTypeOf({ send: mail }).not.toExtend<AutomationStep>()
    // @ts-expect-error There is no such step.
    const misspelt: AutomationStep = { key: 'a', sned: mail }
    // @ts-expect-error Nor is there such a field in a step.
    const field: AutomationStep = { key: 'a', wait_for_event: { name: 'x', timeout: 'P1D', then: [] } }
    // @ts-expect-error Nor inside of another step.
    const inside: AutomationStep = { key: 'a', branch: { cases: [{ if: rule, steps: [{ key: 'b' }] }] } }
    expect([misspelt, field, inside]).toHaveLength(3)
  })

  test('finds two triggers, two waits, two exits, and a change of nothing', () => {
    const event = { name: 'signed_up' }
    expectTypeOf({ event }).toExtend<AutomationTrigger>()
    expectTypeOf({ event, manual: {} }).not.toExtend<AutomationTrigger>()
    expectTypeOf({ inbound: {} }).toExtend<AutomationTrigger>()
    expectTypeOf({ inbound: { route_id: 'inr_1' } }).toExtend<AutomationTrigger>()
    expectTypeOf({ inbound: {}, event }).not.toExtend<AutomationTrigger>()
    expectTypeOf({}).not.toExtend<AutomationTrigger>()
    expectTypeOf({ list: { list_id: 'lst_1', on: 'joined' } }).not.toExtend<AutomationTrigger>()
    expectTypeOf({ for: 'P1D' }).toExtend<AutomationWait>()
    expectTypeOf({ for: 'P1D', until: new Date() }).not.toExtend<AutomationWait>()
    expectTypeOf({ time_of_day: { time: '09:00' } }).not.toExtend<AutomationWait>()
    expectTypeOf({ event, rule }).not.toExtend<AutomationExit>()
    expectTypeOf({ key: 'a', update_contact: {} }).not.toExtend<AutomationStep>()
    expectTypeOf({ key: 'a', update_contact: { name: null } }).toExtend<AutomationStep>()
  })

  test('finds a simulation for nobody, and for two', () => {
    const contact = { email: 'ada@example.com' }
    expectTypeOf({ contact }).toExtend<SimulateAutomationRequest>()
    expectTypeOf({ contact, contact_id: 'con_1' }).not.toExtend<SimulateAutomationRequest>()
    expectTypeOf({ version: 1 }).not.toExtend<SimulateAutomationRequest>()
  })
})
