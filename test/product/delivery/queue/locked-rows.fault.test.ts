import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Somebody holds a lock on one row, or one workspace's claims fail: whom that costs what. */

let service: TestService
interface Sender {
  readonly tenant: Tenant
  readonly key: string
}

async function sender(tenant: Tenant): Promise<Sender> {
  return { tenant, key: await tenant.key({ project: tenant.liveProject }) }
}

beforeAll(async () => {
  // A wait for a lock ends after that, too.
  service = await startTestService({ env: { POSTSEAL_STATEMENT_TIMEOUT: '1' } })
})
afterAll(() => service.stop())

/** Workspaces are served in the order of their ids, so the first one of a round is the one with the trouble. */
async function twoSenders(): Promise<{ one: Sender; other: Sender }> {
  const one = await sender(await addTenant(service))
  return { one, other: await sender(await addTenant(service)) }
}

/** @returns the id of the message's log */
async function sendMail({ tenant, key }: Sender, to = 'ada@example.com', scheduled?: Date): Promise<Uuid> {
  const fields = { to: [{ email: to }], ...(scheduled && { scheduled_at: scheduled.toISOString() }) }
  const message = fromTypeId('msg', await send(service.url, key, tenant.liveProject, fields))
  const { rows } = await service.sql.query<{ id: Uuid }>(
    'select id from message_logs where message_id = $1',
    [message],
  )
  return rows[0]!.id
}

async function statusesOf(logs: readonly Uuid[]): Promise<string[]> {
  const { rows } = await service.sql.query<{ status: string }>(
    'select distinct status from message_logs where id = any($1) order by status',
    [logs],
  )
  return rows.map(({ status }) => status)
}

const untilDelivered = (logs: readonly Uuid[]) =>
  until(async () => (await statusesOf(logs)).join() === 'delivered', 'the deliveries')

/** @returns what ends the lock */
async function lock(
  { tenant }: Sender,
  table: string,
  column: string,
  id: Uuid,
): Promise<() => Promise<void>> {
  const operator = new pg.Client({ connectionString: service.config.databaseUrl })
  await operator.connect()
  await operator.query('begin')
  await operator.query(`select from ${table} where workspace_id = $1 and ${column} = $2 for update`, [
    tenant.workspaceId,
    id,
  ])
  return () => operator.end()
}

const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
const readiness = async () =>
  (await (await fetch(`${service.url}/readyz`)).json()) as { status: string; warnings: string[] }

test.concurrent('a locked log of a scheduled message keeps no other mail from being sent', async () => {
  const { one, other } = await twoSenders()
  const at = new Date(Date.now() + 1000)
  const locked = await sendMail(one, undefined, at)
  const unlock = await lock(one, 'message_logs', 'id', locked)
  const logs = [await sendMail(one, undefined, at)]
  for (let count = 0; count < 3; count += 1) logs.push(await sendMail(other, undefined, at))
  await untilDelivered(logs)
  expect(await statusesOf([locked])).toEqual(['scheduled'])
  await unlock()
  await untilDelivered([locked])
})

test.concurrent.each([
  ['log', 'message_logs', 'id'],
  ['queue row', 'delivery_queue', 'log_id'],
])(
  'a locked %s of a delivery in flight holds no other outcome of its workspace',
  async (_name, table, column) => {
    const { one } = await twoSenders()
    const locked = await sendMail(one, 'slow+700@example.com')
    const logs = [await sendMail(one, 'slow+700@example.com'), await sendMail(one, 'slow+700@example.com')]
    await until(async () => {
      const { rows } = await service.sql.query(
        'select from delivery_queue where lease is not null and log_id = any($1)',
        [[locked, ...logs]],
      )
      return rows.length === 3
    }, 'the claims')
    const unlock = await lock(one, table, column, locked)
    await untilDelivered(logs)
    // What is sent from now on is not held up either.
    await untilDelivered([await sendMail(one)])
    expect(await statusesOf([locked])).toEqual(['queued'])
    await unlock()
    await untilDelivered([locked])
    const { rows } = await service.sql.query(
      'select jsonb_array_length(attempts) as attempts from message_logs where id = $1',
      [locked],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  },
)

test('a workspace whose claims fail is set aside, and the health check and a metric say so', async () => {
  const { one, other } = await twoSenders()
  await service.sql.query(`
    alter table delivery_queue add constraint "damaged page"
      check (workspace_id <> '${one.tenant.workspaceId}' or lease is null)`)
  const at = new Date(Date.now() + 1000)
  const refused = await sendMail(one, undefined, at)
  await until(async () => (await readiness()).warnings.length > 0, 'the warning')
  const logs = [await sendMail(other, undefined, at), await sendMail(other)]
  await untilDelivered(logs)
  expect(await readiness()).toMatchObject({
    status: 'ready',
    warnings: [expect.stringContaining('The delivery worker of this process has set aside')],
  })
  expect(await metrics()).toMatch(/^postseal_work_set_aside\{worker="delivery worker"\} 1$/m)
  const failure = service.logs.find((line) => line.includes('damaged page'))
  expect(failure).toContain(toTypeId('ws', one.tenant.workspaceId))
  await service.sql.query('alter table delivery_queue drop constraint "damaged page"')
  await untilDelivered([refused])
  expect(await readiness()).toMatchObject({ warnings: [] })
})
