import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownVariables } from '../../server/config/config.js'
import { call } from '../support/api.js'
import { send } from '../support/messages.js'
import { freePort } from '../support/postgres.js'
import { startTestService, type TestService } from '../support/service.js'
import { until } from '../support/until.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

/** The README's code blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  )
}

describe('the examples work as printed', () => {
  let service: TestService
  let folder: string

  beforeAll(async () => {
    // What the README says to set to try webhooks on one's own machine.
    service = await startTestService({ env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' } })
    // A folder that looks like a clone in which the service was started: data/ and node_modules/.
    folder = mkdtempSync(path.join(tmpdir(), 'postseal-readme-'))
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

  test('the curl of the quick start', async () => {
    const send = blocks('sh').find((block) => block.includes('/v1/messages '))
    const { stdout } = await run('bash', ['-c', atService(send ?? 'false')], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'queued', recipients: [{ email: 'ada@example.com' }] })
  })

  test('the curls of a batch and of a search', async () => {
    const shell = blocks('sh')
    const key = shell.join('\n').match(/^key\(\) .*$/m)?.[0]
    const batch = shell.find((block) => block.includes('/v1/messages/batch')) ?? 'false'
    const { stdout } = await run('bash', ['-c', atService(`${key}\n${batch}`)], { cwd: folder })
    const [sent, found] = stdout.split(/(?<=\})(?=\{"data")/).map((json) => JSON.parse(json) as unknown)
    expect(sent).toMatchObject({ accepted: 1, rejected: 0 })
    expect(found).toMatchObject({
      data: [{ recipient: 'ada@example.com', metadata: { order_id: 'A-1042' } }],
    })
  })

  test('the curls that add a domain and look for who sends as it', async () => {
    const shell = blocks('sh')
    const key = shell.join('\n').match(/^key\(\) .*$/m)?.[0]
    const add = shell.find((block) => block.includes('/v1/domains')) ?? 'false'
    const look = shell.find((block) => block.includes('/dmarc/sources')) ?? 'false'
    expect(add).toContain('$(npm run --silent cli -- session create)')
    const adding = add.replace(/\$\(npm run .*?\)/, await service.session('admin'))
    const script = `${key}\n${adding}\necho\n${look}`
    const { stdout } = await run('bash', ['-ec', atService(script)], { cwd: folder })
    const [domain, sources] = stdout.split('\n').map((json) => JSON.parse(json) as unknown)
    expect(domain).toMatchObject({ name: 'shop.example', status: 'pending' })
    expect(sources).toMatchObject({ data: [], has_more: false })
  })

  /** A block with the function before it that it takes credentials by. */
  const shellOf = (has: string) => {
    const shell = blocks('sh')
    const key = shell.join('\n').match(/^key\(\) .*$/m)?.[0]
    return atService(`${key}\n${shell.find((block) => block.includes(has)) ?? 'false'}`)
  }

  test('the curls that suppress, export and import', async () => {
    const suppress = await run('bash', ['-ec', shellOf('/compliance/suppressions')], { cwd: folder })
    expect(JSON.parse(suppress.stdout)).toMatchObject({ email: 'mallory@example.com', reason: 'manual' })
    const { stdout } = await run('bash', ['-ec', shellOf('/suppressions/import')], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ imported: 0, already_present: 1, rejected: 0 })
    const file = path.join(folder, 'suppressions.csv')
    expect(readFileSync(file, 'utf8')).toMatch(/^email,.*\r\nmallory@example\.com,manual,.*\r\n$/)
    // And the parts of a larger file.
    const split = readme.match(/`(split .*?)`/)?.[1] ?? 'false'
    await run('bash', ['-ec', split], { cwd: folder })
    expect(readFileSync(path.join(folder, 'part-aa.csv'))).toEqual(readFileSync(file))
  })

  test('the curl of a contact', async () => {
    const { stdout } = await run('bash', ['-ec', shellOf('/v1/contacts ')], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ email: 'grace@example.com', properties: { seats: 5 } })
  })

  test('the whole way of an opt-in, and what erases it', async () => {
    const { stdout } = await run('bash', ['-ec', shellOf('/v1/subscriber-lists')], { cwd: folder })
    expect(stdout).toMatch(/^\{"outcome":"requested"/)
    expect(stdout.match(/<html/g)).toHaveLength(2)
    const sent = JSON.parse(stdout.slice(stdout.lastIndexOf('{"id":"msg_'))) as { recipients: unknown }
    expect(sent.recipients).toMatchObject([{ email: 'linus@example.com', status: 'queued' }])
    const erase = await run('bash', ['-ec', shellOf('/compliance/deletions')], { cwd: folder })
    expect(JSON.parse(erase.stdout)).toMatchObject({ erased: { contacts: 1, subscriptions: 1, consents: 2 } })
  })

  test('the webhook receiver, with the curl that subscribes it', async () => {
    const shell = blocks('sh')
    const key = shell.join('\n').match(/^key\(\) .*$/m)?.[0]
    const port = await freePort()
    const subscribe = (shell.find((block) => block.includes('/v1/webhooks/status')) ?? 'false').replace(
      'https://shop.example/hooks/postseal',
      `http://localhost:${port}/hooks`,
    )
    const { stdout } = await run('bash', ['-c', atService(`${key}\n${subscribe}`)], { cwd: folder })
    const { secret } = JSON.parse(stdout) as { secret: string }

    writeFileSync(
      path.join(folder, 'receiver.mjs'),
      blocks('js').find((block) => block.includes('createServer')) ?? '',
    )
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
    const [example] = blocks('js')
    writeFileSync(path.join(folder, 'example.mjs'), example ?? '')
    const { stdout } = await run('node', ['example.mjs'], { cwd: folder })
    expect(stdout).toMatch(/^msg_\w{26} queued\nada@example\.com delivered OK snk_\w+\n$/)
    const inbox = await call(service.url, 'GET', '/sink/messages?to=ada@example.com')
    expect(inbox.body.data.map((mail: { subject: string }) => mail.subject)).toContain('Your receipt')
  })
})

describe('the configuration table', () => {
  const listed = new Set([...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]))

  test('lists every variable that is read, and no other', () => {
    expect([...listed].sort()).toEqual([...knownVariables()].sort())
  })
})
