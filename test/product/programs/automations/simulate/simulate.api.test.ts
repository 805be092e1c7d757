import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../support/api/api.js'
import { addList, subscribe } from '../../../../support/audience/opt-in.js'
import {
  ada,
  outcomesOf,
  simulatedAt,
  simulationsOfTenant,
  type Simulated,
  type Simulations,
} from '../../../../support/automations/simulations.js'

let given: Simulations
beforeAll(async () => {
  given = await simulationsOfTenant()
})

const exits = (key: string) => ({ key, exit: {} })
const propertyIs = (name: string, value: unknown) => ({ property: { name, op: 'eq', value } })

describe('who gets in', () => {
  const trigger = { event: { name: 'order_placed', where: [{ name: 'total', op: 'gte', value: 50 }] } }

  it('is whose event is as the trigger says', async () => {
    const refused = await given.simulated({ trigger }, { data: { total: 49 } })
    expect(refused).toMatchObject({ entered: false, reason: 'trigger', status: null, steps: [] })
    const entered = await given.simulated({ trigger }, { data: { total: 50 } })
    expect(entered).toMatchObject({
      entered: true,
      reason: null,
      status: 'exited',
      ended_reason: 'exit_step',
    })
  })

  it('is whom the entry rule selects', async () => {
    const fields = { entry_rule: propertyIs('plan', 'pro') }
    expect(await given.simulated(fields)).toMatchObject({ entered: false, reason: 'entry_rule' })
    const contact = { ...ada, properties: { plan: 'pro' } }
    expect(await given.simulated(fields, { contact })).toMatchObject({ entered: true, version: 1 })
  })
})

describe('waits', () => {
  it('let time pass, and the steps behind them see it', async () => {
    const steps = [
      { key: 'days', wait: { for: 'P2D' } },
      { key: 'past', wait: { until: '2026-06-02T00:00:00Z' } },
      { key: 'nine', wait: { time_of_day: { time: '09:00', timezone: 'Europe/Berlin' } } },
      { key: 'trial', wait: { until_property: { name: 'trial_ends_at', offset: '-P1D' } } },
      { key: 'none', wait: { until_property: { name: 'unknown' } } },
      { key: 'word', wait: { until_property: { name: 'plan' } } },
    ]
    const contact = { ...ada, properties: { trial_ends_at: '2026-06-10', plan: 'pro' } }
    const { status, steps: shown } = await given.simulated({ steps }, { contact })
    expect(status).toBe('completed')
    expect(shown.map(({ key, at: reached, until, reason }) => [key, reached, until, reason])).toEqual([
      ['days', simulatedAt, '2026-06-03T08:00:00.000Z', null],
      ['past', '2026-06-03T08:00:00.000Z', '2026-06-03T08:00:00.000Z', null],
      ['nine', '2026-06-03T08:00:00.000Z', '2026-06-04T07:00:00.000Z', null],
      ['trial', '2026-06-04T07:00:00.000Z', '2026-06-09T00:00:00.000Z', null],
      ['none', '2026-06-09T00:00:00.000Z', null, 'missing'],
      ['word', '2026-06-09T00:00:00.000Z', null, 'wrong_type'],
    ])
  })

  it('fail where they would be too long', async () => {
    const steps = [{ key: 'long', wait: { until_property: { name: 'ends_at' } } }, exits('end')]
    const failed = await given.simulated({ steps }, { data: { ends_at: '2028-01-01' } })
    expect(failed.status).toBe('failed')
    expect(outcomesOf(failed)).toEqual(['long wait_too_long'])
  })

  const awaiting = (timeout = 'P3D') => [
    {
      key: 'order',
      wait_for_event: {
        name: 'order_placed',
        where: [{ name: 'total', op: 'gt', value: 10 }],
        timeout,
        on_timeout: [{ key: 'remind', notify: { name: 'reminder' } }],
      },
    },
    { key: 'thank', notify: { name: 'thanks' } },
  ]

  it('for an event end with the first one that is as they say', async () => {
    const events = [
      { name: 'order_placed', properties: { total: 11 }, after: 'P2D' },
      { name: 'order_placed', properties: { total: 5 }, after: 'P1D' },
      { name: 'other', properties: { total: 50 } },
    ]
    const came = await given.simulated({ steps: awaiting() }, { events })
    expect(outcomesOf(came)).toEqual(['order done', 'thank done'])
    expect(came.steps[0]).toMatchObject({ detail: 'order_placed came.', until: '2026-06-03T08:00:00.000Z' })
  })

  it('for an event end by time where it comes too late or never', async () => {
    const events = [{ name: 'order_placed', properties: { total: 11 }, after: 'P2D' }]
    const late = await given.simulated({ steps: awaiting('P1D') }, { events })
    expect(outcomesOf(late)).toEqual(['order timed_out', 'remind done', 'thank done'])
    expect(late.steps[0]).toMatchObject({ taken: 'on_timeout', until: '2026-06-02T08:00:00.000Z' })
    expect(outcomesOf(await given.simulated({ steps: awaiting() }))).toEqual(outcomesOf(late))
  })

  it('for an event end at once with one that a step has recorded', async () => {
    const recording = { key: 'record', record_event: { name: 'order_placed', properties: { total: 99 } } }
    const { steps } = await given.simulated({ steps: [recording, ...awaiting()] })
    expect(steps[1]).toMatchObject({ key: 'order', outcome: 'done', until: simulatedAt })
  })
})

describe('branches', () => {
  const branch = (...rules: object[]) => ({
    key: 'which',
    branch: {
      cases: rules.map((rule, index) => ({ if: rule, steps: [exits(`case_${index}`)] })),
      else: [exits('other')],
    },
  })
  const taken = async (rule: object, asked: Record<string, unknown> = {}, ahead: object[] = []) =>
    (await given.simulated({ steps: [...ahead, branch(rule)] }, asked)).steps.at(-1)?.key === 'case_0'

  it('take the first case that holds, else the others', async () => {
    const rules = [propertyIs('plan', 'free'), propertyIs('plan', 'pro'), propertyIs('plan', 'pro')]
    const contact = { ...ada, properties: { plan: 'pro' } }
    const second = await given.simulated({ steps: [branch(...rules)] }, { contact })
    expect(second.steps[0]).toMatchObject({ taken: 'cases/1', detail: 'The rule of case 2 holds.' })
    expect(second.steps[1]?.key).toBe('case_1')
    const none = await given.simulated({ steps: [branch(...rules)] })
    expect(none.steps.map((step) => step.key)).toEqual(['which', 'other'])
  })

  it('see what steps have changed', async () => {
    const update = { key: 'update', update_contact: { name: 'Ada', properties: { plan: 'pro', old: null } } }
    const changed = {
      all: [
        propertyIs('plan', 'pro'),
        { not: { property: { name: 'old', op: 'exists', value: true } } },
        { contact: { field: 'name', op: 'eq', value: 'Ada' } },
      ],
    }
    const contact = { ...ada, properties: { old: 1 } }
    expect(await taken(changed, { contact }, [update])).toBe(true)
    const out = { contact: { field: 'unsubscribed', op: 'eq', value: true } }
    expect(await taken(out)).toBe(false)
    expect(await taken(out, {}, [{ key: 'leave', unsubscribe: {} }])).toBe(true)
  })

  it('count the events of the simulation until then', async () => {
    const twice = { event: { name: 'seen', count: { op: 'eq', value: 2 }, within: 'P2D' } }
    const events = [
      { name: 'seen', after: 'P1D' },
      { name: 'seen', after: 'P5D' },
    ]
    const wait = { key: 'wait', wait: { for: 'P2D' } }
    const record = { key: 'record', record_event: { name: 'seen' } }
    expect(await taken(twice, { events }, [wait, record])).toBe(true)
    expect(await taken(twice, { events }, [wait])).toBe(false)
  })

  it('count the events of a real contact with those of the simulation', async () => {
    const contactId = await given.automations.contact('events@example.com')
    await given.automations.recordEvent(contactId, 'seen', { properties: { page: 'a' } })
    const asked = {
      contact_id: contactId,
      at: new Date(Date.now() + 1000).toISOString(),
      events: [{ name: 'seen' }],
    }
    const seen = (value: number, where?: object) => ({
      event: { name: 'seen', count: { op: 'eq', value }, ...where },
    })
    expect(await taken(seen(2), asked)).toBe(true)
    expect(await taken(seen(1, { where: [{ name: 'page', op: 'eq', value: 'a' }] }), asked)).toBe(true)
  })

  it('know the lists of either contact', async () => {
    const [list, other] = [await addList(given.optIn), await addList(given.optIn)]
    const confirmed = (list_id: string) => ({ list: { list_id, status: 'confirmed' } })
    const contact = { ...ada, confirmed_lists: [list] }
    expect(await taken(confirmed(list), { contact })).toBe(true)
    expect(await taken(confirmed(other), { contact })).toBe(false)
    const contactId = await given.automations.contact('lists@example.com')
    await subscribe(given.optIn, list, 'lists@example.com')
    expect(await taken(confirmed(list), { contact_id: contactId })).toBe(true)
    const leaving = [{ key: 'leave', unsubscribe: { list_id: list } }]
    expect(await taken(confirmed(list), { contact_id: contactId }, leaving)).toBe(false)
  })

  it('fail where the segment that a rule names is gone', async () => {
    const create = { project_id: given.tenant.testProject, name: 'Gone', rule: propertyIs('plan', 'pro') }
    const key = given.automations.session
    const segment = await call(given.service.url, 'POST', '/v1/segments', { key, body: create })
    const id = await given.automations.made({ steps: [branch({ segment: { segment_id: segment.body.id } })] })
    await given.service.sql.query('delete from segments where workspace_id = $1', [given.tenant.workspaceId])
    const { body } = await given.automations.simulate(id, { contact: ada })
    expect(body.status).toBe('failed')
    expect(outcomesOf(body as Simulated)).toEqual(['which segment_invalid'])
  })
})

describe('exits', () => {
  const steps = [
    { key: 'wait', wait: { for: 'P5D' } },
    { key: 'buy', record_event: { name: 'bought' } },
    { key: 'tell', notify: { name: 'over' } },
  ]

  it('by an event end the run wherever it is', async () => {
    const fields = { exit_on: [{ event: { name: 'bought' } }], steps }
    const events = [{ name: 'bought', after: 'P1D' }]
    const waiting = await given.simulated(fields, { events })
    expect(waiting).toMatchObject({ status: 'exited', ended_reason: 'exit_event' })
    expect(waiting.steps).toMatchObject([
      { key: 'wait', reason: 'exit_event', until: '2026-06-02T08:00:00.000Z' },
    ])
    const own = await given.simulated(fields)
    expect(own.ended_reason).toBe('exit_event')
    expect(outcomesOf(own)).toEqual(['wait done', 'buy done'])
  })

  it('by a rule end it before the next step', async () => {
    const ended = await given.simulated({
      exit_on: [{ rule: propertyIs('plan', 'pro') }],
      steps: [{ key: 'update', update_contact: { properties: { plan: 'pro' } } }, ...steps],
    })
    expect(ended).toMatchObject({ status: 'exited', ended_reason: 'exit_rule' })
    expect(outcomesOf(ended)).toEqual(['update done'])
  })

  it('by a list end it once the contact leaves that', async () => {
    const list = await addList(given.optIn)
    const leaving = [{ key: 'leave', unsubscribe: { list_id: list } }, ...steps]
    const fields = { exit_on: [{ list: { list_id: list, on: 'unsubscribed' } }], steps: leaving }
    const contact = { ...ada, confirmed_lists: [list] }
    expect(await given.simulated(fields, { contact })).toMatchObject({ ended_reason: 'exit_list' })
    expect(outcomesOf(await given.simulated(fields))).toEqual([
      'leave not_subscribed',
      'wait done',
      'buy done',
      'tell done',
    ])
  })

  it('by a step end it with its reason', async () => {
    const ended = await given.simulated({ steps: [{ key: 'end', exit: { reason: 'Has bought' } }, ...steps] })
    expect(ended).toMatchObject({ status: 'exited', ended_reason: 'exit_step' })
    expect(ended.steps).toMatchObject([{ key: 'end', detail: 'Has bought' }])
  })
})
