import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { call } from '../../../../support/api/api.js'
import { answerOf, command } from '../../../../support/commands/cli.js'
import { createMigratedDatabase } from '../../../../support/database/database.js'
import { heldPort } from '../../../../support/network/ports.js'
import { serviceEnv, startProcess } from '../../../../support/service/process.js'
import { newDataDir } from '../../../../support/run/scratch-folder.js'
import { until } from '../../../../support/time/until.js'

/**
 * Events are recorded by one process at the very moment at which another has runs begin to wait for them.
 * `POSTSEAL_TEST_WAKE_UPS=1000` before `npx vitest run` of this file makes it long.
 */

const long = process.env['POSTSEAL_TEST_WAKE_UPS']
const many = Number(long ?? 40)

/** The moments, in milliseconds after the start of a run: before, while and after its wait is stored. */
const moments = [0, 1, 2, 4, 8, 12, 16, 24, 32, 48]

test(
  `none of ${many} events that come as a wait begins is missed`,
  { timeout: 300_000 + many * 100 },
  async () => {
    const database = await createMigratedDatabase()
    const shared = {
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_LOG_LEVEL: 'warn',
      POSTSEAL_REQUESTS_PER_MINUTE: '10000000',
    }
    const env = await serviceEnv({ ...shared, POSTSEAL_ROLES: 'api,programs' })
    const waiting = await startProcess(env)
    const { credentials } = waiting
    if (credentials === undefined) throw new Error('no service')
    const own = { PORT: String(await heldPort()), POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_ROLES: 'api' }
    const recording = await startProcess({ ...env, ...own })
    const { test_project_id: project_id, test_project_key: key } = credentials
    const session = await answerOf(command(env, 'session', 'create'))
    const post = async (url: string, path: string, credential: string, body: object) => {
      const reply = await call(url, 'POST', path, { key: credential, body })
      if (reply.status >= 300) throw new Error(reply.text)
      return reply.body as { id: string }
    }
    const { id } = await post(waiting.url, '/v1/automations', session, {
      project_id,
      name: 'Orders',
      trigger: { manual: {} },
      steps: [
        {
          key: 'order',
          wait_for_event: { name: 'ordered', timeout: 'PT2M', on_timeout: [{ key: 'late', exit: {} }] },
        },
      ],
    })
    await post(waiting.url, `/v1/automations/${id}/publish`, session, { version: 1 })

    const left = Array.from({ length: many }, (_, index) => index)
    const next = async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) {
        const contact = await call(recording.url, 'PUT', '/v1/contacts', {
          key,
          body: { project_id, email: `reader-${index}@d${index % 50}.example` },
        })
        const contact_id = (contact.body as { id: string }).id
        await post(waiting.url, `/v1/automations/${id}/trigger`, session, { contact_id })
        await sleep(moments[index % moments.length] ?? 0)
        await post(recording.url, `/v1/contacts/${contact_id}/events`, key, { name: 'ordered' })
      }
    }
    await Promise.all(Array.from({ length: 4 }, next))

    const runs = await until(async () => {
      const { body } = await call(waiting.url, 'GET', `/v1/automations/${id}/stats`, { key: session })
      return body.runs.waiting + body.runs.running === 0 && (body.runs as Record<string, number>)
    }, 'the end of the runs')
    // By the time-out they would have exited, after two minutes.
    expect(runs).toMatchObject({ completed: many, exited: 0, failed: 0 })
    await recording.stop()
    await waiting.stop()
    await database.drop()
  },
)
