import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../support/api/api.js'
import { automationCalls, welcomeMail } from '../../../../support/automations/automation-calls.js'
import { addList, ask, subscribe } from '../../../../support/audience/opt-in.js'
import {
  ada,
  outcomesOf,
  simulationsOfTenant,
  type Simulated,
  type Simulations,
} from '../../../../support/automations/simulations.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

let given: Simulations
beforeAll(async () => {
  given = await simulationsOfTenant()
})

const exits = (key: string) => ({ key, exit: {} })

describe('mail', () => {
  it('is shown with its hash, and withheld from who has left', async () => {
    const template_id = await given.automations.template()
    const send = (key: string) => ({ key, send: { template_id } })
    const steps = [
      send('first'),
      { key: 'leave', unsubscribe: {} },
      { key: 'again', unsubscribe: {} },
      send('second'),
    ]
    const contact = { ...ada, name: 'Ada' }
    const shown = await given.simulated({ steps }, { contact })
    expect(outcomesOf(shown)).toEqual([
      'first done',
      'leave done',
      'again already_opted_out',
      'second opted_out',
    ])
    expect(shown.steps[0]?.mail).toMatchObject({ template_id, version: 1, subject: welcomeMail.subject })
    expect(shown.steps[0]?.mail?.content_sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('to a list goes to who has confirmed it', async () => {
    const list = await addList(given.optIn)
    const steps = [{ key: 'mail', send: { template_id: await given.automations.template() } }]
    const fields = { sender: { list_id: list }, steps }
    expect(outcomesOf(await given.simulated(fields))).toEqual(['mail not_confirmed'])
    const contact = { ...ada, confirmed_lists: [list] }
    expect(outcomesOf(await given.simulated(fields, { contact }))).toEqual(['mail done'])
    const leaving = { ...fields, steps: [{ key: 'leave', unsubscribe: { list_id: list } }, ...steps] }
    expect(outcomesOf(await given.simulated(leaving, { contact }))).toEqual([
      'leave done',
      'mail not_confirmed',
    ])
    const contactId = await given.automations.contact('reader@example.com')
    await subscribe(given.optIn, list, 'reader@example.com')
    expect(outcomesOf(await given.simulated(leaving, { contact_id: contactId }))).toEqual([
      'leave done',
      'mail not_confirmed',
    ])
    expect(outcomesOf(await given.simulated(fields, { contact_id: contactId }))).toEqual(['mail done'])
  })

  it('that cannot be rendered ends the simulation', async () => {
    const { body: template } = await given.automations.templates.create({
      ...welcomeMail,
      name: 'Unpublished',
    })
    const steps = [{ key: 'mail', send: { template_id: template.id } }, exits('end')]
    const failed = await given.simulated({ steps })
    expect(failed).toMatchObject({ status: 'failed', ended_reason: null })
    expect(outcomesOf(failed)).toEqual(['mail template_not_published'])
  })
})

it('says whether an opt-in mail would be sent', async () => {
  const list = await addList(given.optIn)
  const asks = (key: string) => ({ key, subscribe: { list_id: list } })
  const steps = [asks('first'), asks('second'), { key: 'day', wait: { for: 'P1D' } }, asks('third')]
  expect(outcomesOf(await given.simulated({ steps }))).toEqual([
    'first done',
    'second already_requested',
    'day done',
    'third done',
  ])
  const contact = { ...ada, confirmed_lists: [list] }
  expect(outcomesOf(await given.simulated({ steps: [asks('first')] }, { contact }))).toEqual([
    'first already_confirmed',
  ])
  const contactId = await given.automations.contact('asked@example.com')
  await ask(given.optIn, list, 'asked@example.com')
  const now = { contact_id: contactId, at: new Date().toISOString() }
  expect(outcomesOf(await given.simulated({ steps: [asks('first')] }, now))).toEqual([
    'first already_requested',
  ])
  const body = { email: 'blocked@example.com' }
  await call(given.service.url, 'POST', '/v1/compliance/suppressions', {
    key: given.automations.apiKey,
    body,
  })
  const blocked = await given.simulated({ steps: [asks('first')] }, { contact: body })
  expect(outcomesOf(blocked)).toEqual(['first manual'])
})

it('says of other steps what they would do, and fails where they would', async () => {
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, index]))
  const steps = [
    { key: 'tell', notify: { name: 'trial_ended' } },
    { key: 'swap', update_contact: { properties: { p0: null, plan: 'pro' } } },
    { key: 'grow', update_contact: { properties: { more: 1 } } },
    exits('end'),
  ]
  const shown = await given.simulated({ steps }, { contact: { ...ada, properties } })
  expect(shown.status).toBe('failed')
  expect(outcomesOf(shown)).toEqual(['tell done', 'swap done', 'grow too_many_properties'])
  expect(shown.steps.map(({ detail }) => detail)).toMatchObject([
    expect.stringContaining('trial_ended'),
    'Changes the contact: p0: null, plan: "pro".',
    expect.any(String),
  ])
})

it('takes the latest version, or the one that it is asked for', async () => {
  const id = await given.automations.made({ steps: [exits('old')] })
  await given.automations.createVersion(id, { steps: [exits('new')] })
  const keys = async (asked: object) => {
    const { body } = await given.automations.simulate(id, { contact: ada, ...asked })
    return [body.version, (body as Simulated).steps[0]?.key]
  }
  expect(await keys({})).toEqual([2, 'new'])
  expect(await keys({ version: 1 })).toEqual([1, 'old'])
  expect((await given.automations.simulate(id, { contact: ada, version: 3 })).status).toBe(404)
})

it('refuses what it cannot be asked for', async () => {
  const id = await given.automations.made()
  const contactId = await given.automations.contact('asked-for@example.com')
  const refusal = async (body: Record<string, unknown>) => {
    const reply = await given.automations.simulate(id, body)
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
  const id = await given.automations.made()
  const stranger = await addTenant(given.service)
  const others = await automationCalls(given.service, stranger)
  const strangersContact = await others.contact('stranger@example.com')
  expect((await given.automations.simulate(id, { contact_id: strangersContact })).status).toBe(422)
  expect((await others.simulate(id, { contact: ada })).status).toBe(404)
  const live = { ...given.optIn, project: given.tenant.liveProject }
  const contact = { ...ada, confirmed_lists: [await addList(live)] }
  const reply = await given.automations.simulate(id, { contact })
  expect(reply.body.error.details[0].path).toBe('/body/contact/confirmed_lists/0')
  const body = { project_id: given.tenant.liveProject, email: 'live@example.com' }
  const { body: ofLive } = await call(given.service.url, 'PUT', '/v1/contacts', {
    key: given.automations.apiKey,
    body,
  })
  expect((await given.automations.simulate(id, { contact_id: ofLive.id })).status).toBe(422)
})

it('counts no mail of an invented contact, whoever has its address', async () => {
  const bounced = { message: { status: 'bounced' } }
  const contactId = await given.automations.contact('bounced@example.com')
  // The id of the contact will do for a mail of the same moment.
  await given.service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, destination)
     select workspace_id, id, id, project_id, environment, email, address, 'bounced', now(), 'example.com'
     from contacts where workspace_id = $1 and address = 'bounced@example.com'`,
    [given.tenant.workspaceId],
  )
  const now = new Date().toISOString()
  const real = await given.simulated({ entry_rule: bounced }, { contact_id: contactId, at: now })
  expect(real.entered).toBe(true)
  const invented = await given.simulated(
    { entry_rule: bounced },
    { contact: { email: 'bounced@example.com' }, at: now },
  )
  expect(invented.reason).toBe('entry_rule')
})

it('leaves nothing behind', async () => {
  const owner = await addTenant(given.service)
  const own = await automationCalls(given.service, owner)
  const list = await addList({ url: given.service.url, key: own.apiKey, project: owner.testProject })
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
  expect(outcomesOf(body as Simulated)).toEqual([
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
  const { rows: tables } = await given.service.sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await given.service.sql.query(
      `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as rows from "${name}" row where workspace_id = $1`,
      [workspaceId],
    )
    found[name] = rows[0].rows
  }
  return found
}
