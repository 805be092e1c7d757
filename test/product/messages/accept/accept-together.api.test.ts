import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { untilWaiting } from '../../../support/database/lock-waits.js'
import { messageFor, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Concurrent sends share transactions, and still each has an answer and a fate of its own. */

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService()
  tenant = await addTenant(service)
  key = await tenant.key()
  // A mistake of ours that only shows in the database: it refuses one of the rows that go together.
  await service.sql.query(`alter table messages add constraint poison check (subject <> 'poison')`)
})
afterAll(() => service.stop())

const sendAll = (
  subjects: readonly string[],
  headersOf: (index: number) => Record<string, string> = () => ({}),
) =>
  Promise.all(
    subjects.map((subject, index) =>
      call(service.url, 'POST', '/v1/messages', {
        key,
        body: messageFor(tenant.liveProject, { subject }),
        headers: headersOf(index),
      }),
    ),
  )

/** Holds up the sends of the workspace, by a claim that is not committed, until the work is done. */
async function whileHeldUp<T>(work: () => Promise<T>): Promise<{ held: Promise<unknown>; result: T }> {
  const client = await service.sql.connect()
  const heldKey = randomUUID()
  try {
    await client.query('begin')
    await client.query(
      `insert into idempotency_keys (workspace_id, project_id, operation, key, fingerprint)
       values ($1, $2, 'sendMessage', $3, '')`,
      [tenant.workspaceId, fromTypeId('prj', tenant.liveProject), heldKey],
    )
    const held = sendAll(['Held'], () => ({ 'Idempotency-Key': heldKey }))
    await untilWaiting(service.sql, 'a send to wait')
    return { held, result: await work() }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('sends that arrive while a transaction is in flight are committed together in the next', async () => {
  const subjects = Array.from({ length: 60 }, (_, index) => `Together ${index}`)
  const { result } = await whileHeldUp(async () => {
    const replies = sendAll(subjects)
    // By the time that requests which came later are answered, they have been read.
    await Promise.all(subjects.map(() => call(service.url, 'GET', '/v1/messages', { key })))
    return { replies }
  })
  const replies = await result.replies
  expect(replies.map(({ status }) => status)).toEqual(subjects.map(() => 202))
  expect(new Set(replies.map(({ body }) => body.id as string)).size).toBe(60)
  const { rows } = await service.sql.query(
    'select distinct xmin from messages where workspace_id = $1 and subject = any($2)',
    [tenant.workspaceId, subjects],
  )
  expect(rows.length).toBeLessThan(10)
  for (const [index, reply] of replies.entries()) {
    const { body } = await settled(service.url, key, reply.body.id as string)
    expect(body).toMatchObject({ subject: subjects[index], status: 'delivered' })
  }
})

test('one that breaks the shared transaction fails alone, and its key is free again', async () => {
  const subjects = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'poison' : `Beside ${index}`))
  const headersOf = (index: number) => ({ 'Idempotency-Key': `beside-${index}` })
  const replies = await sendAll(subjects, headersOf)
  expect(replies.map(({ status }) => status)).toEqual(
    subjects.map((subject) => (subject === 'poison' ? 500 : 202)),
  )

  subjects[7] = 'No poison'
  const again = await sendAll(subjects, headersOf)
  expect(again.map(({ status }) => status)).toEqual(subjects.map(() => 202))
  expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(
    subjects.map((_, index) => (index === 7 ? undefined : 'true')),
  )
})

test('in a batch it is one item that fails', async () => {
  const items = ['Good', 'poison', 'Good too'].map((subject, index) => ({
    idempotency_key: `poisoned-${index}`,
    message: messageFor(tenant.liveProject, { subject }),
  }))
  const { body } = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(body).toMatchObject({ accepted: 2, rejected: 1 })
  expect(body.data[1].error).toMatchObject({ status: 500, code: 'internal_error' })
  // Nothing of the database's words, and of the tenant's none in the log.
  expect(JSON.stringify(body.data[1])).not.toContain('poison"')
})

test('workspaces do not wait for each other', async () => {
  const other = await addTenant(service)
  const otherKey = await other.key()
  const { held, result } = await whileHeldUp(() =>
    call(service.url, 'POST', '/v1/messages', { key: otherKey, body: messageFor(other.liveProject) }),
  )
  expect(result.status).toBe(202)
  await held
})
