import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import { expect, test } from 'vitest'
import { socketFolderOf } from '../../../../embedded/embedded.js'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { handedOn } from '../../../support/webhooks/handed-on.js'
import { messageTo } from '../../../support/messages/mail.js'
import {
  serviceEnv,
  startProcess,
  type Ended,
  type Env,
  type ServiceProcess,
} from '../../../support/service/process.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { orders, sendAll, sendOrder } from '../../../support/messages/senders.js'
import { insertSubscription } from '../../../support/webhooks/subscriptions.js'

/**
 * The service is killed in the middle of single sends, batches and deliveries, over and over: an event is never there
 * without its deliveries, and a delivery never without its event.
 */

const rounds = 2
/** The webhooks' worker is away, so what is handed on stays to be counted. */
const roles = 'api,delivery,sink'

test('kill -9 leaves no event without its deliveries', async () => {
  const database = await createMigratedDatabase()
  const secret = randomBytes(32).toString('base64')
  await killAndCount({ DATABASE_URL: database.url, POSTSEAL_SECRET_KEY: secret }, () => ({
    connectionString: database.url,
  }))
  await database.drop()
})

test('nor does it with the embedded database', () =>
  killAndCount({}, (env) => ({
    host: socketFolderOf(env['POSTSEAL_DATA_DIR'] ?? ''),
    user: 'postgres',
    database: 'postgres',
  })))

async function killAndCount(variables: Env, database: (env: Env) => ClientConfig): Promise<void> {
  const seed = randomInt(2 ** 31)
  const random = seededRandom(seed)
  const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn', POSTSEAL_ROLES: roles, ...variables })
  let accepted = 0
  let service = await startProcess(env)
  await withClient(database(env), (sql) => subscribe(sql, service))
  for (let round = 0; round < rounds; round += 1) {
    accepted += await killUnderLoad(service, 20 + Math.floor(random() * 100))
    service = await startProcess(env)
    const { events, wanted, deliveries, queued } = await withClient(database(env), handedOn)
    const there = new Set(deliveries)
    const missing = wanted.filter((line) => !there.has(line))
    expect(missing, `with the seed ${seed}`).toEqual([])
    expect(deliveries).toHaveLength(wanted.length)
    expect(queued).toHaveLength(wanted.length)
    // Each is accepted, for two of the subscriptions; what was accepted without a reply comes on top.
    expect(events).toBeGreaterThanOrEqual(accepted)
    expect(wanted.length).toBeGreaterThanOrEqual(2 * accepted)
  }
  await service.kill()
}

async function subscribe(sql: pg.Client, { credentials }: ServiceProcess): Promise<void> {
  const workspaceId = fromTypeId('ws', credentials.workspace_id)
  await insertSubscription(sql, workspaceId)
  await insertSubscription(sql, workspaceId, { events: ['message.accepted'], environment: 'live' })
  await insertSubscription(sql, workspaceId, { events: ['message.delivered'] })
  await insertSubscription(sql, workspaceId, { environment: 'test' })
}

/**
 * Sends singly and in batches at once, and kills the service after so many single ones.
 *
 * @returns how many messages were accepted by a reply that arrived
 */
async function killUnderLoad(service: ServiceProcess, after: number): Promise<number> {
  let [single, inBatches] = [0, 0]
  let killed: Promise<Ended> | undefined
  const batches = (async () => {
    while (killed === undefined) inBatches += await sendBatch(service).catch(() => 0)
  })()
  await sendAll(orders(1000), 6, async (order) => {
    if (killed !== undefined) return
    if ((await sendOrder(service, order)).status === 202) single += 1
    if (single >= after) killed ??= service.kill('SIGKILL')
  })
  await batches
  await killed
  expect(inBatches).toBeGreaterThan(0)
  return single + inBatches
}

async function sendBatch(service: ServiceProcess): Promise<number> {
  const items = Array.from({ length: 20 }, () => ({
    idempotency_key: randomUUID(),
    message: messageTo(service, 'ada@example.com'),
  }))
  const reply = await fetch(`${service.url}/v1/messages/batch`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.credentials.project_key}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ items }),
  })
  const { accepted } = (await reply.json()) as { accepted: number }
  return accepted
}

async function withClient<T>(config: ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
