import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOptions } from '../../scripts/contract-test/options.js'
import { run } from '../../scripts/contract-test/run.js'
import { cleanUp } from '../support/instance/clean-up.js'
import { domainOf, keyFields, prepareInstance } from '../support/instance/prepare.js'
import { call } from '../support/api/api.js'
import { createKey } from '../support/workspace/api-keys.js'
import { heldPort } from '../support/network/ports.js'
import { follow, type Ended, type Env } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { limitOf } from '../support/api/rate-limits.js'
import { startTestService, type TestService } from '../support/service/service.js'
import { requestLink, useToken } from '../support/sign-in/sign-in.js'
import { firstTenant } from '../support/workspace/tenant.js'
import { subscribe } from '../support/webhooks/webhooks.js'

/** The command that runs the tests of any instance against one, with a few of them. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

function contractTest(args: readonly string[], env: Env): Promise<Ended> {
  const node = ['--import', './scripts/typescript/register.mjs', 'scripts/contract-test/main.ts']
  const child = spawn(process.execPath, [...node, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return follow(child).ended
}

/** Keys that this kind of run has made and that still work. */
async function keysLeft(): Promise<unknown[]> {
  const { rows } = await service.sql.query(
    `select name from api_keys where name like 'contract-tests-%' and revoked_at is null`,
  )
  return rows
}

test('all is well with an instance that keeps to the contract', async () => {
  const folder = newDataDir()
  const session = await service.session('owner')
  const [credentials, junit] = [path.join(folder, 'credentials.json'), path.join(folder, 'junit.xml')]
  const content = { ...service.credentials, base_url: service.url, session }
  writeFileSync(credentials, JSON.stringify(content))
  const args = ['--credentials', credentials, '--junit', junit, 'document']
  const { code, stdout, stderr } = await contractTest(args, {})
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/Test Files +1 passed/)
  expect(stdout).toContain(`against ${service.url}`)
  expect(stdout).toMatch(/revoked 2 API keys/)
  expect(stdout).not.toContain('There is no session')
  for (const secret of [session, content.workspace_key]) expect(stdout + stderr).not.toContain(secret)
  expect(existsSync(junit)).toBe(true)
  expect(await keysLeft()).toEqual([])
})

test('the address can sign in afterwards, and what was left out for that is said', async () => {
  const usual = await startTestService({ beside: service, rateLimits: { signIns: 10 } })
  const asked = ['requests', '-t', 'createSignInLink|createSession']
  const env = { POSTSEAL_BASE_URL: usual.url, POSTSEAL_WORKSPACE_KEY: service.credentials.workspace_key }
  for (const _run of [1, 2]) {
    const { code, stdout, stderr } = await contractTest(asked, env)
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toMatch(
      /^Left out \d tests of signing in: they would take more than half of the 10 sign-ins of this address\.$/m,
    )
  }
  const link = await requestLink(usual.url, 'ada@shop.example')
  expect([link.status, limitOf(link).left]).toEqual([202, 3])
  const token = await useToken(usual.url, 'A'.repeat(43))
  expect([token.status, limitOf(token).left]).toEqual([401, 3])
  await usual.stop()
})

describe('an instance that breaks the contract', () => {
  /** The service, but that its lists of messages say more than the contract knows. */
  let broken: Server
  beforeAll(async () => {
    broken = createServer((request, response) => {
      if (request.url === '/v1/messages') {
        const headers = {
          'Content-Type': 'application/json',
          'Request-Id': 'req_01kbf3yq0ge8gvk2c5m7x9t3ea',
          RateLimit: '"requests";r=9;t=60',
          'RateLimit-Policy': '"requests";q=10;w=60',
        }
        response.writeHead(200, headers).end('{"data":[],"has_more":false,"next_cursor":null,"mood":"fine"}')
        return
      }
      const { method = '', headers } = request
      const passed = httpRequest(service.url + request.url, { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers)
        reply.pipe(response)
      })
      request.pipe(passed)
    }).listen(0, '127.0.0.1')
    await once(broken, 'listening')
  })
  afterAll(() => void broken.close())

  test('is found out, and what was made is removed all the same', async () => {
    const { port } = broken.address() as AddressInfo
    const { code, stdout, stderr } = await contractTest(['document', '-t', 'sent again'], {
      POSTSEAL_BASE_URL: `http://127.0.0.1:${port}`,
      POSTSEAL_WORKSPACE_KEY: service.credentials.workspace_key,
    })
    expect(code, stdout + stderr).toBe(1)
    expect(stdout).toMatch(/Tests +1 failed \| \d+ skipped/)
    expect(stdout).toContain('There is no session')
    expect(stdout + stderr).toMatch(/listMessages 200: .*must NOT have additional properties/)
    expect(stdout).toMatch(/revoked 2 API keys/)
    expect(await keysLeft()).toEqual([])
  })
})

describe('before anything is tested', () => {
  const said = async (args: string[], env: Env = {}) => {
    let [out, err] = ['', '']
    const code = await run(args, env, { out: (text) => (out += text), err: (text) => (err += text) })
    return { code, out, err }
  }
  const some = ['--base-url', 'https://mail.example', '--workspace-key', 'wk_x']

  test('help is printed', async () => {
    const { code, out } = await said(['--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('--credentials FILE') as string])
  })

  test.each<[string, string[], RegExp]>([
    ['no address', ['--workspace-key', 'wk_x'], /--base-url/],
    ['no key', ['--base-url', 'https://mail.example'], /workspace key/],
    ['what is no address', ['--base-url', 'mail.example', '--workspace-key', 'wk_x'], /"mail\.example"/],
    ['an address with a query', ['--base-url', 'https://x.example?a', '--workspace-key', 'wk_x'], /\?a/],
    ['an unknown option', [...some, '--frobnicate'], /--frobnicate/],
    ['a file that is not there', [...some, '--credentials', '/nothing/here'], /ENOENT/],
    ['a file that is not JSON', [...some, '--credentials', 'README.md'], /not JSON/],
  ])('%s makes no sense', async (_name, args, message) => {
    const { code, err } = await said(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(err.trim()).not.toContain('\n')
  })

  test('the command line goes before the environment, and that before the file', () => {
    const credentials = path.join(newDataDir(), 'credentials.json')
    writeFileSync(credentials, '{"base_url":"http://file/","workspace_key":"wk_file","session":"file"}')
    const file = ['--credentials', credentials]
    const env = {
      POSTSEAL_BASE_URL: 'https://env/api/',
      POSTSEAL_WORKSPACE_KEY: 'wk_env',
      POSTSEAL_SESSION: '',
    }
    const line = ['--base-url', 'http://line', '--workspace-key', 'wk_line', '--session', 'line', 'words']
    expect(readOptions(file, {})).toEqual({
      url: 'http://file',
      workspaceKey: 'wk_file',
      session: 'file',
      words: [],
    })
    const fromEnv = { url: 'https://env/api', workspaceKey: 'wk_env', session: 'file', words: [] }
    expect(readOptions(file, env)).toEqual(fromEnv)
    expect(readOptions([...file, ...line], env)).toEqual({
      url: 'http://line',
      workspaceKey: 'wk_line',
      session: 'line',
      words: ['words'],
    })
  })

  test('an instance that does not answer is said to be out of reach', async () => {
    const url = `http://127.0.0.1:${await heldPort()}`
    const { code, err } = await said(['--workspace-key', 'wk_x'], { POSTSEAL_BASE_URL: url })
    expect(code).toBe(1)
    expect(err).toMatch(new RegExp(`^The instance at ${url} cannot be reached: .*ECONNREFUSED.*\\n$`))
  })

  test('what is no instance is said to be none', async () => {
    const { code, err } = await said(['--base-url', `${service.url}/nothing/`, '--workspace-key', 'wk_x'])
    expect([code, err]).toEqual([
      1,
      `What answers at ${service.url}/nothing serves no contract at /openapi.json (status 404).\n`,
    ])
  })

  test('an instance of another version is said to be one', async () => {
    const other = createServer((_request, response) => response.end('{"info":{"version":"1.99.0"}}'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const { code, err } = await said(['--base-url', `http://127.0.0.1:${port}`, '--workspace-key', 'wk_x'])
    other.close()
    expect([code, err]).toEqual([1, expect.stringMatching(/version 1\.99\.0.*version \d/) as string])
  })

  test('a key that does not do is said so', async () => {
    const { code, err } = await said(['--base-url', service.url, '--workspace-key', 'wk_x'])
    expect([code, err]).toEqual([1, expect.stringContaining('401 invalid_credentials') as string])
    const project = ['--base-url', service.url, '--workspace-key', service.credentials.test_project_key]
    expect((await said(project)).err).toContain('403 wrong_credential_kind')
  })
})

describe('what a run makes', () => {
  test('is in test projects, the same ones each time, and is removed in the end', async () => {
    const access = {
      url: service.url,
      workspaceKey: service.credentials.workspace_key,
      session: await service.session('owner'),
    }
    const [first, second] = [await prepareInstance(access), await prepareInstance(access)]
    expect([second.project, second.otherProject]).toEqual([first.project, first.otherProject])
    expect(first.project).not.toBe(first.otherProject)
    for (const key of [first.projectKey, first.otherKey]) expect(key).toMatch(/^pk_test_/)

    const description = (run: string) => ({ description: run, project_id: first.project })
    await subscribe(access.url, access.workspaceKey, description(first.run))
    const kept = await subscribe(access.url, access.workspaceKey, description(second.run))
    for (const run of [first.run, second.run]) {
      const body = { name: `shop.${domainOf(run)}` }
      const added = await call(access.url, 'POST', '/v1/domains', { key: access.session, body })
      expect(added.status, added.text).toBe(201)
    }
    const workspaceKey = { kind: 'workspace', project_id: undefined, ...keyFields(first.run) }
    await createKey(access.url, firstTenant(service), access.session, { fields: workspaceKey })
    expect(await cleanUp(first)).toEqual({ webhooks: 1, domains: 1, keys: 3 })

    const { body } = await call(access.url, 'GET', '/v1/webhooks/status', { key: access.workspaceKey })
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kept.id])
    expect(await keysLeft()).toEqual([{ name: second.run }, { name: second.run }])
    const domains = await call(access.url, 'GET', '/v1/domains', { key: access.workspaceKey })
    expect(domains.body.data).toMatchObject([{ name: `shop.${domainOf(second.run)}` }])
    expect(await cleanUp(second)).toEqual({ webhooks: 1, domains: 1, keys: 2 })
  })
})
