import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { erasureCalls } from '../../../support/erasure/erasure-calls.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { suppressAsBounced } from '../../../support/audience/bounced.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** An erasure is of one project, or of one workspace, and of no other. */

type Deletion = components['schemas']['Deletion']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery: { pollMs: 20 }, erasures: { everySeconds: 0.05 } })
})
afterAll(() => service.stop())

const { erase, lookAgain } = erasureCalls(() => service)

/** Until nothing that is due waits any more. */
const untilSent = () =>
  until(async () => {
    const due = `select from delivery_queue where due_at < now() + interval '5 minutes'`
    return (await service.sql.query(due)).rows.length === 0
  }, 'everything to be sent')

test('a project erases its own, and other tenants keep theirs', async () => {
  const [mine, theirs] = [await addTenant(service), await addTenant(service)]
  const sibling = await mine.project()
  const email = 'eve@everywhere.example'
  const ask = async (
    key: string,
    method: string,
    path: string,
    { body, headers = {} }: { readonly body: object; readonly headers?: Record<string, string> },
  ) => {
    const reply = await call(service.url, method, path, { key, body, headers })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const message = (project_id: string) => ({
    project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'Eve@Everywhere.example' }],
    subject: 'Hi',
    text: email,
  })
  const owned = [
    [mine, mine.liveProject],
    [mine, sibling],
    [theirs, theirs.liveProject],
  ] as const
  for (const [owner, project] of owned) {
    const key = await owner.key()
    await ask(key, 'POST', '/v1/messages', {
      body: message(project),
      headers: { 'Idempotency-Key': project },
    })
    const headers = { 'Idempotency-Key': project }
    const contact = await ask(key, 'PUT', '/v1/contacts', { body: { project_id: project, email }, headers })
    await ask(key, 'POST', `/v1/contacts/${contact.id}/events`, { body: { name: 'called' }, headers })
    const byAddress = { project_id: project, email, name: 'called' }
    await ask(key, 'POST', '/v1/contacts/events', { body: byAddress, headers })
  }
  // A project's preview has its own alone; a key of another tenant sees nothing of either.
  const previewed = async (key: string, body: object) =>
    (await ask(key, 'POST', '/v1/compliance/deletions/preview', { body })).found as Record<string, number>
  const ofOne = { contacts: 1, contact_events: 2, message_logs: 1, subscriptions: 0, inbound_messages: 0 }
  expect(await previewed(await mine.key(), { email, project_id: sibling })).toMatchObject(ofOne)
  expect(await previewed(await mine.key(), { email })).toMatchObject({ contacts: 2, contact_events: 4 })
  expect(await previewed(await mine.key(), { email: 'nobody@everywhere.example' })).toMatchObject({
    contacts: 0,
  })
  expect(await previewed(await theirs.key(), { email })).toMatchObject(ofOne)
  await service.sql.query(
    `insert into suppressions (workspace_id, id, address, reason) values ($1, $2, $3, 'manual')`,
    [mine.workspaceId, newUuid(), email],
  )
  await untilSent()

  const before = {
    theirs: await dump(service.sql, theirs.workspaceId),
    mine: await dump(service.sql, mine.workspaceId),
  }
  const projectKey = await mine.key({ project: mine.liveProject })
  const deletion = await erase(projectKey, 'EVE@everywhere.example')
  expect(deletion).toMatchObject({
    project_id: mine.liveProject,
    erased: { contacts: 1, message_logs: 1, contact_events: 2, kept_replies: 4, suppressions: 0 },
  })
  await lookAgain(deletion)
  expect(await dump(service.sql, theirs.workspaceId)).toEqual(before.theirs)
  const own = fromTypeId('prj', mine.liveProject)
  const after = await dump(service.sql, mine.workspaceId)
  const kept = (dumped: Map<string, string[]>, table: string) =>
    (dumped.get(table) ?? []).filter((row) => row.includes(fromTypeId('prj', sibling)))
  for (const table of ['contacts', 'messages', 'message_logs', 'events'])
    expect(kept(after, table)).toEqual(kept(before.mine, table))
  for (const [, project] of [owned[1]]) {
    const replayed = await call(service.url, 'POST', '/v1/messages', {
      key: await mine.key(),
      body: message(project),
      headers: { 'Idempotency-Key': project },
    })
    expect(replayed.body.recipients).toMatchObject([{ email: 'Eve@everywhere.example' }])
  }
  expect(found(after, [email]).filter((row) => row.includes(own))).toEqual([])
  expect(found(after, [email]).some((row) => row.startsWith('suppressions'))).toBe(true)

  // The token holds where it was erased, and there only.
  await service.sql.query('delete from suppressions where address = $1', [email])
  const sent = async (project: string) =>
    (await ask(await mine.key(), 'POST', '/v1/messages', { body: message(project) })).status as string
  expect(await sent(mine.liveProject)).toBe('failed')
  expect(await sent(sibling)).toBe('queued')

  const list = async (key: string) =>
    (await call(service.url, 'GET', '/v1/compliance/deletions', { key })).body.data as Deletion[]
  expect((await list(projectKey)).map(({ id }) => id)).toEqual([deletion.id])
  const siblingKey = await mine.key({ project: sibling })
  expect(await list(siblingKey)).toEqual([])
  expect(await list(await theirs.key())).toEqual([])
  expect(
    (await call(service.url, 'GET', `/v1/compliance/deletions/${deletion.id}`, { key: siblingKey })).status,
  ).toBe(404)

  const refused = async (key: string, project_id?: string) => {
    const body = { email, ...(project_id !== undefined && { project_id }) }
    const reply = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body })
    return [reply.status, reply.body.error?.code]
  }
  expect(await refused(siblingKey, mine.liveProject)).toEqual([403, 'project_not_allowed'])
  expect(await refused(await theirs.key(), mine.liveProject)).toEqual([403, 'project_not_allowed'])
  const testKey = await mine.key({ restrictions: { environment: 'test' } })
  expect(await refused(testKey)).toEqual([403, 'environment_not_allowed'])
  expect(await refused(testKey, sibling)).toEqual([403, 'environment_not_allowed'])
  expect(await refused(testKey, mine.testProject)).toEqual([201, undefined])
})

test('the erasure of a project leaves the suppression, without what was said of its mail', async () => {
  const tenant = await addTenant(service)
  const sibling = await tenant.project()
  const email = 'gone@replied.example'
  const reply = '550 5.1.1 gone: no such user'
  const replyAfter = async (project: string | null) => {
    await service.sql.query('delete from suppressions where workspace_id = $1', [tenant.workspaceId])
    const id = await suppressAsBounced(service.sql, tenant.workspaceId, email, { reply })
    const log = newUuid()
    if (project !== null)
      await service.sql.query(
        `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, kind, status,
           attempts, updated_at)
         values ($1, $2, $3, $4, 'live', 'a@b.example', 'a@b.example', 'to', 'bounced', '[]', now())`,
        [tenant.workspaceId, log, newUuid(), fromTypeId('prj', project)],
      )
    await service.sql.query('update suppressions set log_id = $2 where workspace_id = $1', [
      tenant.workspaceId,
      log,
    ])
    const key = await tenant.key()
    const body = { email, project_id: tenant.liveProject }
    const erased = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body })
    expect(erased.status, erased.text).toBeLessThan(300)
    const deletion = erased.body.id as string
    await until(async () => {
      const path = `/v1/compliance/deletions/${deletion}`
      return (await call(service.url, 'GET', path, { key })).body.status === 'completed'
    }, 'the erasure')
    return (await call(service.url, 'GET', `/v1/suppressions/${id}`, { key })).body
  }
  expect(await replyAfter(tenant.liveProject)).toMatchObject({ email, reply: null })
  expect(await replyAfter(sibling)).toMatchObject({ email, reply })
  // Nobody knows whose mail it was.
  expect(await replyAfter(null)).toMatchObject({ email, reply: null })
})
