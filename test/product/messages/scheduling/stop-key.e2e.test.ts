import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { stopKey } from '../../../../server/product/messages/stop-key/stop-key.js'
import { call } from '../../../support/api/api.js'
import { createKey } from '../../../support/workspace/api-keys.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { runs } from '../../../support/run/sampled.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** A leaked key with thousands of mails in the queue, on a service that delivers to the sink. */

let service: TestService
let tenant: Tenant
let owner: string

beforeAll(async () => {
  service = await startTestService()
  tenant = firstTenant(service)
  owner = await tenant.session('owner')
})
afterAll(() => service.stop())

interface Key {
  readonly id: string
  readonly secret: string
}

async function issue(): Promise<Key> {
  const fields = { project_id: tenant.testProject, scopes: ['messages:send', 'reports:read'] }
  const { body } = await createKey(service.url, tenant, owner, { fields })
  return { id: body.api_key.id as string, secret: body.secret as string }
}

/** Schedules mail by batches. */
async function schedule({ secret }: Key, count: number, at: Date): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const items = Array.from({ length: Math.min(left, 100) }, (_, index) => ({
      idempotency_key: randomUUID(),
      message: {
        project_id: tenant.testProject,
        from_email: 'no-reply@shop.example',
        to: [{ email: `person.${left}.${index}@example.com` }],
        subject: 'A prize',
        text: 'x',
        scheduled_at: at.toISOString(),
      },
    }))
    const reply = await call(service.url, 'POST', '/v1/messages/batch', { key: secret, body: { items } })
    expect(reply.body.rejected, reply.text).toBe(0)
  }
}

const tomorrow = () => new Date(Date.now() + 86_400_000)
const count = async (sql: string, key: Key) =>
  (
    await service.sql.query<{ status: string; count: number }>(
      `select log.status, count(*)::integer as count from message_logs log
       join messages message on message.workspace_id = log.workspace_id and message.id = log.message_id
       where message.api_key_id = $1 ${sql} group by log.status order by log.status`,
      [fromTypeId('key', key.id)],
    )
  ).rows

test('all that a key has scheduled is cancelled, and mail of another key goes out', async () => {
  const many = runs(5000)
  const [thief, honest] = [await issue(), await issue()]
  await schedule(thief, many, tomorrow())
  await schedule(honest, 5, tomorrow())
  const stopped = await call(service.url, 'POST', `/v1/api-keys/${thief.id}/stop`, { key: owner })
  expect(stopped.body, stopped.text).toMatchObject({ cancelled: many, in_flight: 0, complete: true })
  expect(await count('', thief)).toEqual([{ status: 'cancelled', count: many }])
  await service.sql.query(`update delivery_queue set due_at = now()`)
  await until(
    async () => (await count(`and log.status = 'delivered'`, honest))[0]?.count === 5,
    'the honest mail',
  )
  expect(await count('', thief)).toEqual([{ status: 'cancelled', count: many }])
  const { rows } = await service.sql.query(
    `select count(*)::integer as count from events where type = 'message.cancelled'`,
  )
  expect(rows).toEqual([{ count: many }])
})

test('a stop that ends in the middle is gone on with by the next', async () => {
  const thief = await issue()
  await schedule(thief, 1500, tomorrow())
  const request = {
    workspaceId: tenant.workspaceId,
    id: fromTypeId('key', thief.id),
    keepMail: false,
    maxMs: 0,
  }
  const nothing = { forget: () => undefined, wakeWebhooks: () => undefined }
  // Its time is over after the first step.
  const first = await stopKey(service.db, request, nothing)
  expect(first.reply).toMatchObject({ cancelled: 1000, complete: false })
  // The process dies in the second step.
  await service.sql.query(`create function refuse_cancelled() returns trigger language plpgsql as $$
    begin raise exception 'killed'; end $$`)
  await service.sql.query(`create trigger refuse_cancelled before update on message_logs
    for each row when (new.status = 'cancelled') execute function refuse_cancelled()`)
  await expect(stopKey(service.db, { ...request, maxMs: 60_000 }, nothing)).rejects.toThrow('killed')
  await service.sql.query('drop function refuse_cancelled cascade')
  expect(await count('', thief)).toMatchObject([{ count: 1000 }, { status: 'scheduled', count: 500 }])
  const path = `/v1/api-keys/${thief.id}/stop`
  const rest = await call(service.url, 'POST', path, { key: owner })
  expect(rest.body).toMatchObject({ cancelled: 500, complete: true })
  expect((await call(service.url, 'POST', path, { key: owner })).body).toMatchObject({
    cancelled: 0,
    complete: true,
  })
})

test('the command stops a key and says what it did', async () => {
  const thief = await issue()
  await schedule(thief, 3, tomorrow())
  const said = await answerOf(command(commandEnv(service), 'api-key', 'stop', thief.id))
  expect(said).toContain(`${thief.id} (x, `)
  expect(said).toContain('Cancelled: mail to 3 recipients.')
  expect(said).toContain('sendMessageBatch  1  the last at ')
  const again = await answerOf(command(commandEnv(service), 'api-key', 'stop', thief.id, '--json'))
  expect(JSON.parse(again)).toMatchObject({ cancelled: 0, complete: true, issued_keys: [] })
  expect(await command(commandEnv(service), 'api-key', 'stop', 'key_1')).toMatchObject({ code: 2 })
  const unknown = 'key_01kbf3x5vfe4gt7c3p8s6d1b9n'
  expect(await command(commandEnv(service), 'api-key', 'stop', unknown)).toMatchObject({ code: 1 })
})

test('queue drop takes the mail of a key, of a project, and since a time', async () => {
  const [one, other] = [await issue(), await issue()]
  await schedule(one, 3, tomorrow())
  await schedule(other, 2, tomorrow())
  const drop = async (...args: string[]) =>
    JSON.parse(await answerOf(command(commandEnv(service), 'queue', 'drop', '--json', ...args)))
  expect(await drop('--key', one.id, '--project', tenant.liveProject)).toEqual({ dropped: 0 })
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await drop('--key', one.id, '--since', later)).toEqual({ dropped: 0 })
  expect(await drop('--key', one.id, '--since', '2h')).toEqual({ dropped: 3 })
  expect(await count('', one)).toEqual([{ status: 'failed', count: 3 }])
  expect(await count('', other)).toEqual([{ status: 'scheduled', count: 2 }])
  expect(await drop('--project', tenant.testProject)).toEqual({ dropped: 2 })
})
