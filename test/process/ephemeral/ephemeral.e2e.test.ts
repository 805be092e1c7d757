import { connect } from 'node:net'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionInfo } from '../../../server/process/ephemeral/connection-info.js'
import { call } from '../../support/api/api.js'
import { bin, isRunning, startCommand, type EphemeralStart } from '../../support/service/ephemeral.js'
import { inbox, send, untilLog } from '../../support/messages/mail.js'
import { addList, ask } from '../../support/audience/opt-in.js'
import { installPackedServer, type PackedServer } from '../../support/service/packed-server.js'
import { until } from '../../support/time/until.js'
import { v8Options } from '../../support/service/v8-options.js'

/** A test runner that has npx start the service: npx goes on when its parent is killed. */
const runner = `require('child_process').spawn('npx', ['--no-install', 'postseal-server', '--ephemeral'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})`

const root = fileURLToPath(new URL('../..', import.meta.url))

let packed: PackedServer
/** The packed service, started by the runner above. */
let started: EphemeralStart
let service: { url: string; credentials: ConnectionInfo }
/** The built one, started directly, with a pipe as its input and a file as its output. */
let direct: EphemeralStart
let outputFile: string
const publicUrl = 'https://mail.shop.example/post'

beforeAll(async () => {
  direct = startCommand(process.execPath, [...v8Options, bin, '--ephemeral', '--output', 'keys.json'], {
    stdin: 'pipe',
    variables: { POSTSEAL_PUBLIC_URL: publicUrl, POSTSEAL_COLOUR: 'red' },
  })
  outputFile = path.join(direct.folder, 'keys.json')
  packed = await installPackedServer()
  started = startCommand(process.execPath, ['-e', runner], { stdin: 'ignore', cwd: packed.folder })
  const line = await whenReady(started, () => /^.*\n/.exec(started.stdout())?.[0])
  const credentials = JSON.parse(line) as ConnectionInfo
  service = { url: credentials.base_url, credentials }
})
afterAll(() => {
  // It may outlive its runner when something is broken.
  if (service && isRunning(service.credentials.pid)) process.kill(service.credentials.pid, 'SIGKILL')
})

/** Waits for what a service shows when it is ready, and not for one that has ended instead. */
function whenReady<T>(start: EphemeralStart, look: () => T | undefined | false): Promise<T> {
  const failed = start.ended.then(({ stderr }) => Promise.reject(new Error(`it has ended: ${stderr}`)))
  return Promise.race([until(look, 'the service to be ready'), failed])
}

test('the package holds what was built and the contract, and nothing of their making', () => {
  const allowed =
    /^(deploy\/(systemd|prometheus|grafana)\/[^/]+|dist\/(?!parts\/).+|generated\/(openapi\.(json|yaml)|service-keys\.json|wires\/[a-z]+\.json)|package\.json|README\.md|LICENSE)$/
  expect(packed.files.filter((file) => !allowed.test(file))).toEqual([])
})

test('it names the packages that are bundled into it, with their licences', () => {
  const notices = readFileSync(
    path.join(packed.folder, 'node_modules/postseal-server/dist/THIRD-PARTY-LICENSES.txt'),
    'utf8',
  )
  expect(notices).toMatch(/^express \d+\.\d+\.\d+ \(MIT\)\n\n\(The MIT License\)/m)
  expect(notices).toMatch(/^nodemailer \d+\.\d+\.\d+ \(MIT-0\)\n\nCopyright/m)
})

test('it has the operator’s command, also beside the SDK, which has the same name', async () => {
  symlinkSync(path.join(root, 'sdk-ts'), path.join(packed.folder, 'node_modules/postseal'))
  const npx = (...args: string[]) =>
    startCommand('npx', ['--no-install', 'postseal', ...args], { stdin: 'ignore', cwd: packed.folder }).ended
  const [help, version] = await Promise.all([npx('--help'), npx('--version')])
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: postseal \[options\]/) as string,
  })
  for (const command of ['session', 'workspace', 'domain', 'dmarc', 'queue', 'secret'])
    expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
  expect(version).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?\n$/) as string,
  })
})

test('it shows its guides, and its reference with the scripts of its pages', async () => {
  expect(await (await fetch(`${service.url}/docs/errors`)).text()).toContain('sending_halted')
  const page = await (await fetch(`${service.url}/docs/api/sendMessage`)).text()
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    const reply = await fetch(new URL(script, `${service.url}/docs/api/sendMessage`))
    expect([reply.status, (await reply.text()).length > 0], script).toEqual([200, true])
  }
})

test('one line hands over all that a test run needs, and what does not count is said', () => {
  const { credentials } = service
  const { port } = new URL(credentials.base_url)
  expect(credentials).toEqual({
    base_url: `http://127.0.0.1:${port}`,
    workspace_id: expect.stringMatching(/^ws_/),
    project_id: expect.stringMatching(/^prj_/),
    project_key: expect.stringMatching(/^pk_live_/),
    workspace_key: expect.stringMatching(/^wk_/),
    test_project_id: expect.stringMatching(/^prj_/),
    test_project_key: expect.stringMatching(/^pk_test_/),
    session: expect.any(String),
    console_url: expect.stringMatching(new RegExp(`^http://127.0.0.1:${port}/console/sign-in#[\\w-]{43}$`)),
    sink_url: `http://127.0.0.1:${port}/sink/messages`,
    sink_smtp_port: expect.any(Number),
    inbound_smtp_port: expect.any(Number),
    submission_smtp_port: expect.any(Number),
    pid: expect.any(Number),
  })
  expect(started.stderr()).toContain('--ephemeral takes no notice of DATABASE_URL, POSTSEAL_TRANSPORT.')
  expect(started.stderr()).not.toContain('hunter2')
})

test('a test key sends, the mail is at the sink’s address, and the log tells of it', async () => {
  const { credentials } = service
  const test = {
    url: service.url,
    credentials: {
      ...credentials,
      project_id: credentials.test_project_id,
      project_key: credentials.test_project_key,
    },
  }
  const message = await send(test, 'ada@example.com', { subject: 'Your receipt' })
  await untilLog(test, message, ({ status }) => status === 'delivered', 'the delivery')
  const mails = (await (await fetch(credentials.sink_url)).json()) as { data: object[] }
  expect(mails.data).toMatchObject([{ subject: 'Your receipt', envelope: { to: ['ada@example.com'] } }])
})

test('the link of an opt-in mail leads to the service, and confirms', async () => {
  const { test_project_key: key, test_project_id: project, base_url } = service.credentials
  const optIn = { url: service.url, key, project }
  const list = await addList(optIn)
  const { subscription } = await ask(optIn, list, 'linus@example.com')
  expect(subscription.unsubscribe_url).toContain(`${base_url}/subscriptions/unsubscribe/`)
  const mail = await until(async () => (await inbox(service.url, 'linus@example.com'))[0], 'the mail')
  const link = /http:\S+/.exec(mail.text ?? '')?.[0] ?? ''
  expect(await (await fetch(link)).text()).toContain('<form')
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  const path = `/v1/subscriber-lists/${list}/subscriptions/${subscription.id}`
  expect((await call(service.url, 'GET', path, { key })).body.status).toBe('confirmed')
})

test('live mail stays in the sink, too, whatever relay the environment names', async () => {
  const message = await send(service, 'grace@example.com')
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  expect(await inbox(service.url, 'grace@example.com')).toHaveLength(1)
})

test('the session is an owner’s', async () => {
  const workspaceKey = await call(service.url, 'post', '/v1/api-keys', {
    key: service.credentials.session,
    body: { kind: 'workspace', name: 'Reports', scopes: ['reports:read'] },
  })
  expect(workspaceKey.status).toBe(201)
})

test('nobody else on the network reaches it, nor enters its folder', async () => {
  const port = Number(new URL(service.url).port)
  const elsewhere = connect({ host: '127.0.0.2', port })
  const error = await new Promise((resolve) => elsewhere.once('error', resolve).once('connect', resolve))
  expect(error).toBeInstanceOf(Error)
  elsewhere.destroy()
  expect(statSync(started.serviceFolder() ?? '').mode & 0o777).toBe(0o700)
})

test('it ends with the one who had npx start it, and leaves nothing behind', async () => {
  expect(isRunning(service.credentials.pid)).toBe(true)
  const gone = started.kill('SIGKILL')
  await until(() => !isRunning(service.credentials.pid), 'the service to end')
  expect(started.serviceFolder()).toBeUndefined()
  expect((await gone).stdout.trim().split('\n')).toHaveLength(1)
})

test('a file takes the line while the service is ready, which ends with its input', async () => {
  await whenReady(direct, () => existsSync(outputFile))
  expect(statSync(outputFile).mode & 0o777).toBe(0o600)
  const keys = JSON.parse(readFileSync(outputFile, 'utf8')) as ConnectionInfo
  expect(await fetch(`${keys.base_url}/readyz`)).toMatchObject({ status: 200 })
  // Links use POSTSEAL_PUBLIC_URL, but the test still sends its requests to this machine.
  const optIn = { url: keys.base_url, key: keys.test_project_key, project: keys.test_project_id }
  const { subscription } = await ask(optIn, await addList(optIn), 'ada@example.com')
  expect(subscription.unsubscribe_url).toContain(`${publicUrl}/subscriptions/unsubscribe/`)

  direct.closeInput()
  expect(await direct.ended).toMatchObject({
    code: 0,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown variable POSTSEAL_COLOUR \(ignored\)\./m) as string,
  })
  expect(direct.serviceFolder()).toBeUndefined()
  expect(existsSync(outputFile)).toBe(false)
})
