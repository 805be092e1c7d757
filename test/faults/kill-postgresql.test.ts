import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { createDatabase } from '../support/database.js'
import { killInTheMiddle } from '../support/kill.js'
import { serviceEnv } from '../support/process.js'

test('with PostgreSQL nothing accepted is lost by kill -9', { timeout: 120_000 }, async () => {
  const database = await createDatabase()
  const env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
  })
  await killInTheMiddle(env, () => ({ connectionString: database.url }))
  await database.drop()
})
