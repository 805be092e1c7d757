import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import {
  automationCalls,
  exitStep,
  type AutomationCalls,
} from '../../../../support/automations/automation-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { plain, refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'
import { topicCalls } from '../../../../support/audience/topics.js'

/** Automations and their versions: what is kept of them, and who may do what. */

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
let other: AutomationCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
  other = await automationCalls(service, await addTenant(service))
})

/** One of every kind of step. */
async function everyStep() {
  const [template, list] = [await automations.template(), await automations.list()]
  const steps = [
    {
      key: 'welcome',
      send: { template_id: template, version: 1, variables: { code: 'A' }, transactional: true },
    },
    { key: 'sleep', wait: { for: 'P1D' } },
    { key: 'morning', wait: { time_of_day: { time: '09:00', timezone: 'Europe/Berlin' } } },
    { key: 'end_of_trial', wait: { until_property: { name: 'trial_ends_at', offset: '-P3D' } } },
    { key: 'christmas', wait: { until: '2030-12-24T18:00:00+01:00' } },
    {
      key: 'order',
      wait_for_event: {
        name: 'order_placed',
        where: [{ name: 'total', op: 'gte', value: 50 }],
        timeout: 'P3D',
        on_timeout: [{ key: 'remember', update_contact: { name: null, properties: { plan: 'free' } } }],
      },
    },
    {
      key: 'choose',
      branch: {
        cases: [
          {
            if: { property: { name: 'plan', op: 'eq', value: 'pro' } },
            steps: [{ key: 'ask', subscribe: { list_id: list } }],
          },
        ],
        else: [{ key: 'leave', unsubscribe: {} }],
      },
    },
    { key: 'record', record_event: { name: 'welcomed', properties: { by: 'mail' } } },
    { key: 'tell', notify: { name: 'trial_ended', data: { team: ['sales', null] } } },
    { key: 'end', exit: { reason: 'Done' } },
  ]
  return { template, list, steps }
}

test('a draft has its first version as it was given', async () => {
  const { list, steps } = await everyStep()
  const content = {
    trigger: { event: { name: 'signed_up', where: [{ name: 'plan', op: 'in', value: ['pro', 'free'] }] } },
    entry_rule: { not: { list: { list_id: list, status: 'confirmed' } } },
    reentry: { mode: 'always', min_interval: 'P7D', key: 'cart_id' },
    exit_on: [
      { event: { name: 'order_placed' } },
      { list: { list_id: list, on: 'unsubscribed' } },
      { rule: { property: { name: 'plan', op: 'eq', value: 'pro' } } },
    ],
    sender: { from_email: 'hello@shop.example', from_name: 'Shop', category: 'onboarding', list_id: list },
    steps,
  }
  const reply = await automations.create({ name: ' Wel\tcome ', ...content }, { key: automations.member })
  const { status, body } = reply
  expect([status, body]).toEqual([
    201,
    {
      id: body.id,
      project_id: tenant.testProject,
      environment: 'test',
      name: 'Wel come',
      status: 'draft',
      published_version: null,
      latest_version: 1,
      retry: null,
      created_at: body.created_at,
      updated_at: body.created_at,
    },
  ])
  expect((await automations.get(body.id, automations.member)).body).toEqual(body)
  const { created_at, created_by, ...version } = (await automations.version(body.id, 1, automations.member))
    .body
  expect(version).toEqual({ automation_id: body.id, version: 1, ...content, published_at: null })
  expect([Date.parse(created_at) > 0, created_by.startsWith('usr_')]).toEqual([true, true])
})

test('a key of idempotency makes one', async () => {
  const headers = { 'Idempotency-Key': 'one' }
  const [first, second] = [
    await automations.create({}, { headers }),
    await automations.create({}, { headers }),
  ]
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

describe('versions', () => {
  test('are numbered, and listed newest first', async () => {
    const id = await automations.made()
    for (const name of ['b', 'c']) {
      const reply = await automations.createVersion(id, { trigger: { event: { name } } }, automations.member)
      expect([reply.status, reply.body.trigger]).toEqual([201, { event: { name } }])
    }
    expect((await automations.get(id)).body).toMatchObject({ latest_version: 3, published_version: null })
    const first = (await automations.versions(id, '?limit=2', automations.member)).body
    expect(first.data.map(({ version }: { version: number }) => version)).toEqual([3, 2])
    expect(first.data[0]).toEqual((await automations.version(id, 3)).body)
    expect(first.has_more).toBe(true)
    const last = (await automations.versions(id, `?limit=2&cursor=${first.next_cursor}`)).body
    expect(last.data.map(({ version }: { version: number }) => version)).toEqual([1])
    expect([last.has_more, last.next_cursor]).toEqual([false, null])
  })

  test('that are large come a few at a time', async () => {
    const data = { a: 'a'.repeat(15_900) }
    const steps = Array.from({ length: 30 }, (_, index) => ({
      key: `s${index}`,
      notify: { name: 'a', data },
    }))
    const id = await automations.made({ steps })
    for (let version = 2; version <= 5; version += 1) await automations.createVersion(id, { steps })
    const numbers = (page: { data: { version: number }[] }) => page.data.map(({ version }) => version)
    const first = (await automations.versions(id, '?limit=100')).body
    expect([numbers(first), first.has_more]).toEqual([[5, 4, 3, 2], true])
    const last = (await automations.versions(id, `?limit=100&cursor=${first.next_cursor}`)).body
    expect([numbers(last), last.has_more]).toEqual([[1], false])
  })

  test('are 500 at most', async () => {
    const id = await automations.made()
    await service.sql.query('update automations set latest_version = 500 where id = $1', [
      fromTypeId('aut', id),
    ])
    expect(refusalOf(await automations.createVersion(id))).toEqual([409, 'invalid_state'])
  })

  test('that there are not are not found', async () => {
    const id = await automations.made()
    expect((await automations.version(id, 2)).status).toBe(404)
  })
})

test('a name can be changed', async () => {
  const id = await automations.made()
  const reply = await automations.rename(id, 'Hello', automations.member)
  expect([reply.status, reply.body.name]).toEqual([200, 'Hello'])
  expect(refusalOf(await automations.rename(id, '\u202e'))).toEqual([
    422,
    'validation_failed',
    '/body/name',
    'empty',
  ])
})

test('lists go by project and by status', async () => {
  const own = await automationCalls(service, await addTenant(service))
  const [draft, active, paused] = [await own.made(), await own.published(), await own.published()]
  await own.pause(paused)
  const ids = async (query: string) =>
    (await own.page(query, own.member)).body.data.map(({ id }: { id: string }) => id) as string[]
  expect(await ids('')).toEqual([paused, active, draft])
  expect(await ids('?status=active')).toEqual([active])
  expect(await ids('?status=archived')).toEqual([])
  const { project_id } = (await own.get(draft)).body
  expect(await ids(`?project_id=${project_id}&status=draft`)).toEqual([draft])
  expect(await ids(`?project_id=${tenant.testProject}`)).toEqual([])
  const first = (await own.page('?limit=2')).body
  expect(await ids(`?limit=2&cursor=${first.next_cursor}`)).toEqual([draft])
})

test('a project has 200 that are not archived at most', async () => {
  const own = await addTenant(service)
  const calls = await automationCalls(service, own)
  await service.sql.query(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version)
     select $1, gen_random_uuid(), $2, 'test', 'A', case when n <= 200 then 'draft' else 'archived' end, 1
     from generate_series(1, 205) n`,
    [own.workspaceId, fromTypeId('prj', own.testProject)],
  )
  expect(refusalOf(await calls.create())).toEqual([422, 'validation_failed', '/body/project_id', 'too_many'])
  expect((await calls.create({ project_id: own.liveProject })).status).toBe(201)
})

test('what a version names is noted, each thing once', async () => {
  const { template, list, steps } = await everyStep()
  const segment = await automations.programs.segment()
  const id = await automations.made({
    steps: [{ ...exitStep, key: 'first' }, ...steps],
    exit_on: [{ rule: { segment: { segment_id: segment } } }],
  })
  const { rows } = await service.sql.query<Record<string, string>>(
    'select kind, referenced_id from automation_references where workspace_id = $1 and automation_id = $2 order by kind',
    [tenant.workspaceId, fromTypeId('aut', id)],
  )
  expect(rows.map(({ kind, referenced_id }) => [kind, referenced_id])).toEqual([
    ['list', fromTypeId('lst', list)],
    ['segment', fromTypeId('seg', segment)],
    ['template', fromTypeId('tpl', template)],
  ])
})

describe("another workspace's automation", () => {
  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['is not shown', (id) => other.get(id)],
    ['nor its version', (id) => other.version(id, 1)],
    ['nor its versions', (id) => other.versions(id)],
    ['is not renamed', (id) => other.rename(id, 'Stolen')],
    ['gets no version', (id) => other.createVersion(id)],
    ['is not published', (id) => other.publish(id)],
    ['is not paused', (id) => other.pause(id)],
    ['is not resumed', (id) => other.resume(id)],
    ['is not archived', (id) => other.archive(id)],
  ])('%s', async (_, attempt) => {
    const id = await automations.made()
    const before = (await automations.get(id)).body
    expect((await attempt(id)).status).toBe(404)
    expect((await automations.get(id)).body).toEqual(before)
  })
})

test('a template that a version names may be for every project', async () => {
  const template = await automations.templates.published({ ...plain, project_id: null })
  const steps = [{ key: 'a', send: { template_id: template, transactional: true } }]
  expect((await automations.create({ steps })).status).toBe(201)
})

test('a topic that a step or a rule names is of the project, and not of transactional mail', async () => {
  const template = await automations.template()
  const send = (fields: object) => ({ key: 'a', send: { template_id: template, ...fields } })
  const mistakes = async (fields: Record<string, unknown>) => {
    const { status, body } = await automations.create(fields)
    const details = body.error.details as { path: string; code: string }[]
    return [status, ...details.map(({ path, code }) => `${path} ${code}`)]
  }
  const rule = { topic: { topic: 'unknown', is: 'subscribed' } }
  expect(await mistakes({ steps: [send({ topic: 'unknown' })], entry_rule: rule })).toEqual([
    422,
    '/body/steps/0/send/topic not_found',
    '/body/entry_rule/topic/topic not_found',
  ])
  const topics = topicCalls(service.url, automations.apiKey, tenant.testProject)
  await topics.made('known')
  expect((await automations.create({ steps: [send({ topic: 'known' })] })).status).toBe(201)
  expect(await mistakes({ steps: [send({ topic: 'known', transactional: true })] })).toEqual([
    422,
    '/body/steps/0/send/topic conflict',
  ])
})
