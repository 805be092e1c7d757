import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { request, Agent } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { startupBanner } from '../../server/product/workspace/startup-banner.js'
import { call } from '../support/api/api.js'
import { allPages, inbox, messageTo, send, untilLog } from '../support/messages/mail.js'
import {
  readCredentials,
  run,
  serviceEnv,
  startProcess,
  type Ended,
  type Env,
  type ServiceProcess,
} from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

const shell = promisify(execFile)
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)

/** The command that a start prints: from its first line to the first without a backslash at the end. */
function printedCommand(output: string): string {
  const command = /^ *curl (?:.*\\\n)*.*$/m.exec(output)?.[0]
  if (command === undefined) throw new Error(`no command in: ${output}`)
  return command
}

test(
  'a first start hands over credentials, and the second keeps everything',
  { timeout: 400_000 },
  async () => {
    const env = await serviceEnv()
    // A folder that is not there yet, with what a careless path has in it.
    env['POSTSEAL_DATA_DIR'] = path.join(newDataDir(), `it's "my" $HOME \`data\` \\ folder`)
    const dataDir = env['POSTSEAL_DATA_DIR']
    const first = await startProcess({ ...env, POSTSEAL_SINKPORT: '2526' })
    expect(first.stderr()).toBe(
      'Unknown variable POSTSEAL_SINKPORT (ignored). Did you mean POSTSEAL_SINK_PORT?\n',
    )

    const file = path.join(dataDir, 'credentials.json')
    expect(Object.keys(first.credentials)).toEqual([
      'base_url',
      'workspace_id',
      'project_id',
      'project_key',
      'workspace_key',
      'test_project_id',
      'test_project_key',
    ])
    expect(first.credentials).toMatchObject({
      base_url: `http://localhost:${env['PORT']}`,
      workspace_id: expect.stringMatching(/^ws_/) as string,
      project_id: expect.stringMatching(/^prj_/) as string,
      project_key: expect.stringMatching(/^pk_live_/) as string,
      workspace_key: expect.stringMatching(/^wk_/) as string,
      test_project_id: expect.stringMatching(/^prj_/) as string,
      test_project_key: expect.stringMatching(/^pk_test_/) as string,
    })
    expect(mode(file)).toBe('600')
    expect(mode(path.join(dataDir, 'secret.key'))).toBe('600')
    expect(mode(dataDir)).toBe('700')
    expect(existsSync(`${file}.new`)).toBe(false)

    // Its log is JSON in every line, and says where everything is.
    await until(() => first.stdout().includes('"ready"'), 'the log of the start')
    const lines = first.stdout().trim().split('\n')
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const url = `http://localhost:${env['PORT']}`
    const facts = { url, docs: `${url}/docs`, inbox: `${url}/sink`, credentials: file }
    expect(logged.find(({ msg }) => msg === 'ready')).toMatchObject(facts)
    // What it prints on a terminal says the same, and shows no secret either.
    const banner = startupBanner({ dataDir, roles: ['api', 'sink'] }, { port: Number(env['PORT']) })
    for (const fact of Object.values(facts)) expect(banner).toContain(fact)
    const output = first.stdout() + banner
    for (const secret of ['project_key', 'workspace_key', 'test_project_key'] as const) {
      expect(output + first.stderr()).not.toContain(first.credentials[secret])
    }
    expect(output + first.stderr()).not.toContain(
      readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim(),
    )

    const { stdout } = await shell('sh', ['-c', printedCommand(banner)], { cwd: '/' })
    const accepted = JSON.parse(stdout) as { id: string; status: string }
    expect(accepted.status).toBe('queued')
    const mail = await until(
      async () =>
        (await inbox(first.url)).find((found) => found.headers['message-id']?.includes(accepted.id)),
      'the mail in the sink',
    )
    expect(mail).toMatchObject({ subject: 'Hello from Postseal', envelope: { to: ['ada@example.com'] } })

    const credentials = first.credentials
    expect(await first.stop()).toMatchObject({ code: 0, signal: null })

    const second = await startProcess(env)
    expect(second.credentials).toEqual(credentials)
    const test = {
      url: second.url,
      credentials: { ...credentials, project_key: credentials.test_project_key },
    }
    expect(await allPages(test, '/v1/messages')).toMatchObject([{ id: accepted.id, status: 'delivered' }])
    expect(await inbox(second.url)).toHaveLength(1)
    await untilLog(
      second,
      await send(second, 'grace@example.com'),
      ({ status }) => status === 'delivered',
      'more mail',
    )
    const projects = await call(second.url, 'get', '/v1/projects', { key: credentials.workspace_key })
    expect(projects.body).toMatchObject({ data: [{}, {}], has_more: false })
    expect(await second.stop()).toMatchObject({ code: 0 })
  },
)

/**
 * The tests below go on with one data folder and, until one of them ends it, with one service: a start takes longer
 * than all they do with it.
 */
let kept: Env
let running: ServiceProcess | undefined
beforeAll(async () => {
  kept = await serviceEnv()
})

async function keptService(): Promise<ServiceProcess> {
  return (running ??= await startProcess(kept))
}

function endKept(service: ServiceProcess, signal: NodeJS.Signals): Promise<Ended> {
  running = undefined
  return service.kill(signal)
}

/** The start of a process whose standard output is a terminal, as far as it can see. */
function startOnTerminal(env: Env): Promise<ServiceProcess> {
  const terminal = 'Object.assign(process.stdout,{isTTY:true,hasColors:()=>false})'
  return startProcess({ ...env, NODE_OPTIONS: `--import=data:text/javascript,${terminal}` })
}

/** Returns the part of a banner that is about the console. */
const consoleLine = (output: string) => /^ {2}console {6}(.*)$/m.exec(output)?.[1]

test(
  'a start on a terminal prints a link for the first owner, until somebody has signed in',
  { timeout: 400_000 },
  async () => {
    const env = await serviceEnv()
    const base = `http://localhost:${env['PORT']}`
    const headless = await startProcess(env)
    await until(() => headless.stdout().includes('"ready"'), 'the log of the start')
    expect(consoleLine(headless.stdout())).toBeUndefined()
    await headless.stop()

    const first = await startOnTerminal(env)
    const banner = () => first.stdout()
    await until(() => banner().includes('Send a first message'), 'the banner')
    const link = new URL(consoleLine(banner()) ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${base}/console/sign-in`)
    expect(banner()).toContain('once, within 15 minutes')
    expect(banner()).toContain('npm run cli -- session link')
    const token = link.hash.slice(1)
    expect(banner().split(token)).toHaveLength(2)
    expect(first.stderr()).not.toContain(token)

    const signIn = () => call(first.url, 'POST', '/v1/sessions', { body: { token } })
    const { status, body } = await signIn()
    expect([status, body.session?.user]).toMatchObject([
      201,
      { email: 'owner@postseal.localhost', role: 'owner' },
    ])
    expect((await signIn()).status).toBe(401)
    // The headless start has made none.
    const log = '/v1/audit-events?operation=cli.session.link'
    const entries = await call(first.url, 'GET', log, { key: body.token as string })
    expect(entries.body).toMatchObject({ data: [{ actor: { kind: 'command_line' } }], has_more: false })
    await first.stop()

    const second = await startOnTerminal(env)
    await until(() => second.stdout().includes('Send a first message'), 'the second banner')
    expect(consoleLine(second.stdout())).toBe(`${base}/console`)
    expect(second.stdout()).not.toContain('15 minutes')
  },
)

test('a process without the API prints no command that needs it', async () => {
  const { dataDir } = await keptService()
  const banner = startupBanner({ dataDir, roles: ['delivery'] }, { port: 4100 })
  expect(banner).toContain(path.join(dataDir, 'credentials.json'))
  expect(banner).not.toMatch(/curl|Send a first message/)
})

test('a second process on the same data folder says who has it, and leaves the first alone', async () => {
  const first = await keptService()
  const second = await run('main.js', [], await serviceEnv({ POSTSEAL_DATA_DIR: first.dataDir })).ended
  expect(second.code).toBe(2)
  expect(second.stderr.trim()).toBe(
    `The embedded database in ${first.dataDir} is in use by process ${first.pid}. Stop that service, choose ` +
      'another POSTSEAL_DATA_DIR, or set DATABASE_URL to a PostgreSQL that several processes can share.',
  )
  expect(second.stdout).toBe('')
  await untilLog(
    first,
    await send(first, 'a@example.com'),
    ({ status }) => status === 'delivered',
    'the delivery',
  )
})

test.each([['SIGTERM'], ['SIGINT']] as const)(
  '%s lets a request in flight end, then exits 0',
  async (signal) => {
    const service = await keptService()
    const recipient = `late-${signal}@example.com`
    // The service has the head and half of the body when it is told to stop. Its client would keep the connection.
    const body = JSON.stringify(messageTo(service, recipient))
    const agent = new Agent({ keepAlive: true })
    // A second, idle connection must not hold the end up either: it is closed before the request has come whole.
    const idle = await new Promise<Promise<unknown>>((resolve, reject) => {
      request(`${service.url}/healthz`, { agent: new Agent({ keepAlive: true }) }, (reply) => {
        const closed = once(reply.socket, 'close')
        reply.resume().once('end', () => resolve(Promise.resolve(closed)))
      })
        .once('error', reject)
        .end()
    })
    const sending = request(`${service.url}/v1/messages`, {
      agent,
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.credentials.project_key}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Expect: '100-continue',
      },
    })
    const replied = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (reply) => reply.resume().once('end', () => resolve(reply.statusCode)))
      sending.once('error', reject)
    })
    await new Promise<void>((resolve) => {
      sending.once('continue', resolve)
      sending.flushHeaders()
    })
    sending.write(body.slice(0, 50))

    const ended = endKept(service, signal)
    await until(() => /"stopping"/.test(service.stdout()), 'the service to begin to stop')
    // It takes what had come until then, and nothing new.
    const refuses = () =>
      fetch(`${service.url}/healthz`).then(
        () => false,
        () => true,
      )
    await until(refuses, 'the service to take nothing new')
    await idle
    sending.end(body.slice(50))
    expect(await replied).toBe(202)
    expect(await ended).toMatchObject({ code: 0, signal: null })
    agent.destroy()

    // It is on disk: delivered before the end, or else due.
    const again = await keptService()
    await until(async () => (await inbox(again.url, recipient)).length === 1, 'the late message')
  },
)

test('credentials of a start that was killed after its commit are handed over by the next one', async () => {
  const first = await keptService()
  const { credentials } = first
  await endKept(first, 'SIGKILL')
  const file = path.join(first.dataDir, 'credentials.json')
  renameSync(file, `${file}.new`)

  const second = await keptService()
  expect(readCredentials(second.dataDir)).toEqual(credentials)
  expect(mode(file)).toBe('600')
  expect(existsSync(`${file}.new`)).toBe(false)
  await send(second, 'a@example.com')
  expect(await endKept(second, 'SIGTERM')).toMatchObject({ code: 0 })
})
