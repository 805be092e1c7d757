import { expect, test, type TestContext } from 'vitest'
import { call } from '../../../support/api/api.js'
import { eventsOf, inbox, logsOf, messageTo, send } from '../../../support/messages/mail.js'
import { startReceiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/**
 * A database that answers but stores nothing. PostgreSQL's disk is not really full here: triggers raise the errors that
 * a full disk causes, where a real one causes them. New rows find no room, and changed rows do. Each test has a
 * database of its own and mostly waits, so they run at once.
 */

/** So short that everything in flight would be claimed again and again, and no shorter than a busy machine may rest. */
const leaseSeconds = 2

async function start({ onTestFinished }: TestContext): Promise<TestService> {
  const service = await startTestService({
    env: toThisMachine,
    delivery: { leaseSeconds, pollMs: 20, drainSeconds: 1 },
    webhooks: { leaseSeconds, pollMs: 20, drainSeconds: 1 },
  })
  onTestFinished(() => service.stop())
  return service
}

async function fillDisk({ sql }: TestService, table: 'events' | 'webhook_health'): Promise<void> {
  await sql.query(
    `create sequence refusals;
     create function refuse() returns trigger language plpgsql as
       $$ begin
         perform nextval('refusals');
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end $$;
     create function refuse_command() returns event_trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger refuse before insert on ${table} for each row execute function refuse();
     create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE') execute function refuse_command()`,
  )
}

async function makeRoom({ sql }: TestService): Promise<void> {
  await sql.query('drop event trigger refuse; drop function refuse cascade')
}

const untilClaimed = ({ sql }: TestService, count: number) =>
  until(
    async () => (await sql.query('select from delivery_queue where lease is not null')).rowCount === count,
    'the claims',
  )

/** Waits until writes have been refused for longer than several leases. */
const untilRefused = ({ sql }: TestService, times: number) => {
  const end = performance.now() + 3 * leaseSeconds * 1000
  return until(async () => {
    const { rows } = await sql.query<{ times: string }>('select last_value as times from refusals')
    return Number(rows[0]?.times) >= times && performance.now() > end
  }, 'refused writes')
}

const metric = async ({ url }: TestService, name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1])

const readiness = async ({ url }: TestService) => {
  const { status, body } = await call(url, 'GET', '/readyz')
  return status === 200 ? 'ready' : `${status} ${body.error.message}`
}

test.concurrent(
  'what was delivered is recorded once the disk has room again, and goes once',
  { timeout: 400_000 },
  async (context) => {
    const service = await start(context)
    const accepted = []
    for (let index = 0; index < 5; index += 1)
      accepted.push(await send(service, `slow+1500@${index}.example`))
    await untilClaimed(service, 5)
    await fillDisk(service, 'events')
    await until(async () => (await metric(service, 'postseal_held_outcomes')) === 5, 'five held outcomes')

    const refused = await call(service.url, 'POST', '/v1/messages', {
      key: service.credentials.project_key,
      body: messageTo(service, 'late@example.com'),
    })
    expect(refused.status).toBe(503)
    expect(refused.body.error).toMatchObject({
      code: 'unavailable',
      message: "The database's disk is full. Nothing was stored.",
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await readiness(service)).toBe("503 The database's disk is full.")

    await untilRefused(service, 4)
    expect(await inbox(service.url)).toHaveLength(5)
    await makeRoom(service)
    await until(async () => (await metric(service, 'postseal_held_outcomes')) === 0, 'outcomes to be stored')
    for (const message of accepted) {
      const [log] = await logsOf(service, message)
      expect(log?.status).toBe('delivered')
      expect(log?.attempts).toHaveLength(1)
      expect((await eventsOf(service, message)).map(({ type }) => type)).toEqual([
        'message.accepted',
        'message.delivered',
      ])
    }
    expect(await inbox(service.url)).toHaveLength(5)
    expect(await metric(service, 'postseal_lost_leases_total')).toBe(0)
    await until(async () => (await readiness(service)) === 'ready', 'readiness')
    const later = await send(service, 'later@example.com')
    await until(async () => (await logsOf(service, later))[0]?.status === 'delivered', 'a later delivery')
  },
)

test.concurrent(
  'nothing new of a workspace is sent while its outcomes are held',
  { timeout: 400_000 },
  async (context) => {
    const service = await start(context)
    await send(service, 'slow+800@example.com')
    await untilClaimed(service, 1)
    await fillDisk(service, 'events')
    await until(async () => (await metric(service, 'postseal_held_outcomes')) === 1, 'a held outcome')
    // Only the outcome's event is refused, so that this message can be queued.
    await service.sql.query(
      `create or replace function refuse() returns trigger language plpgsql as
       $$ begin
         if new.type = 'message.accepted' then return new; end if;
         perform nextval('refusals');
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end $$`,
    )
    const waiting = await send(service, 'waiting@example.com')
    await untilRefused(service, 4)
    expect(await inbox(service.url)).toHaveLength(1)
    await makeRoom(service)
    await until(async () => (await logsOf(service, waiting))[0]?.status === 'delivered', 'its delivery')
    expect(await inbox(service.url)).toHaveLength(2)
  },
)

test.concurrent('webhooks go once too', async (context) => {
  const service = await start(context)
  const receiver = await startReceiver()
  context.onTestFinished(() => receiver.close())
  await subscribe(service.url, service.credentials.workspace_key, {
    url: receiver.url,
    events: ['message.accepted'],
  })
  await fillDisk(service, 'webhook_health')
  await send(service, 'ada@example.com')
  await until(async () => (await metric(service, 'postseal_webhook_held_outcomes')) === 1, 'a held outcome')
  await send(service, 'bob@example.com')
  await untilRefused(service, 4)
  expect(receiver.received).toHaveLength(1)
  await makeRoom(service)
  await until(
    async () => (await service.sql.query('select from webhook_queue')).rowCount === 0,
    'an empty queue',
  )
  expect(receiver.received).toHaveLength(2)
  expect(await metric(service, 'postseal_webhook_lost_leases_total')).toBe(0)
})

test.concurrent('a read-only database answers 503, and the service goes on once it can be written', async (context) => {
  const service = await start(context)
  const name = new URL(service.config.databaseUrl ?? '').pathname.slice(1)
  const cutConnections = () =>
    service.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'postseal'`,
    )
  await service.sql.query(`alter database ${name} set default_transaction_read_only = on`)
  await cutConnections()
  const sending = () =>
    call(service.url, 'POST', '/v1/messages', {
      key: service.credentials.project_key,
      body: messageTo(service, 'ada@example.com'),
    })
  const refused = await until(async () => {
    const reply = await sending()
    return reply.body.error?.message.includes('read-only') === true && reply
  }, 'a refusal')
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(await readiness(service)).toBe('503 The database is read-only.')
  await service.sql.query(
    `set default_transaction_read_only = off; alter database ${name} set default_transaction_read_only = off`,
  )
  // The connections to the read-only server have been given up, so nothing has to cut them.
  await until(async () => (await sending()).status === 202, 'the service to go on')
  // A worker may have had one of them for longer than the send.
  await until(async () => (await readiness(service)) === 'ready', 'the service to be ready')
})
