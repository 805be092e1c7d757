import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { answerOf, command } from '../../../support/commands/cli.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { messageFor } from '../../../support/messages/messages.js'
import { heldPort } from '../../../support/network/ports.js'
import { serviceEnv, startProcess } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { until } from '../../../support/time/until.js'

/**
 * Two processes are killed at random moments while more is sent than the month allows. `POSTSEAL_TEST_KILLS=20` before
 * `npx vitest run` of this file makes it long, and `POSTSEAL_TEST_SEED` repeats the moments.
 */

const kills = Number(process.env['POSTSEAL_TEST_KILLS'] ?? 2)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))
const month = 100 * kills
const senders = 8

test(
  `after ${kills} kills, usage and quota are those of the logs`,
  { timeout: 300_000 + kills * 20_000 },
  async () => {
    const database = await createMigratedDatabase()
    const env = await serviceEnv({
      POSTSEAL_ROLES: 'api,scheduler',
      POSTSEAL_LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    })
    const random = seededRandom(seed)
    const first = await startProcess(env)
    const { credentials } = first
    const second = { ...env, PORT: String(await heldPort()), POSTSEAL_DATA_DIR: newDataDir() }
    const services = [first, await startProcess(second)]
    const sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
    try {
      await answerOf(command(env, 'workspace', 'limits', `recipients_per_month=${month}`))
      const key = credentials.project_key
      const accepted = new Set<string>()
      const refused = new Set<string>()
      let next = 0
      /** Sends with one key after another, each until there is an answer, whichever process gives it. */
      const sending = async () => {
        while (next < month * 1.3) {
          const name = `key-${next++}`
          await until(async () => {
            const { url } = services[Math.floor(random() * 2)] as (typeof services)[number]
            const headers = { 'Idempotency-Key': name }
            const body = messageFor(credentials.project_id)
            const reply = await call(url, 'POST', '/v1/messages', { key, body, headers }).catch(
              () => undefined,
            )
            if (reply?.status === 202) accepted.add(name)
            if (reply?.status === 429 && reply.body.error.code === 'quota_exceeded') refused.add(name)
            return reply?.status === 202 || reply?.status === 429
          }, `an answer for ${name}`)
        }
      }
      const killing = async () => {
        for (let kill = 1; kill <= kills; kill += 1) {
          await until(() => accepted.size >= (month * (kill - random())) / kills, 'the next kill')
          const which = Math.floor(random() * 2)
          const killed = services[which] as (typeof services)[number]
          await killed.kill('SIGKILL')
          services[which] = await startProcess(killed.env)
        }
      }
      await Promise.all([killing(), ...Array.from({ length: senders }, sending)])

      const { rows } = await sql.query<{ logs: number; left: number }>(
        `select (select count(*)::integer from message_logs) as logs,
         (select month_left::integer from workspace_quotas) as left`,
      )
      expect({ ...rows[0], accepted: accepted.size, seed }).toEqual({
        logs: month,
        left: 0,
        accepted: month,
        seed,
      })
      expect([...refused].filter((name) => accepted.has(name))).toEqual([])
      const { body } = await call(services[0]?.url ?? '', 'GET', '/v1/usage', {
        key: credentials.workspace_key,
      })
      expect(body.recipients_this_month).toMatchObject({ used: month, limit: month, left: 0 })
      expect(body.days.at(-1)).toMatchObject({ live: month, test: 0 })
    } finally {
      await sql.end()
      await Promise.all(services.map((service) => service.stop()))
      await database.drop()
    }
  },
)
