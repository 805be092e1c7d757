import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientCommand } from '../support/commands/client-commands.js'
import type { Env } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import type { TestService } from '../support/service/service.js'
import { sharedApi } from '../support/service/shared-service.js'
import { addTenant, type Tenant } from '../support/workspace/tenant.js'

/** The command line against a service: what is made by it is there, and what is refused is told. */

const run = promisify(execFile)

let service: TestService
let tenant: Tenant
let env: Env
let session: Env
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  const where = { POSTSEAL_BASE_URL: service.url, XDG_CONFIG_HOME: newDataDir() }
  env = { ...where, POSTSEAL_API_KEY: await tenant.key() }
  session = { ...where, POSTSEAL_API_KEY: await tenant.session('owner') }
})

/** The first text is split at its blanks. */
async function text(as: Env, line: string, ...others: string[]): Promise<string> {
  const args = [...line.split(' '), ...others]
  const ended = await clientCommand(as, args)
  expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(0)
  expect(ended.stdout + ended.stderr).not.toContain(as['POSTSEAL_API_KEY'])
  return ended.stdout
}

async function value<T = Record<string, unknown>>(as: Env, line: string, ...args: string[]): Promise<T> {
  return JSON.parse(await text(as, line, ...args, '--json')) as T
}

const idOf = async (as: Env, line: string, ...args: string[]) =>
  (await value<{ id: string }>(as, line, ...args)).id

describe('messages', () => {
  const from = () => ['--project-id', tenant.testProject, '--from-email', 'a@shop.example']

  test('a message is sent, listed, looked at and cancelled', async () => {
    const id = await idOf(
      env,
      'messages',
      'send',
      ...from(),
      ...['--to', 'Ada <ada@example.com>', '--subject', 'Your receipt', '--text', 'Thank you.'],
      ...['--scheduled-at', new Date(Date.now() + 3_600_000).toISOString(), '--metadata', 'order=42'],
    )
    expect(await text(env, 'messages', 'list', '--metadata-key', 'order', '--metadata-value', '42')).toMatch(
      new RegExp(`^ID +STATUS.*\n${id} +scheduled .*ada@example\\.com .*Your receipt`),
    )
    expect(await text(env, 'messages', 'retrieve', id)).toMatch(/^subject +Your receipt$/m)
    expect(await value(env, 'messages', 'retrieve-content', id)).toMatchObject({ text: 'Thank you.' })
    expect(await value(env, 'messages', 'cancel', id)).toMatchObject({ status: 'cancelled' })
    expect(await text(env, 'message-logs', 'list', '--message-id', id)).toContain('cancelled')
  })

  test('the same idempotency key sends once', async () => {
    const again: [string, ...string[]] = [
      'messages',
      'send',
      ...from(),
      '--to',
      'b@example.com',
      '--subject',
      'S',
      '--text',
      'T',
      '--idempotency-key',
      'once-1',
    ]
    expect(await idOf(env, ...again)).toBe(await idOf(env, ...again))
  })

  test('the curl command of a dry run does what the command does', async () => {
    const args: [string, ...string[]] = [
      'messages',
      'send',
      ...from(),
      '--to',
      'c@example.com',
      '--subject',
      `It's "so" $HOME`,
      '--text',
      "a'b\nc",
    ]
    const curl = await text(env, ...args, '--dry-run')
    const { stdout } = await run('bash', ['-c', curl], { env: { ...process.env, ...env } })
    const { id } = JSON.parse(stdout) as { id: string }
    expect(await value(env, 'messages', 'retrieve-content', id)).toMatchObject({ text: "a'b\nc" })
    expect(await value(env, 'messages', 'retrieve', id)).toMatchObject({ subject: `It's "so" $HOME` })
  })

  test('a batch, with files', async () => {
    const file = path.join(newDataDir(), 'items.json')
    const message = { project_id: tenant.testProject, from_email: 'a@shop.example', subject: 'S', text: 'T' }
    writeFileSync(
      file,
      JSON.stringify([{ message: { ...message, to: [{ email: 'd@example.com' }] } }, { message }]),
    )
    const { code, stdout } = await clientCommand(env, ['messages', 'send-batch', '--items', `@${file}`])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^accepted +1$/m)
    expect(stdout).toMatch(/^rejected +1$/m)
  })

  test('what the service refuses is told with its pointers, and ends with 1', async () => {
    const { code, stderr } = await clientCommand(env, [
      'messages',
      'send',
      ...from(),
      '--to',
      'nobody@',
      '--subject',
      'S',
      '--text',
      'T',
    ])
    expect(code).toBe(2)
    expect(stderr).toContain('--to must be one address')
    const refused = await clientCommand(env, [
      'messages',
      'send',
      ...from(),
      '--to',
      'e@example.com',
      '--subject',
      'S',
      '--text',
      'T',
      '--category',
      '',
    ])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /^error: .+ \(validation_failed, 422\)\n {2}\/body\/category +.+\n {2}request +req_/,
    )
  })
})

describe('lists', () => {
  test('--all goes through all pages of the service', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `list${index}.example`)
    for (const name of names) await text(env, 'domains', 'create', '--name', name)
    const lines = (await text(env, 'domains', 'list', '--all', '--limit', '3', '--json')).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name).sort()).toEqual(names)
    expect(
      (await text(env, 'domains', 'list', '--max', '5', '--limit', '2')).trim().split('\n'),
    ).toHaveLength(6)
    expect(await clientCommand(env, ['domains', 'list', '--limit', '3'])).toMatchObject({
      stderr: expect.stringMatching(/^There are more: --all, or --cursor \S+\n$/),
    })
    expect(await clientCommand(env, ['suppressions', 'list', '--email', 'x@example.com'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There are none.\n',
    })
  })
})

describe('files', () => {
  test('contacts are imported from a file and exported to one', async () => {
    const folder = newDataDir()
    const file = path.join(folder, 'suppressions.csv')
    writeFileSync(file, 'email,reason\nada@example.com,hard_bounce\nnobody\n')
    const done = await text(env, 'suppressions', 'import', '--file', file)
    expect(done).toMatch(/^imported +1$/m)
    expect(done).toMatch(/^rejected_lines:\n/m)
    const again = await clientCommand(env, ['suppressions', 'import', '--file', '-', '--json'], {
      stdin: 'email\nbo@example.com\n',
    })
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 1 })
    const output = path.join(folder, 'export.csv')
    await text(env, 'suppressions', 'export', '--format', 'csv', '--output', output)
    expect(readFileSync(output, 'utf8')).toContain('bo@example.com')
    expect(await text(env, 'suppressions', 'export')).toMatch(/^ID +EMAIL +REASON/)
  })
})

describe('sessions', () => {
  test('templates, contacts, segments and campaigns are made', async () => {
    const project = ['--project-id', tenant.testProject]
    const declared = '{"name":"name","type":"string"}'
    const welcome = [
      '--name',
      'Welcome',
      '--subject',
      'Hello {{ name }}',
      '--text',
      'Hi',
      '--variables',
      declared,
    ]
    const template = await idOf(session, 'templates create', ...welcome)
    await text(session, 'templates publish', template, '--version', '1')
    const preview = await value(session, 'templates preview', template, '--variables', 'name=Ada')
    expect(preview).toMatchObject({ subject: 'Hello Ada' })
    const ada = await idOf(env, 'contacts upsert --email ada@example.com --properties seats:=5', ...project)
    expect(await value(env, 'contacts retrieve', ada)).toMatchObject({ properties: { seats: 5 } })
    const rule = '{"property":{"name":"seats","op":"gte","value":3}}'
    const found = await value(session, 'segments preview', ...project, '--rule', rule)
    expect(found).toMatchObject({ estimate: { value: 1 } })
    await text(session, 'campaigns create --name News', ...project, '--template', `template_id=${template}`)
    expect(await text(session, 'campaigns list')).toContain('News')
    const other = await idOf(session, 'templates create --name X --subject X --text X')
    expect(await text(session, 'templates delete', other)).toBe('Done.\n')
  })

  test.each([
    ['users list', /owner/],
    ['sessions list', /ses_/],
    ['workspace retrieve', /^name +Another$/m],
    ['workspace retrieve-usage', /recipients/],
    ['sending retrieve-status', /status/],
    ['dmarc list-sources', /^$/],
    ['inbound retrieve', /./],
    ['statistics retrieve --interval day', /./],
    ['audit-events list --all', /createTemplate/],
  ])('%s', async (line, expected) => {
    expect(await text(session, line)).toMatch(expected)
  })

  test('following events tells where to go on', async () => {
    const { stderr } = await clientCommand(session, ['events', 'follow', '--limit', '1'])
    expect(stderr).toMatch(/^To continue: --after \S+$/m)
  })

  test('a key is made, shown once, and revoked', async () => {
    const scopes = '--scopes reports:read --scopes messages:send'
    const key = await value<{ api_key: { id: string } }>(
      session,
      `api-keys create --kind workspace --name CI ${scopes}`,
    )
    expect(key).toMatchObject({ api_key: { scopes: ['reports:read', 'messages:send'] } })
    expect(await text(session, 'api-keys revoke', key.api_key.id)).toBe('Done.\n')
  })

  test('a credential that may not is told what it takes', async () => {
    const { code, stderr } = await clientCommand(env, ['automations', 'list'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/, 403\)\n {2}it takes {2}a workspace session of a member\n/)
  })
})
