import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { clientCommand, type Surroundings } from '../support/commands/client-commands.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { json, startScriptedHttp, type Answer, type ScriptedHttp } from '../support/network/scripted-http.js'

/** Tests the command line against a service that fails, lies or leads elsewhere. Needs an HTTP server alone. */

const key = 'key-that-is-secret'
let server: ScriptedHttp | undefined
afterEach(() => server?.close())

async function against(answers: readonly Answer[], args: readonly string[], surroundings?: Surroundings) {
  server = await startScriptedHttp(...answers)
  const env = { POSTSEAL_API_KEY: key, POSTSEAL_BASE_URL: server.url, XDG_CONFIG_HOME: newDataDir() }
  const ended = await clientCommand(env, args, surroundings)
  expect(ended.stdout + ended.stderr).not.toContain(key)
  return { ...ended, asked: server.asked }
}

const refusal = (code: string, message: string, others: object = {}) => ({
  error: { code, message, request_id: 'req_1', ...others },
})
const away = json(refusal('unavailable', 'Not now.'), 503, { 'Retry-After': '0' })
const sending = ['messages', 'send', '--project-id', 'prj_1', '--to', 'ada@example.com', '--text', 'Hello']

test.each([
  ['https', 'HTTP', 'is no TLS: does the service speak http?'],
  ['http', 'TLS', 'is not HTTP: does the service speak https?'],
])('an address with %s, where there is %s, is told in words', async (scheme, there, words) => {
  // The alert by which servers of TLS refuse what is none (RFC 8446, section 6).
  const tls = createServer((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 10])))
  server = await startScriptedHttp(json({}))
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const port = there === 'TLS' ? (tls.address() as AddressInfo).port : new URL(server.url).port
  const env = { POSTSEAL_API_KEY: key, POSTSEAL_BASE_URL: `${scheme}://127.0.0.1:${port}` }
  const { code, stderr } = await clientCommand({ ...env, XDG_CONFIG_HOME: newDataDir() }, [
    'messages',
    'list',
  ])
  tls.close()
  // Said at once, without another attempt.
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: What answers at ${scheme}://127.0.0.1:${port} ${words}\n`,
  })
})

describe('attempts', () => {
  test('a change is sent again under the same idempotency key', async () => {
    const { code, stdout, asked } = await against(
      [away, away, json({ id: 'msg_1', status: 'queued' }, 202)],
      sending,
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'id      msg_1\nstatus  queued\n' })
    expect(asked).toHaveLength(3)
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']))
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
  })

  test('after three attempts the last refusal is told', async () => {
    const { code, stderr, asked } = await against([away], ['messages', 'list'])
    expect(code).toBe(1)
    expect(asked).toHaveLength(3)
    expect(stderr).toMatch(/error: Not now\. \(unavailable, 503\)\n {2}request {2}req_1\n$/)
  })

  test('what takes no idempotency key is sent once', async () => {
    const link = ['sign-in-links', 'create', '--email', 'ada@example.com']
    const { code, asked } = await against([away], link)
    expect(code).toBe(1)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  test('each wait is told, but not where standard error is JSON', async () => {
    const told = await against([away, json({ id: 'msg_1' })], ['messages', 'retrieve', 'msg_1'])
    expect(told.stderr).toBe('Not now. (unavailable, 503) Trying again in 0 s.\n')
    await server?.close()
    const silent = await against([away, json({ id: 'msg_1' })], ['messages', 'retrieve', 'msg_1', '--json'])
    expect(silent).toMatchObject({ code: 0, stderr: '' })
  })

  test('a long Retry-After is not waited for', async () => {
    const { code, asked } = await against(
      [json(refusal('rate_limited', 'Slow down.'), 429, { 'Retry-After': '3600' })],
      ['messages', 'list'],
    )
    expect({ code, asked: asked.length }).toEqual({ code: 1, asked: 1 })
  })

  test('a file is read again for another attempt, standard input is not', async () => {
    const file = path.join(newDataDir(), 'contacts.csv')
    writeFileSync(file, 'email\nada@example.com\n')
    const importing = ['contacts', 'import', '--project-id', 'prj_1', '--file']
    const again = await against([away, json({ id: 'cim_1' }, 202)], [...importing, file])
    expect(again).toMatchObject({
      code: 0,
      asked: [{ body: 'email\nada@example.com\n' }, { headers: { 'content-type': 'text/csv' } }],
    })
    expect(again.asked[1]?.body).toBe(again.asked[0]?.body)
    await server?.close()
    const once = await against([away], [...importing, '-'], { stdin: 'email\nada@example.com\n' })
    expect(once).toMatchObject({ code: 1, asked: [{ body: 'email\nada@example.com\n' }] })
  })

  test('a reply that does not come in time is given up', async () => {
    const { code, stderr, asked } = await against(
      [() => undefined],
      ['sessions', 'create', '--token', 'x', '--timeout', '0.05'],
    )
    expect({ code, asked: asked.length }).toEqual({ code: 1, asked: 1 })
    expect(stderr).toContain('nothing came within 0.05 s')
  })

  test('the key is not sent to where the service leads', async () => {
    const elsewhere = await startScriptedHttp(json({ data: [] }))
    const leading: Answer = (reply) =>
      reply.writeHead(307, { Location: `${elsewhere.url}/v1/messages` }).end()
    const { code, stderr } = await against([leading], ['messages', 'list'])
    await elsewhere.close()
    expect({ code, asked: elsewhere.asked }).toEqual({ code: 1, asked: [] })
    expect(stderr).toContain(`leads elsewhere, to ${elsewhere.url}`)
  })
})

describe('lists', () => {
  const page = (ids: readonly string[], next: string | null) =>
    json({ data: ids.map((id) => ({ id, status: 'queued' })), has_more: next !== null, next_cursor: next })

  test('one page is a table, and names the cursor of the next', async () => {
    const { stdout, stderr } = await against(
      [page(['msg_1', 'msg_2'], 'next')],
      ['messages', 'list', '--limit', '2'],
    )
    expect(stdout).toBe('ID     STATUS\nmsg_1  queued\nmsg_2  queued\n')
    expect(stderr).toBe('There are more: --all, or --cursor next\n')
  })

  test('--all goes through the pages, one JSON a line with --json', async () => {
    const pages = [page(['msg_1', 'msg_2'], 'two'), page(['msg_3'], 'three'), page(['msg_4'], null)]
    const { stdout, asked } = await against(pages, [
      'messages',
      'list',
      '--all',
      '--json',
      '--status',
      'queued',
    ])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4'])
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1/messages?status=queued&limit=100',
      '/v1/messages?status=queued&limit=100&cursor=two',
      '/v1/messages?status=queued&limit=100&cursor=three',
    ])
  })

  test('--max ends in the middle of a page', async () => {
    const pages = [page(['msg_1', 'msg_2'], 'two'), page(['msg_3', 'msg_4'], 'three')]
    const { stdout, asked } = await against(pages, ['messages', 'list', '--max', '3'])
    expect(stdout).toBe('ID     STATUS\nmsg_1  queued\nmsg_2  queued\nmsg_3  queued\n')
    expect(asked).toHaveLength(2)
  })

  test('a cursor that leads to itself ends', async () => {
    const { code, asked } = await against([page(['msg_1'], 'same')], ['messages', 'list', '--all'])
    expect({ code, asked: asked.length }).toEqual({ code: 0, asked: 2 })
  })

  test('what is no page of a list is told', async () => {
    const { code, stderr } = await against([json({ hello: 'world' })], ['messages', 'list', '--all'])
    expect(code).toBe(1)
    expect(stderr).toContain('not a page of a list')
  })

  test('on a terminal lines fit, and ids are whole', async () => {
    const id = 'msg_01kbf3yq0ge8gvk2c5m7x9t3ea'
    const rows = json({
      data: [
        {
          id,
          message_id: id,
          subject: 'x'.repeat(300),
          status: 'queued',
          created_at: '2026-01-14T09:30:00.123Z',
        },
      ],
    })
    const { stdout } = await against([rows], ['messages', 'list'], { columns: 80 })
    for (const line of stdout.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(stdout).toContain(id)
    expect(stdout).toContain('x…')
    expect(stdout).toMatch(/^ID +STATUS +SUBJECT/)
  })
})

describe('texts of strangers', () => {
  const evil = '\u001b]0;owned\u0007\u009b2J\u202eevil\r\nsecond line'
  const orders = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/

  test.each([
    ['a table', ['messages', 'list'], { data: [{ id: 'msg_1', subject: evil, [evil]: 'x' }] }],
    ['all pages', ['messages', 'list', '--all'], { data: [{ id: 'msg_1', subject: evil }], has_more: false }],
    [
      'a thing',
      ['messages', 'retrieve', 'msg_1'],
      { id: 'msg_1', subject: evil, [evil]: { [evil]: [{ name: evil }] } },
    ],
    ['JSON on a terminal', ['messages', 'retrieve', 'msg_1', '--json'], { subject: evil, [evil]: 1 }],
    [
      'JSON of all pages',
      ['messages', 'list', '--all', '--json'],
      { data: [{ id: 'msg_1', subject: evil }] },
    ],
  ])('%s has no orders to a terminal', async (_name, args, body) => {
    const { code, stdout } = await against([json(body)], args, { columns: 100 })
    expect(code).toBe(0)
    expect(stdout).toContain('evil')
    expect(stdout).not.toMatch(orders)
  })

  test('a refusal has each mistake once, and no count of them', async () => {
    const details = [
      { path: '/query/limit', message: 'is not a number' },
      { path: '/query/since', message: 'is not a time' },
    ]
    const said = 'limit is not a number. `details` names one more mistake.'
    const told = json(refusal('validation_failed', said, { details }), 422)
    const { stderr } = await against([told], ['messages', 'list'])
    expect(stderr).toContain('limit is not a number. (validation_failed, 422)\n')
    expect(stderr).toMatch(/\/query\/limit +is not a number\n +\/query\/since +is not a time\n/)
    expect(stderr).not.toContain('Mistakes')
  })

  test('nor have refusals and exports', async () => {
    const told = json(refusal('conflict', evil, { details: [{ path: `/body/${evil}`, message: evil }] }), 409)
    const refused = await against([told], ['messages', 'list'], { columns: 100 })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('evil')
    expect(refused.stderr).not.toMatch(orders)
    await server?.close()
    const csv: Answer = (reply) =>
      reply.writeHead(200, { 'Content-Type': 'text/csv' }).end(`id,subject\n1,${evil}\n`)
    const exported = await against([csv], ['message-logs', 'export'], { columns: 100 })
    expect(exported.stdout).toContain('evil')
    expect(exported.stdout).not.toMatch(orders)
  })

  test('JSON on a terminal is the same value, and elsewhere as it came', async () => {
    const body = { subject: evil, emoji: '👩‍🚀' }
    const shown = await against([json(body)], ['messages', 'retrieve', 'msg_1', '--json'], { columns: 100 })
    expect(JSON.parse(shown.stdout)).toEqual(body)
    await server?.close()
    const piped = await against([json(body)], ['messages', 'retrieve', 'msg_1', '--json'])
    expect(piped.stdout).toBe(`${JSON.stringify(body)}\n`)
  })
})

describe('files', () => {
  const raw: Answer = (reply) =>
    reply.writeHead(200, { 'Content-Type': 'message/rfc822' }).end(Buffer.from([1, 2, 255]))
  const broken: Answer = (reply) => {
    reply.writeHead(200, { 'Content-Type': 'message/rfc822', 'Content-Length': '1000' })
    reply.write('From: Ada', () => reply.destroy())
  }

  test('content goes to standard output as it comes, but not to a terminal', async () => {
    const download = ['inbound', 'download-message', 'inm_1']
    const refused = await against([raw], download, { columns: 80 })
    expect(refused).toMatchObject({ code: 2, stdout: '', asked: [] })
    expect(refused.stderr).toContain('--output')
  })

  test('a file is there as a whole, or not at all', async () => {
    const folder = newDataDir()
    const file = path.join(folder, 'mail.eml')
    const whole = await against([raw], ['inbound', 'download-message', 'inm_1', '--output', file])
    expect(whole).toMatchObject({ code: 0, stdout: '' })
    expect([...readFileSync(file)]).toEqual([1, 2, 255])
    await server?.close()
    const other = path.join(folder, 'other.eml')
    const half = await against([broken], ['inbound', 'download-message', 'inm_1', '--output', other])
    expect(half.code).toBe(1)
    expect(half.stderr).toContain('broke off')
    expect(existsSync(other)).toBe(false)
    expect(readdirSync(folder)).toEqual(['mail.eml'])
  })

  test('the reply of a list as a file, one JSON a line', async () => {
    const file = path.join(newDataDir(), 'messages.ndjson')
    const page = json({ data: [{ id: 'msg_1' }, { id: 'msg_2' }], has_more: false, next_cursor: null })
    await against([page], ['messages', 'list', '--all', '--output', file])
    expect(readFileSync(file, 'utf8')).toBe('{"id":"msg_1"}\n{"id":"msg_2"}\n')
  })

  test('--format asks for another form', async () => {
    const { asked } = await against([json({}, 200)], ['contacts', 'export', '--format', 'ndjson'])
    expect(asked[0]?.headers.accept).toBe('application/x-ndjson')
  })
})

test('failures are JSON with --json', async () => {
  const body = refusal('not_found', 'There is none.')
  const refused = await against([json(body, 404)], ['messages', 'retrieve', 'msg_1', '--json'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(JSON.parse(refused.stderr)).toEqual(body)
  await server?.close()
  const html: Answer = (reply) => reply.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>nginx</h1>')
  const other = await against([html], ['messages', 'retrieve', 'msg_1', '--json'])
  expect(JSON.parse(other.stderr)).toEqual({
    error: { code: 'status_404', message: 'The service answered 404.' },
  })
})

test('nobody there is told', async () => {
  const env = {
    POSTSEAL_API_KEY: key,
    POSTSEAL_BASE_URL: 'http://127.0.0.1:9',
    XDG_CONFIG_HOME: newDataDir(),
  }
  const { code, stderr } = await clientCommand(env, ['sessions', 'create', '--token', 'x'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: No reply from http:\/\/127\.0\.0\.1:9 \(.+\)\.\n$/)
})
