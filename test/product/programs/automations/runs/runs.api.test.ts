import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { automationCalls, type AutomationCalls } from '../../../../support/automations/automation-calls.js'
import {
  insertAutomation,
  insertRun,
  insertRunStep,
} from '../../../../support/automations/automation-rows.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Runs and figures as users see them. */

let service: TestService
let tenant: Tenant
let calls: AutomationCalls
let projectId: Uuid
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  calls = await automationCalls(service, tenant)
  projectId = fromTypeId('prj', tenant.testProject)
})

const steps = [
  { key: 'welcome', send: { template_id: toTypeId('tpl', newUuid()) } },
  { key: 'order', wait_for_event: { name: 'order_placed', timeout: 'P3D' } },
]
const automationOf = async (of = tenant, fields: object = {}) => {
  const project = fromTypeId('prj', of.testProject)
  const id = await insertAutomation(service.sql, of.workspaceId, project, { steps, ...fields })
  return { uuid: id, id: toTypeId('aut', id) }
}
const run = (automationId: Uuid, columns: Readonly<Record<string, unknown>> = {}) =>
  insertRun(service.sql, { workspaceId: tenant.workspaceId, projectId, automationId }, columns)
const idsOf = async (id: string, query = '') => {
  const { status, body } = await calls.runs(id, query)
  expect(status).toBe(200)
  return (body.data as { id: string }[]).map((each) => fromTypeId('run', each.id))
}

describe('runs', () => {
  test('are listed newest first, by status and by contact, page by page', async () => {
    const automation = await automationOf()
    const other = await automationOf()
    const contact = newUuid()
    const runs = [
      await run(automation.uuid, { status: 'completed', ended_at: new Date() }),
      await run(automation.uuid, { status: 'waiting', contact_id: contact }),
      await run(automation.uuid, { status: 'failed', ended_at: new Date(), contact_id: contact }),
      await run(automation.uuid, { status: 'waiting' }),
    ] as const
    await run(other.uuid, { contact_id: contact })
    const [completed, second, failed, last] = runs
    expect(await idsOf(automation.id)).toEqual([...runs].reverse())
    expect(await idsOf(automation.id, '?status=waiting')).toEqual([last, second])
    expect(await idsOf(automation.id, '?status=exited')).toEqual([])
    const ofContact = `contact_id=${toTypeId('con', contact)}`
    expect(await idsOf(automation.id, `?${ofContact}`)).toEqual([failed, second])
    expect(await idsOf(automation.id, `?${ofContact}&status=waiting`)).toEqual([second])

    const first = (await calls.runs(automation.id, '?limit=3')).body
    expect(first).toMatchObject({ has_more: true })
    const next = await idsOf(automation.id, `?limit=3&cursor=${first.next_cursor as string}`)
    expect(next).toEqual([completed])
    expect(await idsOf(automation.id, '?until=2026-01-01T00:00:00Z')).toEqual([])
  })

  test('of a contact are listed newest first, of whatever automation, page by page', async () => {
    const [one, two] = [await automationOf(), await automationOf()]
    const contact = await calls.contact('runner@example.com')
    const of = { contact_id: fromTypeId('con', contact) }
    const runs = [
      await run(two.uuid, of),
      await run(one.uuid, { ...of, status: 'waiting' }),
      await run(two.uuid, { ...of, status: 'completed', ended_at: new Date() }),
    ]
    const longAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000)
    await run(one.uuid, { ...of, status: 'completed', started_at: longAgo, ended_at: longAgo })
    await run(one.uuid)
    const page = async (query = '') =>
      (await call(service.url, 'GET', `/v1/contacts/${contact}/runs${query}`, { key: calls.session })).body
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => fromTypeId('run', id))
    expect(ids(await page())).toEqual([...runs].reverse())
    const first = await page('?limit=2')
    expect(first).toMatchObject({ has_more: true })
    expect(ids(await page(`?limit=2&cursor=${first.next_cursor as string}`))).toEqual([runs[0]])
    expect(ids(await page('?until=2026-01-01T00:00:00Z'))).toEqual([])
    // Another of the workspace has none.
    const other = await calls.contact('walker@example.com')
    const reply = await call(service.url, 'GET', `/v1/contacts/${other}/runs`, { key: calls.session })
    expect(reply.body.data).toEqual([])
  })

  test('are there until their retention is over, however long they have lasted', async () => {
    const automation = await automationOf()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)
    const started = { started_at: daysAgo(90), since: daysAgo(90) }
    const kept = await run(automation.uuid, { ...started, status: 'exited', ended_at: daysAgo(29) })
    const gone = await run(automation.uuid, { ...started, status: 'exited', ended_at: daysAgo(31) })
    const waiting = await run(automation.uuid, { ...started, status: 'waiting' })
    expect(await idsOf(automation.id)).toEqual([waiting, kept])
    expect((await calls.run(automation.id, toTypeId('run', gone))).status).toBe(404)
    expect((await calls.run(automation.id, toTypeId('run', kept))).status).toBe(200)
  })

  test('are shown with their data and steps', async () => {
    const automation = await automationOf()
    const until = new Date(Date.now() + 1000)
    const id = await run(automation.uuid, {
      status: 'waiting',
      data: { plan: 'pro' },
      step_key: 'order',
      wait_until: until,
      wait_event: 'order_placed',
    })
    const messageId = newUuid()
    const step = { step_key: 'welcome', kind: 'send', outcome: 'done', message_id: messageId }
    await insertRunStep(service.sql, tenant.workspaceId, id, { number: 1, columns: step })
    const { status, body } = await calls.run(automation.id, toTypeId('run', id))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: toTypeId('run', id),
      automation_id: automation.id,
      status: 'waiting',
      step_key: 'order',
      wait: { until: until.toISOString(), event: 'order_placed' },
      data: { plan: 'pro' },
      steps: [
        { key: 'welcome', kind: 'send', outcome: 'done', message_id: toTypeId('msg', messageId) },
        { key: 'order', kind: 'wait_for_event', outcome: 'waiting', ended_at: null },
      ],
    })
  })

  test('are cancelled and retried', async () => {
    const automation = await automationOf()
    const contact = await calls.contact('ada@example.com')
    const failed = { status: 'failed', ended_at: new Date(), error_code: 'template_not_found' }
    const id = await run(automation.uuid, {
      ...failed,
      contact_id: fromTypeId('con', contact),
      step_key: 'welcome',
    })
    const runId = toTypeId('run', id)
    const step = { step_key: 'welcome', kind: 'send', outcome: 'failed', reason: 'template_not_found' }
    await insertRunStep(service.sql, tenant.workspaceId, id, { number: 1, columns: step })
    const retried = await calls.retryRun(automation.id, runId)
    expect([retried.status, retried.body]).toMatchObject([202, { id: runId, status: 'running', error: null }])
    expect(await calls.retryRun(automation.id, runId)).toMatchObject({ status: 202, body: retried.body })
    const cancelled = await calls.cancelRun(automation.id, runId)
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      { status: 'cancelled', ended_reason: 'manual', step_key: 'welcome' },
    ])
    expect(await calls.cancelRun(automation.id, runId)).toMatchObject({ status: 200, body: cancelled.body })
    expect(await calls.retryRun(automation.id, runId)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state' } },
    })
    // Whoever it was for is not there any more.
    const orphan = toTypeId('run', await run(automation.uuid, { ...failed, step_key: 'welcome' }))
    expect((await calls.retryRun(automation.id, orphan)).status).toBe(409)
  })

  test('are retried together in the background', async () => {
    const automation = await automationOf()
    for (const version of [1, 1, 2])
      await run(automation.uuid, { status: 'failed', ended_at: new Date(), version, step_key: 'welcome' })
    const { status, body } = await calls.retryRuns(automation.id, { version: 1 })
    expect([status, body]).toMatchObject([
      202,
      { id: automation.id, retry: { total: 2, retried: 0, skipped: 0, completed_at: null } },
    ])
    expect((await calls.retryRuns(automation.id)).status).toBe(409)
    const none = await automationOf()
    const reply = await call(service.url, 'POST', `/v1/automations/${none.id}/runs/retry`, {
      key: calls.session,
    })
    expect([reply.status, reply.body]).toMatchObject([
      202,
      { retry: { total: 0, completed_at: expect.any(String) as string } },
    ])
  })
})

test('figures count what there is and what retention has deleted, of one moment', async () => {
  const automation = await automationOf()
  for (const status of ['running', 'waiting', 'waiting', 'failed', 'completed'])
    await run(automation.uuid, { status, step_key: status === 'completed' ? null : 'order' })
  await run(automation.uuid, { status: 'waiting', version: 2, step_key: 'welcome' })
  const key = [tenant.workspaceId, automation.uuid]
  await service.sql.query(
    `insert into automation_purged_runs values ($1, $2, 'completed', 40), ($1, $2, 'cancelled', 2)`,
    key,
  )
  await service.sql.query(
    `insert into automation_ignored (workspace_id, automation_id, reason, counted_by, count)
     values ($1, $2, 'too_old', gen_random_uuid(), 1), ($1, $2, 'already_running', gen_random_uuid(), 2),
       ($1, $2, 'already_running', gen_random_uuid(), 3)`,
    key,
  )
  const listed = (query: string) => call(service.url, 'GET', `/v1/automations${query}`, { key: calls.member })
  const list = await listed('?limit=1&include=figures')
  expect(list.body.data).toMatchObject([
    {
      id: automation.id,
      figures: { runs: { running: 1, waiting: 3, completed: 41, exited: 0, failed: 1, cancelled: 2 } },
    },
  ])
  expect((await listed('?limit=1')).body.data[0]).not.toHaveProperty('figures')
  const { status, body } = await calls.stats(automation.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    automation_id: automation.id,
    runs: { running: 1, waiting: 3, completed: 41, exited: 0, failed: 1, cancelled: 2 },
    ignored: [
      { reason: 'already_running', count: 5 },
      { reason: 'too_old', count: 1 },
    ],
    steps: [
      { version: 2, step_key: 'welcome', running: 0, waiting: 1, failed: 0 },
      { version: 1, step_key: 'order', running: 1, waiting: 2, failed: 1 },
    ],
  })
  await run(automation.uuid, { status: 'running' })
  expect((await calls.stats(automation.id)).body).toEqual(body)
})

test('runs are those of one automation and of one workspace', async () => {
  const [automation, sibling] = [await automationOf(), await automationOf()]
  const id = toTypeId('run', await run(automation.uuid, { status: 'failed', ended_at: new Date() }))
  const stranger = await automationCalls(service, await addTenant(service))
  for (const [by, automationId] of [
    [calls, sibling.id],
    [stranger, automation.id],
  ] as const) {
    expect((await by.run(automationId, id)).status).toBe(404)
    expect((await by.cancelRun(automationId, id)).status).toBe(404)
    expect((await by.retryRun(automationId, id)).status).toBe(404)
  }
  expect(await idsOf(sibling.id)).toEqual([])
  expect((await stranger.runs(automation.id)).status).toBe(404)
  expect((await stranger.stats(automation.id)).status).toBe(404)
  expect((await stranger.retryRuns(automation.id)).status).toBe(404)
})
