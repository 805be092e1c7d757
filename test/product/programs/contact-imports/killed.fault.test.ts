import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { countsOf, ended, importFile, type ContactImport } from '../../../support/audience/contact-imports.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { serviceEnv, startProcess } from '../../../support/service/process.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { until } from '../../../support/time/until.js'

/**
 * A process is killed at random moments while it imports a file. `POSTSEAL_TEST_KILLS=20` before `npx vitest run` of
 * this file makes it long, and `POSTSEAL_TEST_SEED` repeats the moments.
 */

const kills = Number(process.env['POSTSEAL_TEST_KILLS'] ?? 2)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))
const lines = 20_000 * kills

test(
  `after ${kills} kills each line of a file has been imported once`,
  { timeout: 300_000 + kills * 30_000 },
  async () => {
    const database = await createMigratedDatabase()
    const env = await serviceEnv({
      POSTSEAL_ROLES: 'api,programs',
      POSTSEAL_LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    })
    const random = seededRandom(seed)
    let service = await startProcess(env)
    const sql = new pg.Client({ connectionString: database.url })
    await sql.connect()
    try {
      const { credentials } = service
      const importer = { url: service.url, key: credentials.project_key, project: credentials.project_id }
      // Every tenth line is none.
      const rows = Array.from({ length: lines }, (_, n) =>
        n % 10 === 9 ? `bad${n},x` : `n${n}@example.com,${n}`,
      )
      const { status, body } = await importFile(importer, `email,number\n${rows.join('\n')}\n`)
      expect(status).toBe(202)
      const { id } = body as ContactImport
      const linesSoFar = async () =>
        Number((await sql.query<{ lines: number }>('select lines from contact_imports')).rows[0]?.lines)
      for (let kill = 1; kill <= kills; kill += 1) {
        const enough = (lines * kill) / (kills + 1)
        await until(async () => (await linesSoFar()) >= enough, `line ${enough}`)
        await sleep(Math.floor(random() * 30))
        await service.kill()
        expect(await linesSoFar()).toBeLessThan(lines)
        // What the dead process had in hand is free once its lease has ended.
        await sql.query('update contact_imports set due_at = now() where due_at is not null')
        service = await startProcess(env)
      }
      const found = await ended({ ...importer, url: service.url }, id)
      expect(countsOf(found), `POSTSEAL_TEST_SEED=${seed}`).toEqual({
        lines,
        created: lines * 0.9,
        rejected: lines * 0.1,
      })
      const { rows: contacts } = await sql.query<{ count: string; sum: string }>(
        `select count(*), sum((properties ->> 'number')::integer) from contacts`,
      )
      const sum = rows.reduce((total, _row, n) => (n % 10 === 9 ? total : total + n), 0)
      expect(contacts).toEqual([{ count: String(lines * 0.9), sum: String(sum) }])
      const reported = await sql.query<{ line: number }>(
        `select (line ->> 0)::integer as line from contact_import_lines, jsonb_array_elements(refused) line order by 1`,
      )
      expect(reported.rows.map(({ line }) => line)).toEqual(
        rows.flatMap((_row, n) => (n % 10 === 9 ? [n + 2] : [])),
      )
      expect((await sql.query('select from contact_import_parts')).rowCount).toBe(0)
    } finally {
      await sql.end()
      await service.stop()
    }
  },
)
