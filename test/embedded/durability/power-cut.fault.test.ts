import { randomInt } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { socketFolderOf } from '../../../embedded/embedded.js'
import { allPages } from '../../support/messages/mail.js'
import { serviceEnv, startProcess, type Ended } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { orders, sendAll, sendOrder } from '../../support/messages/senders.js'

const cutter = new URL('../../support/database/power-cut.mjs', import.meta.url).href

test('what the embedded database has accepted is there after a power cut', async () => {
  const copy = path.join(newDataDir(), 'db')
  const env = await serviceEnv({
    POSTSEAL_EMBEDDED_FLUSH: 'true',
    POSTSEAL_ROLES: 'api',
    POSTSEAL_LOG_LEVEL: 'warn',
  })
  let service = await startProcess({ ...env, NODE_OPTIONS: `--import ${cutter}`, POWER_CUT_COPY: copy })
  const folder = path.join(service.dataDir, 'db')
  const sql = new pg.Client({
    host: socketFolderOf(service.dataDir),
    user: 'postgres',
    database: 'postgres',
  })
  sql.on('error', () => undefined)
  await sql.connect()

  const list = orders(200)
  const accepted = () => list.filter((order) => order.accepted !== undefined).map((order) => order.accepted)
  const cutAfter = 90 + randomInt(70)
  let cut: Promise<Ended> | undefined
  await sendAll(list, 8, async (order) => {
    const reply = await sendOrder(service, order)
    if (reply.status !== 'lost') expect(reply.status).toBe(202)
    // Data files are written and flushed, and the log's segments exchanged, in the middle of it.
    if (accepted().length === 40) await sql.query('checkpoint')
    if (accepted().length === 80) await sql.query('select pg_switch_wal()')
    if (accepted().length >= cutAfter) cut ??= service.kill('SIGKILL')
  })
  await cut
  expect(accepted().length).toBeLessThan(200)

  expect(existsSync(path.join(copy, 'PG_VERSION'))).toBe(true)
  rmSync(folder, { recursive: true })
  renameSync(copy, folder)
  service = await startProcess(env)
  const messages = await allPages<components['schemas']['Message']>(service, '/v1/messages')
  const kept = new Set(messages.map(({ id }) => id))
  expect(accepted().filter((id) => !kept.has(id ?? ''))).toEqual([])
  await service.stop()
})
