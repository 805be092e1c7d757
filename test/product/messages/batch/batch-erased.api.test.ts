import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { erasedAddress } from '../../../../server/product/audience/erasure/redact.js'
import { newUuid, nilUuid } from '../../../../server/platform/db/ids.js'
import type { IdempotencyClaim } from '../../../../server/platform/http/idempotency/claim.js'
import { BatchKeys, erasedSince } from '../../../../server/product/messages/batch/batch-key.js'
import { call } from '../../../support/api/api.js'
import { untilWaiting } from '../../../support/database/lock-waits.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** An address is erased between the commit of a batch's item and the keeping of the batch's reply. */

type Result = components['schemas']['BatchResult']

const friend = { email: 'bob@other.example', name: 'Bob Underwood' }

let service: TestService
let tenant: Tenant
let key: string
let db: Knex
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 2 } })
})
afterAll(() => db.destroy())

/** The batch as a whole under a workspace key. */
const claimOf = (name: string): IdempotencyClaim => ({
  workspaceId: tenant.workspaceId,
  projectId: nilUuid,
  operation: 'sendMessageBatch',
  key: name,
  fingerprint: Buffer.from('body'),
  authority: { kind: 'workspaceSession', role: 'admin' },
})
const anyPerson = () => ({ email: `ada.${newUuid()}@quillfeather.example`, name: 'Ada Quillfeather' })

/** Has a message accepted for each list of recipients. Their transactions have ended then. */
async function accepted(...recipients: { email: string; name: string }[][]): Promise<Result> {
  const items = recipients.map((to) => ({
    idempotency_key: `${to[0]?.email}/${randomUUID()}`,
    message: messageFor(tenant.liveProject, { to }),
  }))
  const reply = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(reply.body, reply.text).toMatchObject({ accepted: recipients.length })
  return reply.body as Result
}

async function erase(email: string, project_id?: string): Promise<void> {
  const body = { email, ...(project_id !== undefined && { project_id }) }
  const reply = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body })
  expect(reply.status, reply.text).toBe(201)
}

/** Returns the reply that is kept under the key, as text; undefined if none is kept. */
async function kept(name: string): Promise<string | undefined> {
  const { rows } = await service.sql.query(
    `select coalesce(body::text, '') as body from idempotency_keys
     where workspace_id = $1 and operation = 'sendMessageBatch:whole' and key = $2`,
    [tenant.workspaceId, name],
  )
  return (rows as { body: string }[])[0]?.body
}

test.each(['the workspace', 'the project'])(
  'what %s erases is not in the reply that is kept',
  async (scope) => {
    const [name, ada] = [randomUUID(), anyPerson()]
    const batches = new BatchKeys(db)
    let sent: Result | undefined
    await batches.run(claimOf(name), async () => {
      sent = await accepted([ada], [friend, { ...ada, email: ada.email.toUpperCase() }], [friend])
      await erase(ada.email, scope === 'the project' ? tenant.liveProject : undefined)
      return sent
    })
    const body = await kept(name)
    expect(body?.toLowerCase()).not.toMatch(/ada\.|quillfeather/)
    // A repetition gets the same reply, but for the person.
    const again = await batches.run(claimOf(name), () => Promise.reject(new Error('it was sent')))
    expect(again.result.data.map(({ message }) => message?.id)).toEqual(
      sent?.data.map(({ message }) => message?.id),
    )
    const emails = again.result.data.map(({ message }) => message?.recipients.map(({ email }) => email))
    expect(emails).toEqual([[erasedAddress], [friend.email, erasedAddress], [friend.email]])
    expect(again.result.data[2]).toEqual(sent?.data[2])
  },
)

test('what another project erases stays in it', async () => {
  const [name, ada] = [randomUUID(), anyPerson()]
  await new BatchKeys(db).run(claimOf(name), async () => {
    const sent = await accepted([ada])
    await erase(ada.email, tenant.testProject)
    return sent
  })
  expect(await kept(name)).toContain(ada.email)
})

test('a key that names who was erased is not kept at all', async () => {
  const ada = anyPerson()
  const name = `welcome-${ada.email}`
  const { replayed } = await new BatchKeys(db).run(claimOf(name), async () => {
    const sent = await accepted([ada])
    await erase(ada.email, tenant.liveProject)
    return sent
  })
  expect(replayed).toBe(false)
  expect(await kept(name)).toBeUndefined()
})

test('an erasure that comes while the reply is being kept waits, and finds the reply', async () => {
  const [name, ada] = [randomUUID(), anyPerson()]
  const sent = await accepted([ada])
  const trx = await db.transaction()
  let erasing: Promise<void>
  try {
    expect(await erasedSince(trx, tenant.workspaceId, sent)).toEqual([])
    erasing = erase(ada.email)
    erasing.catch(() => undefined)
    await untilWaiting(service.sql, 'the erasure to wait', 1, 'from message_logs')
    await trx('idempotency_keys').insert({
      workspace_id: tenant.workspaceId,
      project_id: nilUuid,
      operation: 'sendMessageBatch:whole',
      key: name,
      fingerprint: Buffer.from('body'),
      status: 200,
      body: JSON.stringify(sent),
    })
    await trx.commit()
  } catch (error) {
    await trx.rollback()
    throw error
  }
  await erasing
  expect(await kept(name)).toContain(erasedAddress)
  expect(await kept(name)).not.toContain(ada.email)
})
