import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockWith } from '../support/documentation/documents.js'
import { installPackedServer } from '../support/service/packed-server.js'
import { installIntoEmptyProject, root, type Project } from './installed.js'

/** `postseal/testing` in a user's project, with both packages as published to the registry. */

let project: Project
beforeAll(async () => {
  const [packed, installed] = await Promise.all([installPackedServer(), installIntoEmptyProject()])
  project = installed
  symlinkSync(
    path.join(packed.folder, 'node_modules/postseal-server'),
    path.join(project.folder, 'node_modules/postseal-server'),
  )
  symlinkSync(path.join(root, 'node_modules/vitest'), path.join(project.folder, 'node_modules/vitest'))
})
afterAll(() => project?.remove())

/** Runs Node in the project like a user, without the environment variables of this test runner. */
async function node(args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NO_COLOR: '1', POSTSEAL_API_KEY: 'pk_live_of_the_application' }
  const child = spawn(process.execPath, args, { cwd: project.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, output: out + error }
}

/** A CommonJS test for node:test. */
const inNodeTest = `
const { test } = require('node:test')
const assert = require('node:assert')
const { Postseal } = require('postseal')
const { MailTimeoutError, startTestServer } = require('postseal/testing')

test('a server of its own', async () => {
  const server = await startTestServer()
  const { sink, test_project_id: project_id } = server
  const client = new Postseal({ baseURL: server.baseURL, apiKey: server.apiKey })
  const message = { project_id, from: 'Shop <a@shop.example>', subject: 'Hello', text: 'World' }
  const attachments = [{ filename: 'a.txt', content: 'SGVsbG8=' }]
  const { id } = await client.messages.send({ ...message, to: 'Ada <ada@example.com>', attachments })
  const half = await client.messages.send({ ...message, to: ['bounce@example.com', 'bob@example.com'] })

  const mail = await sink.waitForMail({ to: 'ADA@example.com', subject: /^hello$/i, timeout_ms: 180_000 })
  assert.deepEqual(mail.from, { email: 'a@shop.example', name: 'Shop' })
  assert.deepEqual(mail.to, [{ email: 'ada@example.com', name: 'Ada' }])
  assert.equal(Buffer.from(await mail.attachments[0].content()).toString(), 'Hello')
  assert.equal((await client.messages.waitUntilSettled(id)).logs[0].status, 'delivered')
  const settled = await client.messages.waitUntilSettled(half.id)
  assert.equal(settled.status, 'partially_delivered')
  assert.deepEqual(settled.logs.map(({ status }) => status), ['bounced', 'delivered'])

  assert.equal((await sink.list()).length, 2)
  await sink.clear()
  assert.deepEqual(await sink.list(), [])
  await assert.rejects(sink.waitForMail({ to: 'ada@example.com', timeout_ms: 50 }), MailTimeoutError)
  await server.stop()
  await assert.rejects(sink.list(), /cannot be reached/)
})
`

test('the guide’s globalSetup and test run under Vitest', async () => {
  project.write('setup.js', blockWith('js', 'startTestServer'))
  project.write('reset.test.js', blockWith('js', 'waitForMail'))
  project.write(
    'vitest.config.mjs',
    `export default { test: { globalSetup: './setup.js', testTimeout: 240_000, include: ['reset.test.js'] } }`,
  )
  project.write('package.json', '{ "name": "shop", "private": true, "type": "module" }')
  const { code, output } = await node(['node_modules/vitest/vitest.mjs', 'run'])
  expect(code, output).toBe(0)
  expect(output).toMatch(/Tests +1 passed/)
}, 300_000)

test('a test under node --test, from CommonJS, has a server of its own', async () => {
  project.write('own.test.cjs', inNodeTest)
  const { code, output } = await node(['--test', 'own.test.cjs'])
  expect(code, output).toBe(0)
}, 300_000)
