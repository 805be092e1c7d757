import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { ended } from '../support/audience/contact-imports.js'
import { blockWith, textOf } from '../support/documentation/documents.js'
import { send, settled } from '../support/messages/messages.js'
import { heldPort } from '../support/network/ports.js'
import { openExamples, withSession, type PrintedExamples } from '../support/documentation/printed-examples.js'
import type { TestService } from '../support/service/service.js'
import { until } from '../support/time/until.js'
import { submit } from '../support/mail-servers/smtp-talk.js'

const hasJq = spawnSync('bash', ['-c', 'command -v jq']).status === 0
if (!hasJq) process.stderr.write('The imports of guide/move-from-*.md are left out: jq is not installed.\n')

const at = '2019-12-17T08:58:33-05:00'
const ofPostmark = (why: string) => ({
  EmailAddress: `${why}@x.example`,
  SuppressionReason: why,
  CreatedAt: at,
})
const ofSes = { EmailAddress: 'a@ses.example', Reason: 'BOUNCE', LastUpdateTime: at }
const ofSendGrid = (status: string) => ({ created: 1250337600, email: `${status}@sg.example`, status })
/** A file that each service exports, in the form of its documentation. One line of each is to be imported. */
const exported = [
  ['postmark-broadcast.json', { Suppressions: ['HardBounce', 'ManualSuppression'].map(ofPostmark) }],
  ['ses.json', { SuppressedDestinationSummaries: [ofSes] }],
  ['sendgrid-bounces.json', ['5.1.1', '4.2.2'].map(ofSendGrid)],
  ['postal.tsv', `email\treason\tsuppressed_at\na@postal.example\thard_bounce\t${at}\n`],
] as const

describe('the examples work as printed', () => {
  let examples: PrintedExamples
  let service: TestService
  let folder: string

  beforeAll(async () => {
    examples = await openExamples()
    ;({ service, folder } = examples)
  })
  afterAll(() => examples?.stop())

  test('the curl of the quick start, and the one that looks for the outcome', async () => {
    const sent = await examples.runShell(blockWith('sh', '/v1/messages '))
    expect(JSON.parse(sent)).toMatchObject({
      status: 'queued',
      recipients: [{ email: 'ada@example.com' }],
    })
    const stdout = await examples.runBlock('/v1/message-logs -H')
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ recipient: 'ada@example.com' }] })
  })

  test('the curl with more fields, and the one that finds it by its metadata', async () => {
    const sent = await examples.runBlock('Idempotency-Key: receipt-1041')
    expect(JSON.parse(sent)).toMatchObject({ status: 'queued', recipients: [{ email: 'ada@example.com' }] })
    const search = await examples.runBlock('metadata_key=order_id')
    expect(JSON.parse(search)).toMatchObject({
      data: [{ recipient: 'ada@example.com', metadata: { order_id: 'A-1041' } }],
    })
  })

  test('the function that reads the credentials', async () => {
    const stdout = await examples.runShell(blockWith('sh', 'key test_project_key\n'))
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
    const stdout = await examples.runBlock('/v1/api-keys', (block) => withSession(block, session))
    expect(JSON.parse(stdout)).toMatchObject({ api_key: { name: 'Reports', scopes: ['reports:read'] } })
  })

  test('the curls that add a project, issue its key, send with it and archive it', async () => {
    const stdout = await examples.runBlock('project-billing-test', (block) =>
      [
        block,
        'echo',
        blockWith('sh', 'project-billing-live'),
        'echo',
        blockWith('sh', '"archived": true'),
      ].join('\n'),
    )
    const [sent, issued, archived] = stdout.split('\n')
    expect(JSON.parse(sent ?? '')).toMatchObject({
      status: 'queued',
      recipients: [{ email: 'ada@example.com' }],
    })
    expect(JSON.parse(issued ?? '')).toMatchObject({
      api_key: { name: 'Billing backend', scopes: ['messages:send'] },
    })
    expect(JSON.parse(archived ?? '')).toMatchObject({ name: 'Billing', archived_at: expect.any(String) })
    const own = { key: service.credentials.workspace_key }
    const { body } = await call(service.url, 'GET', '/v1/projects', own)
    const made = (body as { data: { name: string; environment: string }[] }).data
    expect(made).toContainEqual(expect.objectContaining({ name: 'Billing (test)', environment: 'test' }))
  })

  test('the whole way of a person who signs in', async () => {
    const session = await service.session('owner')
    const stdout = await examples.runBlock('/sign-in-links', (block) => withSession(block, session))
    const [added, asked, current, users, ...others] = stdout.split('\n')
    const ada = { email: 'ada@shop.example', role: 'admin' }
    expect(JSON.parse(added ?? '')).toMatchObject(ada)
    expect(JSON.parse(asked ?? '')).toEqual({ email: 'ada@shop.example', valid_seconds: 900 })
    expect(JSON.parse(current ?? '')).toMatchObject({ current: true, user: ada, origin: 'link' })
    const { data } = JSON.parse(users ?? '') as { data: object[] }
    expect(data).toContainEqual(expect.objectContaining({ ...ada, last_signed_in_at: expect.any(String) }))
    expect(others.join('')).toBe('')
  })

  test('the curl of a batch', async () => {
    const batch = await examples.runBlock('/v1/messages/batch')
    expect(JSON.parse(batch)).toMatchObject({ accepted: 1, rejected: 0 })
  })

  test('the curls that give a message another time and cancel it, and the one that follows events', async () => {
    const { test_project_key: key, test_project_id: project } = service.credentials
    const scheduled = () =>
      send(service.url, key, project, { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    const withId = (id: string) => (block: string) => `MESSAGE_ID=${id}; ${block}`
    const rescheduled = await examples.runBlock(
      '-X PATCH http://localhost:4000/v1/messages/',
      withId(await scheduled()),
    )
    expect(JSON.parse(rescheduled)).toMatchObject({ status: 'queued', scheduled_at: null })
    const cancelled = await examples.runBlock('/v1/messages/cancel', withId(await scheduled()))
    expect(JSON.parse(cancelled)).toMatchObject({ cancelled: 1, rejected: 0 })
    const followed = examples.runBlock('/v1/events/follow?wait=')
    await scheduled()
    expect(JSON.parse(await followed)).toMatchObject({ next_cursor: expect.any(String) as string })
  })

  test('the curl that retries what bounced', async () => {
    const { test_project_key: key, test_project_id: project } = service.credentials
    const id = await send(service.url, key, project, { to: [{ email: 'bounce+554@example.com' }] })
    const { body } = await settled(service.url, key, id)
    const [recipient] = (body as { recipients: { log_id: string }[] }).recipients
    const retried = await examples.runBlock('/retry', (block) => `LOG_ID=${recipient?.log_id}; ${block}`)
    expect(JSON.parse(retried)).toMatchObject({ id: recipient?.log_id, status: 'queued', retries: 1 })
  })

  test('the curls that add a domain and look for who sends as it', async () => {
    const session = await service.session('admin')
    const add = await examples.runBlock('/v1/domains', (block) => withSession(block, session))
    expect(JSON.parse(add)).toMatchObject({ name: 'shop.example', status: 'pending' })
    const look = await examples.runBlock('/dmarc/sources')
    expect(JSON.parse(look)).toMatchObject({ data: [], has_more: false })
  })

  test('the curls that suppress, export and import', async () => {
    const suppress = await examples.runBlock('/compliance/suppressions')
    expect(JSON.parse(suppress)).toMatchObject({ email: 'mallory@example.com', reason: 'manual' })
    const stdout = await examples.runBlock('-o suppressions.csv')
    expect(JSON.parse(stdout)).toMatchObject({ imported: 0, already_present: 1, rejected: 0 })
    const file = path.join(folder, 'suppressions.csv')
    expect(readFileSync(file, 'utf8')).toMatch(/^email,.*\r\nmallory@example\.com,manual,.*\r\n$/)
    // And the parts of a larger file.
    const split = textOf('docs/guide/suppressions.md').match(/`(split .*?)`/)?.[1] ?? 'false'
    await examples.runShell(split)
    expect(readFileSync(path.join(folder, 'part-aa.csv'))).toEqual(readFileSync(file))
  })

  test('the curls that wait for a mail in the sink, and empty it', async () => {
    const stdout = await examples.runBlock('/sink/messages?to=ada')
    expect(JSON.parse(stdout)).toMatchObject({ data: expect.any(Array) as unknown })
  })

  test('the import of the suppressions and contacts of another service', async () => {
    const imported = await examples.runBlock('old-service.csv')
    expect(JSON.parse(imported)).toMatchObject({ imported: 2, rejected: 0 })
    const started = JSON.parse(await examples.runBlock('@contacts.csv')) as { id: string }
    const key = service.credentials.test_project_key
    expect(await ended({ url: service.url, key, project: '' }, started.id)).toMatchObject({
      lines: 1,
      rejected: 0,
    })
    const { body } = await call(service.url, 'GET', '/v1/contacts?email=ada@example.com', { key })
    expect(body).toMatchObject({ data: [{ name: 'Ada Lovelace', properties: { seats: 5 } }] })
  })

  test.each(exported)('the send after a move, and the import of %s', async (file, content) => {
    const from = file.replace(/[-.].*/, '')
    const program = textOf(`docs/guide/move-from-${from}.md`).match(/^```ts\n([\s\S]*?)^```/m)?.[1] ?? ''
    const { test_project_key: key, test_project_id: project } = service.credentials
    const own = { POSTSEAL_BASE_URL: service.url, POSTSEAL_API_KEY: key }
    expect(await examples.runProgram(program.replace(/prj_\w+/, project), own)).toMatch(/^msg_\w{26}\n$/)

    if (!hasJq) return
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
    const imported = await examples.runBlock(`--data-binary @${from}.`)
    expect(JSON.parse(imported)).toMatchObject({ imported: 1, already_present: 0, rejected: 0 })
  })

  test('the curl of a contact', async () => {
    const stdout = await examples.runBlock('/v1/contacts ')
    expect(JSON.parse(stdout)).toMatchObject({ email: 'grace@example.com', properties: { seats: 5 } })
    const optedOut = await examples.runBlock('"unsubscribed": true')
    expect(JSON.parse(optedOut)).toMatchObject({ unsubscribed_at: expect.any(String) as string })
  })

  test('the whole way of an opt-in, and what erases it', async () => {
    const stdout = await examples.runBlock('/v1/subscriber-lists')
    expect(stdout).toMatch(/^\{"outcome":"requested"/)
    expect(stdout.match(/<html/g)).toHaveLength(2)
    const sent = JSON.parse(stdout.slice(stdout.lastIndexOf('{"id":"msg_'))) as { recipients: unknown }
    expect(sent.recipients).toMatchObject([{ email: 'linus@example.com', status: 'queued' }])
    const erase = await examples.runBlock('/compliance/deletions')
    expect(JSON.parse(erase)).toMatchObject({ erased: { contacts: 1, subscriptions: 1, consents: 2 } })
  })

  test('an import of contacts, and what became of its lines', async () => {
    const stdout = await examples.runBlock('/v1/contacts/import')
    expect(stdout).toContain('"status":"completed"')
    expect(stdout).toContain('4,email,E-mail,This is not an e-mail address.')
  })

  test('a topic, and what a contact chooses of it', async () => {
    const stdout = await examples.runBlock('/v1/topics ')
    const shown = JSON.parse(stdout.slice(stdout.lastIndexOf('{"contact_id"'))) as { topics: unknown }
    expect(shown.topics).toMatchObject([{ key: 'product-news', name: 'Product news', subscribed: false }])
  })

  test('the webhook receiver, with the curl that subscribes it', async () => {
    const port = await heldPort()
    const stdout = await examples.runBlock('-X PUT http://localhost:4000/v1/webhooks/status', (block) =>
      block.replace('https://shop.example/hooks/postseal', `http://localhost:${port}/hooks`),
    )
    const { secret } = JSON.parse(stdout) as { secret: string }

    writeFileSync(path.join(folder, 'receiver.mjs'), blockWith('js', 'event.data.recipient'))
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

  test('the first inbound route, the server for its mail, and a reply', async () => {
    const session = await service.session('owner')
    const port = await heldPort()
    const { body: subscribed } = await call(service.url, 'PUT', '/v1/webhooks/status', {
      key: service.credentials.workspace_key,
      body: { url: `http://localhost:${port}/`, events: ['inbound.received'] },
    })
    writeFileSync(path.join(folder, 'desk.mjs'), blockWith('js', 'inbound.received'))
    const desk = spawn('node', ['desk.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), POSTSEAL_WEBHOOK_SECRET: subscribed.secret as string },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      desk.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
      const stdout = await examples.runBlock('inbound send --to', (block) =>
        withSession(block, session)
          .replace('npm run --silent cli --', `node ${path.resolve('dist/cli/main.js')}`)
          .replace('--to', `--port ${service.inboundPort} --to`),
      )
      expect(stdout.trim().split('\n')).toEqual([
        'support@in.shop.example',
        '250 2.1.5 Accepted',
        expect.stringMatching(/^250 2\.0\.0 /),
        'I have waited for a week.',
      ])

      const program = blockWith('js', 'reply_route_id')
      const printed = await examples.runProgram(program, { POSTSEAL_SESSION: session })
      const address = /^Answers go to (r\+\w+@orders\.shop\.example)\n$/.exec(printed)?.[1] ?? ''
      const attached =
        'Subject: Re: Your order\nContent-Type: multipart/mixed; boundary=b\n\n' +
        '--b\n\nTwo, please.\n\n> Answer\n--b\nContent-Type: image/png\n\nPNG\n--b--\n'
      await submit(service.inboundPort, address, attached, 'ada@example.com')
      await until(() => /answers msg_\w{26}: Two, please\./.test(said), 'both messages')
      expect(said).toContain('ada@example.com: Where is my order?\nI have waited for a week.')
      const stored = readdirSync(folder).filter((name) => name.startsWith('att_'))
      expect(stored.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['PNG'])
    } finally {
      desk.kill()
    }
  })

  test('the example of the SDK', async () => {
    const stdout = await examples.runProgram(blockWith('js', 'waitUntilSettled(message.id)'))
    expect(stdout).toMatch(/^ada@example\.com delivered OK snk_\w+\n$/)
    const inbox = await call(service.url, 'GET', '/sink/messages?to=ada@example.com')
    expect(inbox.body.data.map((mail: { subject: string }) => mail.subject)).toContain('Your receipt')
  })
})
