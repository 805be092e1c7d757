import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../server/platform/config/version.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../support/service/service.js'
import { installIntoEmptyProject, type Project } from './installed.js'

/** The package postseal-cli on an empty machine: installed from its tarball, beside a service that runs. */

const run = promisify(execFile)

let project: Project
let service: TestService
beforeAll(async () => {
  ;[project, service] = await Promise.all([
    installIntoEmptyProject('cli'),
    startTestService({ env: { POSTSEAL_ROLES: 'api' } }),
  ])
})
afterAll(async () => {
  project?.remove()
  await service?.stop()
})

const home = newDataDir()

/** Runs the command as npm has installed it, with nothing in its environment but this. */
async function postseal(args: readonly string[], { stdin = '', env = {} } = {}) {
  const program = path.join(project.folder, 'node_modules/.bin/postseal')
  const { PATH } = process.env
  const started = run(program, args, { cwd: project.folder, env: { PATH, HOME: home, ...env } })
  started.child.stdin?.end(stdin)
  return started.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

test('it has what it needs, and nothing else', () => {
  expect(project.packed.filter((file) => !/^dist\/[\w-]+\.js$/.test(file)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/catalog.json',
    'package.json',
  ])
  const home = path.join(project.folder, 'node_modules/postseal-cli')
  expect(readFileSync(path.join(home, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).toMatch(
    /\ncommander [\d.]+ \(MIT\)/,
  )
  expect(JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')
})

test('a message is sent by a profile, and listed', async () => {
  const { test_project_id: project, test_project_key: key } = service.credentials
  const add = ['profile', 'add', 'shop', '--url', service.url, '--project', project]
  expect(await postseal(add, { stdin: `${key}\n` })).toMatchObject({ code: 0, stderr: '' })
  const message = [
    '--from-email',
    'a@shop.example',
    '--to',
    'Ada <ada@example.com>',
    '--subject',
    'Hello',
    '--text',
    '@-',
  ]
  const sent = await postseal(['messages', 'send', ...message], { stdin: 'It works.\n' })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  expect(sent.stdout).toMatch(/^id +msg_\w+\n/)
  const list = await postseal(['messages', 'list'])
  expect(list).toMatchObject({ code: 0, stderr: '' })
  expect(list.stdout).toMatch(/^ID +STATUS .*\nmsg_\w+ +queued +.*Hello/)
})

test('a retry after a refusal, and what is refused, end as they should', async () => {
  expect(await postseal(['messages', 'retrieve', 'msg_nothing'])).toMatchObject({ code: 1, stdout: '' })
  expect(await postseal(['mesages'])).toMatchObject({ code: 2, stderr: expect.stringContaining('messages?') })
  expect(await postseal(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test("the operator's commands are said to be in the other package", async () => {
  expect(await postseal(['workspace', 'create', 'Shop'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '"postseal workspace create" is a command of the package postseal-server',
    ),
  })
  expect(await postseal(['doctor'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('postseal-server'),
  })
})
