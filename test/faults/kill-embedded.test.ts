import { test } from 'vitest'
import { socketFolderOf } from '../../server/db/embedded/embedded.js'
import { killInTheMiddle } from '../support/kill.js'
import { serviceEnv } from '../support/process.js'

test('with the embedded database nothing accepted is lost by kill -9', { timeout: 120_000 }, async () => {
  await killInTheMiddle(await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn' }), (env) => ({
    host: socketFolderOf(env['POSTSEAL_DATA_DIR'] ?? ''),
    user: 'postgres',
    database: 'postgres',
  }))
})
