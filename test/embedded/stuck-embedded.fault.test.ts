import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { socketFolderOf } from '../../embedded/embedded.js'
import { call } from '../support/api/api.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../support/service/process.js'
import { until } from '../support/time/until.js'

/** A client that occupies the embedded database's only session blocks all other work, but not forever. */

let service: ServiceProcess
beforeAll(async () => {
  const env = { POSTSEAL_STATEMENT_TIMEOUT: '1', POSTSEAL_ROLES: 'api' }
  service = await startProcess(await serviceEnv(env))
})

/** A client such as an operator's psql. */
async function connect(): Promise<{ client: Client; ended: Promise<unknown> }> {
  const host = socketFolderOf(service.dataDir)
  const client = new Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  const ended = new Promise((resolve) => client.once('end', resolve))
  await client.connect()
  return { client, ended }
}

const list = async () =>
  (await call(service.url, 'GET', '/v1/messages', { key: service.credentials.project_key })).status

test('a client that says nothing in a transaction is cut off, and its transaction rolled back', async () => {
  const { client, ended } = await connect()
  await client.query('begin')
  await client.query(`update workspaces set name = 'Held'`)
  // The request waits until the database is free.
  expect(await list()).toBe(200)
  await ended
  expect(service.stdout()).toMatch(/"level":40.*idle in a transaction for 1 seconds: cut off/)

  const other = await connect()
  expect((await other.client.query('select name from workspaces')).rows).toEqual([{ name: 'Default' }])
  await other.client.end()
})

test('one that has asked for more time gets it', async () => {
  const { client, ended } = await connect()
  const began = performance.now()
  await client.query(`begin; set local idle_in_transaction_session_timeout = '2s'`)
  await ended
  expect(performance.now() - began).toBeGreaterThan(1800)
  await until(async () => (await list()) === 200, 'the service to go on')
})

test('a statement that does not end ends the process with 1, for a supervisor to start it again', async () => {
  const { client } = await connect()
  client.query('select count(*) from generate_series(1, 1e15)').catch(() => undefined)
  const ended = await service.ended
  expect(ended).toMatchObject({ code: 1, signal: null })
  expect(ended.stdout).toMatch(
    /"level":60.*the embedded database has not responded for \d+ seconds.*the service cannot continue/,
  )
})
