import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { call } from '../../../support/api/api.js'
import { answerOf, command } from '../../../support/commands/cli.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { allRows } from '../../../support/instance/all-rows.js'
import { serviceEnv, startProcess, type Env } from '../../../support/service/process.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { until } from '../../../support/time/until.js'
import { talk } from '../../../support/mail-servers/smtp-talk.js'

/**
 * The service is killed at random moments while mail comes in over several sessions, which send again what was not
 * answered. `POSTSEAL_TEST_MAILS=2000 POSTSEAL_TEST_KILLS=10` before `npx vitest run` of this file makes it long, and
 * `POSTSEAL_TEST_SEED` repeats the moments.
 */

const many = Number(process.env['POSTSEAL_TEST_MAILS'] ?? 60)
const kills = Number(process.env['POSTSEAL_TEST_KILLS'] ?? 1)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))
const sessions = 6
/** A route takes 600 mails in a minute. */
const routes = Math.ceil(many / 300)

type InboundMessage = components['schemas']['InboundMessage']

describe.each(['embedded', 'postgresql'])('%s', (kind) => {
  test(
    `after ${kills} kills each of ${many} mails that were answered 250 is there once, whole`,
    { timeout: 300_000 + kills * 20_000 + many * 60 },
    async () => {
      const database = kind === 'postgresql' ? await createMigratedDatabase() : undefined
      const env = await serviceEnv({
        POSTSEAL_ROLES: 'api,inbound',
        POSTSEAL_LOG_LEVEL: 'fatal',
        POSTSEAL_REQUESTS_PER_MINUTE: '10000000',
        ...(database && {
          DATABASE_URL: database.url,
          POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
        }),
      })
      await run(env).catch((error: unknown) => {
        throw new Error(`with the seed ${seed}`, { cause: error })
      })
      await database?.drop()
    },
  )
})

async function run(env: Env): Promise<void> {
  const random = seededRandom(seed)
  let service = await startProcess(env)
  const { url, credentials } = service
  const key = await answerOf(command(env, 'session', 'create'))
  for (let route = 0; route < routes; route += 1) {
    const recipient = `desk-${route}@in.shop.example`
    const body = { project_id: credentials.project_id, name: 'Desk', recipient }
    expect((await call(url, 'POST', '/v1/inbound/routes', { key, body })).status).toBe(201)
  }

  const port = Number(env['POSTSEAL_INBOUND_PORT'])
  let answered = 0
  /** Each tenth is large, so that it is stored in pieces. */
  const sizes = Array.from({ length: many }, (_, index) => (index % 10 === 9 ? 700_000 : 1_000))
  const send = async (index: number, from: string): Promise<boolean> => {
    const client = await talk(port, from).catch(() => undefined)
    if (client === undefined) return false
    await client.begin(`reader-${index}@example.com`, `desk-${index % routes}@in.shop.example`)
    const head = `Message-ID: <${index}@example.com>\r\nFrom: reader-${index}@example.com\r\n\r\n`
    const line = `${'x'.repeat(98)}\r\n`
    const reply = await client.say(`${head}${line.repeat((sizes[index] ?? 0) / 100)}.`)
    client.end()
    return reply?.startsWith('250') === true
  }
  const left = Array.from({ length: many }, (_, index) => index)
  const session = async (number: number) => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      // As servers do that had no answer, and some that had: what is repeated must not be there twice.
      while (!(await send(index, `127.0.2.${number + 1}`))) await sleep(50)
      if (random() < 0.2) await send(index, `127.0.2.${number + 1}`)
      answered += 1
    }
  }
  const sending = Promise.all(Array.from({ length: sessions }, (_, number) => session(number)))
  for (let kill = 0; kill < kills; kill += 1) {
    const target = (many * (kill + random())) / (kills + 1)
    await until(() => answered >= target, 'mails before the next kill')
    await service.kill('SIGKILL')
    service = await startProcess(env)
  }
  await sending

  const messages = await allRows<InboundMessage>({ url, key, path: '/v1/inbound/messages' })
  const ids = messages.map(({ header_message_id }) => Number(/\d+/.exec(header_message_id ?? '')?.[0]))
  expect(ids.sort((a, b) => a - b)).toEqual(sizes.map((_, index) => index))
  for (const { id, size } of messages.filter((message) => message.size > 500_000)) {
    const raw = await fetch(`${url}/v1/inbound/messages/${id}/raw`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect((await raw.arrayBuffer()).byteLength).toBe(size)
  }
  const { status, body: figures } = await call(url, 'GET', '/v1/inbound', { key })
  expect(status, JSON.stringify(figures)).toBe(200)
  expect((figures as components['schemas']['InboundArrival']).storage.messages).toBe(many)
  await service.stop()
}
