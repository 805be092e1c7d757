import { beforeAll, describe, expect, it } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call } from '../../support/api.js'
import { automationCalls, welcomeMail, type AutomationCalls } from '../../support/automation-calls.js'
import { addList, ask, subscribe, type OptIn } from '../../support/opt-in.js'
import type { TestService } from '../../support/service.js'
import { sharedApi } from '../../support/shared-service.js'
import { addTenant, type Tenant } from '../../support/tenant.js'

type Simulated = components['schemas']['AutomationSimulation']

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
let optIn: OptIn

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
  optIn = { url: service.url, key: automations.apiKey, project: tenant.testProject }
})

const at = '2026-06-01T08:00:00.000Z'
const ada = { email: 'ada@example.com' }

/** Simulates a new draft, for an invented contact unless the request says otherwise. */
async function simulated(
  fields: Record<string, unknown>,
  asked: Record<string, unknown> = {},
): Promise<Simulated> {
  const id = await automations.made(fields)
  const contact = asked['contact_id'] === undefined ? { contact: ada } : {}
  const reply = await automations.simulate(id, { at, ...contact, ...asked })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Simulated
}

/** What became of each step: its key with its outcome, or with the reason where there is one. */
const outcomes = ({ steps }: Simulated) =>
  steps.map(({ key, outcome, reason }) => `${key} ${reason ?? outcome}`)

const exits = (key: string) => ({ key, exit: {} })
const propertyIs = (name: string, value: unknown) => ({ property: { name, op: 'eq', value } })

describe('who gets in', () => {
  const trigger = { event: { name: 'order_placed', where: [{ name: 'total', op: 'gte', value: 50 }] } }

  it('is whose event is as the trigger says', async () => {
    const refused = await simulated({ trigger }, { data: { total: 49 } })
    expect(refused).toMatchObject({ entered: false, reason: 'trigger', status: null, steps: [] })
    const entered = await simulated({ trigger }, { data: { total: 50 } })
    expect(entered).toMatchObject({
      entered: true,
      reason: null,
      status: 'exited',
      ended_reason: 'exit_step',
    })
  })

  it('is whom the entry rule selects', async () => {
    const fields = { entry_rule: propertyIs('plan', 'pro') }
    expect(await simulated(fields)).toMatchObject({ entered: false, reason: 'entry_rule' })
    const contact = { ...ada, properties: { plan: 'pro' } }
    expect(await simulated(fields, { contact })).toMatchObject({ entered: true, version: 1 })
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
    const { status, steps: shown } = await simulated({ steps }, { contact })
    expect(status).toBe('completed')
    expect(shown.map(({ key, at: reached, until, reason }) => [key, reached, until, reason])).toEqual([
      ['days', at, '2026-06-03T08:00:00.000Z', null],
      ['past', '2026-06-03T08:00:00.000Z', '2026-06-03T08:00:00.000Z', null],
      ['nine', '2026-06-03T08:00:00.000Z', '2026-06-04T07:00:00.000Z', null],
      ['trial', '2026-06-04T07:00:00.000Z', '2026-06-09T00:00:00.000Z', null],
      ['none', '2026-06-09T00:00:00.000Z', null, 'missing'],
      ['word', '2026-06-09T00:00:00.000Z', null, 'wrong_type'],
    ])
  })

  it('fail where they would be too long', async () => {
    const steps = [{ key: 'long', wait: { until_property: { name: 'ends_at' } } }, exits('end')]
    const failed = await simulated({ steps }, { data: { ends_at: '2028-01-01' } })
    expect(failed.status).toBe('failed')
    expect(outcomes(failed)).toEqual(['long wait_too_long'])
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
    const came = await simulated({ steps: awaiting() }, { events })
    expect(outcomes(came)).toEqual(['order done', 'thank done'])
    expect(came.steps[0]).toMatchObject({ detail: 'order_placed came.', until: '2026-06-03T08:00:00.000Z' })
  })

  it('for an event end by time where it comes too late or never', async () => {
    const events = [{ name: 'order_placed', properties: { total: 11 }, after: 'P2D' }]
    const late = await simulated({ steps: awaiting('P1D') }, { events })
    expect(outcomes(late)).toEqual(['order timed_out', 'remind done', 'thank done'])
    expect(late.steps[0]).toMatchObject({ taken: 'on_timeout', until: '2026-06-02T08:00:00.000Z' })
    expect(outcomes(await simulated({ steps: awaiting() }))).toEqual(outcomes(late))
  })

  it('for an event end at once with one that a step has recorded', async () => {
    const recording = { key: 'record', record_event: { name: 'order_placed', properties: { total: 99 } } }
    const { steps } = await simulated({ steps: [recording, ...awaiting()] })
    expect(steps[1]).toMatchObject({ key: 'order', outcome: 'done', until: at })
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
    (await simulated({ steps: [...ahead, branch(rule)] }, asked)).steps.at(-1)?.key === 'case_0'

  it('take the first case that holds, else the others', async () => {
    const rules = [propertyIs('plan', 'free'), propertyIs('plan', 'pro'), propertyIs('plan', 'pro')]
    const contact = { ...ada, properties: { plan: 'pro' } }
    const second = await simulated({ steps: [branch(...rules)] }, { contact })
    expect(second.steps[0]).toMatchObject({ taken: 'cases/1', detail: 'The rule of case 2 holds.' })
    expect(second.steps[1]?.key).toBe('case_1')
    const none = await simulated({ steps: [branch(...rules)] })
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
    const contactId = await automations.contact('events@example.com')
    await automations.recordEvent(contactId, 'seen', { properties: { page: 'a' } })
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
    const [list, other] = [await addList(optIn), await addList(optIn)]
    const confirmed = (list_id: string) => ({ list: { list_id, status: 'confirmed' } })
    const contact = { ...ada, confirmed_lists: [list] }
    expect(await taken(confirmed(list), { contact })).toBe(true)
    expect(await taken(confirmed(other), { contact })).toBe(false)
    const contactId = await automations.contact('lists@example.com')
    await subscribe(optIn, list, 'lists@example.com')
    expect(await taken(confirmed(list), { contact_id: contactId })).toBe(true)
    const leaving = [{ key: 'leave', unsubscribe: { list_id: list } }]
    expect(await taken(confirmed(list), { contact_id: contactId }, leaving)).toBe(false)
  })

  it('fail where the segment that a rule names is gone', async () => {
    const create = { project_id: tenant.testProject, name: 'Gone', rule: propertyIs('plan', 'pro') }
    const key = automations.session
    const segment = await call(service.url, 'POST', '/v1/segments', { key, body: create })
    const id = await automations.made({ steps: [branch({ segment: { segment_id: segment.body.id } })] })
    await service.sql.query('delete from segments where workspace_id = $1', [tenant.workspaceId])
    const { body } = await automations.simulate(id, { contact: ada })
    expect(body.status).toBe('failed')
    expect(outcomes(body as Simulated)).toEqual(['which segment_invalid'])
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
    const waiting = await simulated(fields, { events })
    expect(waiting).toMatchObject({ status: 'exited', ended_reason: 'exit_event' })
    expect(waiting.steps).toMatchObject([
      { key: 'wait', reason: 'exit_event', until: '2026-06-02T08:00:00.000Z' },
    ])
    const own = await simulated(fields)
    expect(own.ended_reason).toBe('exit_event')
    expect(outcomes(own)).toEqual(['wait done', 'buy done'])
  })

  it('by a rule end it before the next step', async () => {
    const ended = await simulated({
      exit_on: [{ rule: propertyIs('plan', 'pro') }],
      steps: [{ key: 'update', update_contact: { properties: { plan: 'pro' } } }, ...steps],
    })
    expect(ended).toMatchObject({ status: 'exited', ended_reason: 'exit_rule' })
    expect(outcomes(ended)).toEqual(['update done'])
  })

  it('by a list end it once the contact leaves that', async () => {
    const list = await addList(optIn)
    const leaving = [{ key: 'leave', unsubscribe: { list_id: list } }, ...steps]
    const fields = { exit_on: [{ list: { list_id: list, on: 'unsubscribed' } }], steps: leaving }
    const contact = { ...ada, confirmed_lists: [list] }
    expect(await simulated(fields, { contact })).toMatchObject({ ended_reason: 'exit_list' })
    expect(outcomes(await simulated(fields))).toEqual([
      'leave not_subscribed',
      'wait done',
      'buy done',
      'tell done',
    ])
  })

  it('by a step end it with its reason', async () => {
    const ended = await simulated({ steps: [{ key: 'end', exit: { reason: 'Has bought' } }, ...steps] })
    expect(ended).toMatchObject({ status: 'exited', ended_reason: 'exit_step' })
    expect(ended.steps).toMatchObject([{ key: 'end', detail: 'Has bought' }])
  })
})

describe('mail', () => {
  it('is shown with its hash, and withheld from who has left', async () => {
    const template_id = await automations.template()
    const send = (key: string) => ({ key, send: { template_id } })
    const steps = [
      send('first'),
      { key: 'leave', unsubscribe: {} },
      { key: 'again', unsubscribe: {} },
      send('second'),
    ]
    const contact = { ...ada, name: 'Ada' }
    const shown = await simulated({ steps }, { contact })
    expect(outcomes(shown)).toEqual([
      'first done',
      'leave done',
      'again already_opted_out',
      'second opted_out',
    ])
    expect(shown.steps[0]?.mail).toMatchObject({ template_id, version: 1, subject: welcomeMail.subject })
    expect(shown.steps[0]?.mail?.content_sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('to a list goes to who has confirmed it', async () => {
    const list = await addList(optIn)
    const steps = [{ key: 'mail', send: { template_id: await automations.template() } }]
    const fields = { sender: { list_id: list }, steps }
    expect(outcomes(await simulated(fields))).toEqual(['mail not_confirmed'])
    const contact = { ...ada, confirmed_lists: [list] }
    expect(outcomes(await simulated(fields, { contact }))).toEqual(['mail done'])
    const leaving = { ...fields, steps: [{ key: 'leave', unsubscribe: { list_id: list } }, ...steps] }
    expect(outcomes(await simulated(leaving, { contact }))).toEqual(['leave done', 'mail not_confirmed'])
    const contactId = await automations.contact('reader@example.com')
    await subscribe(optIn, list, 'reader@example.com')
    expect(outcomes(await simulated(leaving, { contact_id: contactId }))).toEqual([
      'leave done',
      'mail not_confirmed',
    ])
    expect(outcomes(await simulated(fields, { contact_id: contactId }))).toEqual(['mail done'])
  })

  it('that cannot be rendered ends the simulation', async () => {
    const { body: template } = await automations.templates.create({ ...welcomeMail, name: 'Unpublished' })
    const steps = [{ key: 'mail', send: { template_id: template.id } }, exits('end')]
    const failed = await simulated({ steps })
    expect(failed).toMatchObject({ status: 'failed', ended_reason: null })
    expect(outcomes(failed)).toEqual(['mail template_not_published'])
  })
})

it('says whether an opt-in mail would be sent', async () => {
  const list = await addList(optIn)
  const asks = (key: string) => ({ key, subscribe: { list_id: list } })
  const steps = [asks('first'), asks('second'), { key: 'day', wait: { for: 'P1D' } }, asks('third')]
  expect(outcomes(await simulated({ steps }))).toEqual([
    'first done',
    'second already_requested',
    'day done',
    'third done',
  ])
  const contact = { ...ada, confirmed_lists: [list] }
  expect(outcomes(await simulated({ steps: [asks('first')] }, { contact }))).toEqual([
    'first already_confirmed',
  ])
  const contactId = await automations.contact('asked@example.com')
  await ask(optIn, list, 'asked@example.com')
  const now = { contact_id: contactId, at: new Date().toISOString() }
  expect(outcomes(await simulated({ steps: [asks('first')] }, now))).toEqual(['first already_requested'])
  const body = { email: 'blocked@example.com' }
  await call(service.url, 'POST', '/v1/compliance/suppressions', { key: automations.apiKey, body })
  const blocked = await simulated({ steps: [asks('first')] }, { contact: body })
  expect(outcomes(blocked)).toEqual(['first manual'])
})

it('says of other steps what they would do, and fails where they would', async () => {
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, index]))
  const steps = [
    { key: 'tell', notify: { name: 'trial_ended' } },
    { key: 'swap', update_contact: { properties: { p0: null, plan: 'pro' } } },
    { key: 'grow', update_contact: { properties: { more: 1 } } },
    exits('end'),
  ]
  const shown = await simulated({ steps }, { contact: { ...ada, properties } })
  expect(shown.status).toBe('failed')
  expect(outcomes(shown)).toEqual(['tell done', 'swap done', 'grow too_many_properties'])
  expect(shown.steps.map(({ detail }) => detail)).toMatchObject([
    expect.stringContaining('trial_ended'),
    'Changes the contact: p0: null, plan: "pro".',
    expect.any(String),
  ])
})

it('takes the latest version, or the one that it is asked for', async () => {
  const id = await automations.made({ steps: [exits('old')] })
  await automations.createVersion(id, { steps: [exits('new')] })
  const keys = async (asked: object) => {
    const { body } = await automations.simulate(id, { contact: ada, ...asked })
    return [body.version, (body as Simulated).steps[0]?.key]
  }
  expect(await keys({})).toEqual([2, 'new'])
  expect(await keys({ version: 1 })).toEqual([1, 'old'])
  expect((await automations.simulate(id, { contact: ada, version: 3 })).status).toBe(404)
})

it('refuses what it cannot be asked for', async () => {
  const id = await automations.made()
  const contactId = await automations.contact('asked-for@example.com')
  const refusal = async (body: Record<string, unknown>) => {
    const reply = await automations.simulate(id, body)
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.code).toBe('validation_failed')
    return reply.body.error.details[0].path as string
  }
  expect(await refusal({})).toBe('/body')
  expect(await refusal({ contact: ada, contact_id: contactId })).toBe('/body')
  expect(await refusal({ contact_id: 'con_01kbf3yq0pe7abk9m5r1w8t2xc' })).toBe('/body/contact_id')
  for (const after of ['soon', 'P366D', '-P1D']) {
    const events = [{ name: 'seen' }, { name: 'seen', after }]
    expect(await refusal({ contact: ada, events })).toBe('/body/events/1/after')
  }
  const data = { long: 'x'.repeat(65_536) }
  expect(await refusal({ contact: ada, data })).toBe('/body/data')
})

it('knows the project and the workspace alone', async () => {
  const id = await automations.made()
  const stranger = await addTenant(service)
  const others = await automationCalls(service, stranger)
  const strangersContact = await others.contact('stranger@example.com')
  expect((await automations.simulate(id, { contact_id: strangersContact })).status).toBe(422)
  expect((await others.simulate(id, { contact: ada })).status).toBe(404)
  const live = { ...optIn, project: tenant.liveProject }
  const contact = { ...ada, confirmed_lists: [await addList(live)] }
  const reply = await automations.simulate(id, { contact })
  expect(reply.body.error.details[0].path).toBe('/body/contact/confirmed_lists/0')
  const body = { project_id: tenant.liveProject, email: 'live@example.com' }
  const { body: ofLive } = await call(service.url, 'PUT', '/v1/contacts', { key: automations.apiKey, body })
  expect((await automations.simulate(id, { contact_id: ofLive.id })).status).toBe(422)
})

it('counts no mail of an invented contact, whoever has its address', async () => {
  const bounced = { message: { status: 'bounced' } }
  const contactId = await automations.contact('bounced@example.com')
  // The id of the contact will do for a mail of the same moment.
  await service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, destination)
     select workspace_id, id, id, project_id, environment, email, address, 'bounced', now(), 'example.com'
     from contacts where workspace_id = $1 and address = 'bounced@example.com'`,
    [tenant.workspaceId],
  )
  const now = new Date().toISOString()
  const real = await simulated({ entry_rule: bounced }, { contact_id: contactId, at: now })
  expect(real.entered).toBe(true)
  const invented = await simulated(
    { entry_rule: bounced },
    { contact: { email: 'bounced@example.com' }, at: now },
  )
  expect(invented.reason).toBe('entry_rule')
})

it('leaves nothing behind', async () => {
  const owner = await addTenant(service)
  const own = await automationCalls(service, owner)
  const list = await addList({ url: service.url, key: own.apiKey, project: owner.testProject })
  const contactId = await own.contact('grace@example.com')
  const id = await own.made({
    steps: [
      { key: 'mail', send: { template_id: await own.template() } },
      { key: 'update', update_contact: { name: 'Grace', properties: { plan: 'pro' } } },
      { key: 'record', record_event: { name: 'seen' } },
      { key: 'ask', subscribe: { list_id: list } },
      { key: 'tell', notify: { name: 'seen' } },
      { key: 'leave', unsubscribe: { list_id: list } },
      { key: 'out', unsubscribe: {} },
    ],
  })
  const before = await rowsOf(owner)
  const { body } = await own.simulate(id, { contact_id: contactId })
  expect(outcomes(body as Simulated)).toEqual([
    'mail done',
    'update done',
    'record done',
    'ask done',
    'tell done',
    'leave done',
    'out done',
  ])
  expect(await rowsOf(owner)).toEqual(before)
})

/** All rows of a workspace, by table: those of a simulation would be among them. */
async function rowsOf({ workspaceId }: Tenant): Promise<Record<string, unknown>> {
  const { rows: tables } = await service.sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await service.sql.query(
      `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as rows from "${name}" row where workspace_id = $1`,
      [workspaceId],
    )
    found[name] = rows[0].rows
  }
  return found
}
