import { expect, test } from 'vitest'
import { run, serviceEnv } from '../../support/service/process.js'

test('a PGlite with a part that is not as known ends the start with 2 and a sentence, in place of losing commits', async () => {
  const moved = new URL('../../support/database/moved-part.mjs', import.meta.url).href
  const ended = await run('main.js', [], { ...(await serviceEnv()), NODE_OPTIONS: `--import ${moved}` }).ended
  expect(ended.code).toBe(2)
  expect(ended.stderr.trim()).toBe(
    'The embedded database does not start: queryQueue.enqueue of @electric-sql/pglite-socket 0.2.17 is not a function of ' +
      '3 parameters. With another one, what was answered might not be on the disk. Install the version that this ' +
      'release names, in the folder where postseal-server is installed: npm install @electric-sql/pglite-socket@0.2.17 ' +
      '--save-exact. Or set DATABASE_URL to a PostgreSQL.',
  )
})
