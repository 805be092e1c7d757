import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { startTestService, type TestService } from '../support/service.js'

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
    service = await startTestService()
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
  const source = readFileSync(path.join(root, 'server/config.ts'), 'utf8')
  const read = new Set([...source.matchAll(/value\('([A-Z_]+)'\)/g)].map((match) => match[1]))
  const listed = new Set([...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]))

  test('lists every variable that is read, and no other', () => {
    expect([...listed].sort()).toEqual([...read].sort())
  })
})
