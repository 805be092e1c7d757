import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { blockWith, textOf } from '../support/documents.js'
import { send } from '../support/messages.js'
import { freePort } from '../support/postgres.js'
import { startTestService, type TestService } from '../support/service.js'
import { until } from '../support/until.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the examples work as printed', () => {
  let service: TestService
  let folder: string

  beforeAll(async () => {
    // What the guide says to set to try webhooks on one's own machine.
    service = await startTestService({ env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' } })
    // A folder that looks like a clone in which the service was started: data/ and node_modules/.
    folder = mkdtempSync(path.join(tmpdir(), 'postseal-examples-'))
    symlinkSync(service.dataDir, path.join(folder, 'data'))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const credentials = { ...service.credentials, base_url: service.url }
    writeFileSync(path.join(service.dataDir, 'credentials.json'), JSON.stringify(credentials))
  })
  afterAll(async () => {
    await service?.stop()
    if (folder) rmSync(folder, { recursive: true })
  })

  const atService = (shell: string) => shell.replaceAll('http://localhost:4000', service.url)
  const key = blockWith('sh', '/v1/messages ').match(/^key\(\) .*$/m)?.[0]
  /** Runs a block of the shell that has this, with the function that the guides take credentials by. */
  const runBlock = (part: string, edit = (block: string) => block) =>
    run('bash', ['-ec', atService(`${key}\n${edit(blockWith('sh', part))}`)], { cwd: folder })

  test('the curl of the quick start, and the one that looks for the outcome', async () => {
    const send = await run('bash', ['-c', atService(blockWith('sh', '/v1/messages '))], { cwd: folder })
    expect(JSON.parse(send.stdout)).toMatchObject({
      status: 'queued',
      recipients: [{ email: 'ada@example.com' }],
    })
    const { stdout } = await runBlock('/v1/message-logs -H')
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ recipient: 'ada@example.com' }] })
  })

  test('the function that reads the credentials', async () => {
    const { stdout } = await run('bash', ['-ec', blockWith('sh', 'key test_project_key\n')], { cwd: folder })
    expect(stdout.trim()).toBe(service.credentials.test_project_key)
    const named = textOf('docs/guide/credentials.md').match(/^The file has .*\n.*$/m)?.[0] ?? ''
    const names = [...named.matchAll(/`(\w+)`/g)].map((match) => match[1])
    expect(names).toHaveLength(6)
    expect(Object.keys({ ...service.credentials, base_url: service.url })).toEqual(
      expect.arrayContaining(names),
    )
  })

  test('the curl that issues a key', async () => {
    const session = await service.session('owner')
    const { stdout } = await runBlock('/v1/api-keys', (block) => withSession(block, session))
    expect(JSON.parse(stdout)).toMatchObject({ api_key: { name: 'Reports', scopes: ['reports:read'] } })
  })

  test('the curls of a batch and of a search', async () => {
    const batch = await runBlock('/v1/messages/batch')
    expect(JSON.parse(batch.stdout)).toMatchObject({ accepted: 1, rejected: 0 })
    const search = await runBlock('metadata_key=order_id')
    expect(JSON.parse(search.stdout)).toMatchObject({
      data: [{ recipient: 'ada@example.com', metadata: { order_id: 'A-1042' } }],
    })
  })

  test('the curls that add a domain and look for who sends as it', async () => {
    const session = await service.session('admin')
    const add = await runBlock('/v1/domains', (block) => withSession(block, session))
    expect(JSON.parse(add.stdout)).toMatchObject({ name: 'shop.example', status: 'pending' })
    const look = await runBlock('/dmarc/sources')
    expect(JSON.parse(look.stdout)).toMatchObject({ data: [], has_more: false })
  })

  /** The block with a session in the place of the command that makes one. */
  function withSession(block: string, session: string): string {
    const made = '$(npm run --silent cli -- session create)'
    expect(block).toContain(made)
    return block.replace(made, session)
  }

  test('the curls that suppress, export and import', async () => {
    const suppress = await runBlock('/compliance/suppressions')
    expect(JSON.parse(suppress.stdout)).toMatchObject({ email: 'mallory@example.com', reason: 'manual' })
    const { stdout } = await runBlock('/suppressions/import')
    expect(JSON.parse(stdout)).toMatchObject({ imported: 0, already_present: 1, rejected: 0 })
    const file = path.join(folder, 'suppressions.csv')
    expect(readFileSync(file, 'utf8')).toMatch(/^email,.*\r\nmallory@example\.com,manual,.*\r\n$/)
    // And the parts of a larger file.
    const split = textOf('docs/guide/suppressions.md').match(/`(split .*?)`/)?.[1] ?? 'false'
    await run('bash', ['-ec', split], { cwd: folder })
    expect(readFileSync(path.join(folder, 'part-aa.csv'))).toEqual(readFileSync(file))
  })

  test('the curls that wait for a mail in the sink, and empty it', async () => {
    const { stdout } = await runBlock('/sink/messages?to=ada')
    expect(JSON.parse(stdout)).toMatchObject({ data: expect.any(Array) as unknown })
  })

  test('the curl of a contact', async () => {
    const { stdout } = await runBlock('/v1/contacts ')
    expect(JSON.parse(stdout)).toMatchObject({ email: 'grace@example.com', properties: { seats: 5 } })
  })

  test('the whole way of an opt-in, and what erases it', async () => {
    const { stdout } = await runBlock('/v1/subscriber-lists')
    expect(stdout).toMatch(/^\{"outcome":"requested"/)
    expect(stdout.match(/<html/g)).toHaveLength(2)
    const sent = JSON.parse(stdout.slice(stdout.lastIndexOf('{"id":"msg_'))) as { recipients: unknown }
    expect(sent.recipients).toMatchObject([{ email: 'linus@example.com', status: 'queued' }])
    const erase = await runBlock('/compliance/deletions')
    expect(JSON.parse(erase.stdout)).toMatchObject({ erased: { contacts: 1, subscriptions: 1, consents: 2 } })
  })

  test('the webhook receiver, with the curl that subscribes it', async () => {
    const port = await freePort()
    const { stdout } = await runBlock('-X PUT http://localhost:4000/v1/webhooks/status', (block) =>
      block.replace('https://shop.example/hooks/postseal', `http://localhost:${port}/hooks`),
    )
    const { secret } = JSON.parse(stdout) as { secret: string }

    writeFileSync(path.join(folder, 'receiver.mjs'), blockWith('js', 'createServer'))
    const receiver = spawn('node', ['receiver.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), POSTSEAL_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      receiver.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
      // An event that nobody has signed is refused, once it listens.
      const forge = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
      const forged = await until(() => forge().catch(() => undefined), 'the receiver to listen')
      expect(forged.status).toBe(400)
      const { test_project_key: sender, test_project_id: project } = service.credentials
      await send(service.url, sender, project)
      await until(() => said.includes('message.delivered ada@example.com'), 'the event')
    } finally {
      receiver.kill()
    }
  })

  test('the example of the SDK', async () => {
    writeFileSync(path.join(folder, 'example.mjs'), blockWith('js', 'waitUntilSettled(message.id)'))
    const { stdout } = await run('node', ['example.mjs'], { cwd: folder })
    expect(stdout).toMatch(/^msg_\w{26} queued\nada@example\.com delivered OK snk_\w+\n$/)
    const inbox = await call(service.url, 'GET', '/sink/messages?to=ada@example.com')
    expect(inbox.body.data.map((mail: { subject: string }) => mail.subject)).toContain('Your receipt')
  })
})
