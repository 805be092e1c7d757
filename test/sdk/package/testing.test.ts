import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  connectTestServer,
  MailTimeoutError,
  Sink,
  startTestServer,
  TestServerError,
} from '../../../sdk-ts/src/testing/index.js'
import { linksOf, mailOf, type MailView } from '../../../sdk-ts/src/testing/mail.js'
import { patiently } from '../../support/time/patiently.js'

const view = (id: string, changes: Partial<MailView> = {}): MailView => ({
  id,
  received_at: '2026-01-15T08:00:00.000Z',
  envelope: { from: 'a@shop.example', to: ['ada@example.com'] },
  subject: `Subject of ${id}`,
  headers: {},
  text: null,
  html: null,
  attachments: [],
  ...changes,
})

/** A fake sink with the given mails, newest first, two per page. */
async function sinkOf(mails: MailView[]) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    const { searchParams, pathname } = new URL(String(request.url), 'http://host')
    if (request.method === 'DELETE') {
      mails.length = 0
      return void reply.writeHead(204).end()
    }
    if (pathname.endsWith('/attachments/1')) return void reply.end('Hello')
    const from = Number(searchParams.get('cursor') ?? 0)
    const data = mails.slice(from, from + 2)
    const more = from + 2 < mails.length
    reply.end(JSON.stringify({ data, has_more: more, next_cursor: more ? String(from + 2) : null }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const sink = new Sink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sink/messages`)
  return { sink, asked }
}

describe('the sink', () => {
  test('lists the mails of all pages, and those that are meant', async () => {
    const { sink, asked } = await sinkOf([view('c'), view('b'), view('a')])
    expect((await sink.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect((await sink.list({ subject: 'of a' })).map(({ id }) => id)).toEqual(['a'])
    expect((await sink.list({ subject: /[bc]$/gy })).map(({ id }) => id)).toEqual(['c', 'b'])
    await sink.list({ to: 'ada+1@example.com' })
    expect(asked.at(-2)).toBe('GET /sink/messages?limit=100&to=ada%2B1%40example.com')
  })

  test('returns a mail that is there, and waits for one that is not', async () => {
    const mails = [view('c'), view('b'), view('a')]
    const { sink } = await sinkOf(mails)
    expect((await sink.waitForMail({ subject: 'of a' })).id).toBe('a')
    const waiting = sink.waitForMail({ subject: 'of d', timeout_ms: 180_000 })
    mails.unshift(view('e'), view('d'))
    expect((await waiting).id).toBe('d')
  })

  test('finds a mail that was stored after a newer one', async () => {
    const mails = [view('c'), view('a')]
    const { sink, asked } = await sinkOf(mails)
    const waiting = sink.waitForMail({ subject: 'of b', timeout_ms: 180_000 })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), patiently)
    mails.splice(1, 0, view('b'))
    expect((await waiting).id).toBe('b')
  })

  test('says what there is instead where none comes', async () => {
    const { sink } = await sinkOf([view('b'), view('a')])
    const error: unknown = await sink
      .waitForMail({ to: 'ada@example.com', subject: /reset/i, timeout_ms: 30 })
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(MailTimeoutError)
    expect(error).toMatchObject({
      message:
        'No mail to ada@example.com with the subject /reset/i came within 30 ms. The sink has:\n' +
        'to ada@example.com: Subject of b\nto ada@example.com: Subject of a',
      mails: [{ id: 'b' }, { id: 'a' }],
    })
    await sink.clear()
    await expect(sink.waitForMail({ timeout_ms: 1 })).rejects.toThrow(
      'No mail came within 1 ms. The sink is empty.',
    )
  })

  test('says so before Vitest and Jest end the test, unless it is told to wait longer', async () => {
    const { sink } = await sinkOf([])
    const { now } = Date
    const begun = now()
    let waited = 0
    vi.spyOn(Date, 'now').mockImplementation(() => begun + (waited += 1000))
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(sink.waitForMail()).rejects.toThrow(/^No mail came within 4500 ms\./)
  })

  test('fetches the bytes of an attachment', async () => {
    const file = { filename: 'a', content_type: 'text/plain', size: 5, content_id: null }
    const { sink, asked } = await sinkOf([view('a', { attachments: [file, file] })])
    const [mail] = await sink.list()
    expect(mail?.attachments[1]).toMatchObject(file)
    expect(Buffer.from((await mail?.attachments[1]?.content()) ?? []).toString()).toBe('Hello')
    expect(asked.at(-1)).toBe('GET /sink/messages/a/attachments/1')
  })

  test('that is not there any more is an error', async () => {
    await expect(new Sink('http://127.0.0.1:1/sink/messages').list()).rejects.toThrow(TestServerError)
  })
})

describe('a mail', () => {
  const mail = (changes: Partial<MailView>) =>
    mailOf(view('a', changes), () => Promise.reject(new Error('there is none')))

  test('has the addresses of its header', () => {
    const headers = {
      from: '"Shop, The" <a@shop.example>',
      to: 'Ada <ada@x.example>, "B, \\"b\\"" <b@x.example>, c@x.example',
    }
    expect(mail({ headers })).toMatchObject({
      from: { email: 'a@shop.example', name: 'Shop, The' },
      to: [
        { email: 'ada@x.example', name: 'Ada' },
        { email: 'b@x.example', name: 'B, "b"' },
        { email: 'c@x.example' },
      ],
    })
    expect(mail({ headers: { from: 'nonsense' } })).toMatchObject({ from: null, to: [] })
  })

  test('has its links, without the punctuation around them', () => {
    const text = `Follow https://shop.example/a?b=c&d=1. Or (https://shop.example/b), "https://shop.example/c"!
      <https://shop.example/d> https://en.example/wiki/E_(mail) https://shop.example/a?b=c&d=1`
    const html = `<a class=x href="https://shop.example/a?b=c&amp;d=1">A</a><a href='http://shop.example/e'>E</a>
      <a href="mailto:a@shop.example">M</a><img src="https://shop.example/i.png">`
    expect(linksOf({ text, html })).toEqual([
      'https://shop.example/a?b=c&d=1',
      'https://shop.example/b',
      'https://shop.example/c',
      'https://shop.example/d',
      'https://en.example/wiki/E_(mail)',
      'http://shop.example/e',
    ])
    expect(mail({ text }).links).toHaveLength(5)
    expect(mail({}).links).toEqual([])
  })
})

describe('a server', () => {
  const script = (source: string) => [process.execPath, '-e', source, '--']
  const line = {
    base_url: 'http://127.0.0.1:1',
    test_project_id: 'prj_1',
    test_project_key: 'pk_test_1',
    workspace_key: 'wk_1',
    session: 'session',
    sink_url: 'http://127.0.0.1:1/sink/messages',
  }
  /** A fake server. Prints its JSON line, with its arguments and variables in it, and ends when its input closes. */
  const honest = `
    const line = ${JSON.stringify(line)}
    line.session = JSON.stringify([process.argv.slice(1), process.env.POSTSEAL_API_KEY ?? null, process.env.SHOP ?? null])
    console.log(JSON.stringify(line)); process.stdin.resume()`

  test('is started by the command, with the variables that are meant for it, and stopped', async () => {
    vi.stubEnv('POSTSEAL_API_KEY', 'pk_test_of_an_earlier_one')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await startTestServer({
      command: script(honest),
      port: 4123,
      env: { SHOP: 'a', PATH: undefined },
    })
    expect(server).toMatchObject({
      baseURL: 'http://127.0.0.1:1',
      apiKey: 'pk_test_1',
      test_project_id: 'prj_1',
      workspace_key: 'wk_1',
      env: {
        POSTSEAL_BASE_URL: 'http://127.0.0.1:1',
        POSTSEAL_API_KEY: 'pk_test_1',
        POSTSEAL_TEST_PROJECT_ID: 'prj_1',
        POSTSEAL_WORKSPACE_KEY: 'wk_1',
        POSTSEAL_SINK_URL: 'http://127.0.0.1:1/sink/messages',
      },
    })
    expect(JSON.parse(server.session)).toEqual([['--ephemeral', '--port', '4123'], null, 'a'])
    expect(connectTestServer(server.env)).toMatchObject({ baseURL: server.baseURL, apiKey: server.apiKey })
    await server.stop()
    await server.stop()
  })

  test.each([
    [
      'ends',
      `console.error('No room.'); process.exit(2)`,
      /^The server did not start: it ended with 2\. No room\.$/,
    ],
    ['is not ready in time', `setInterval(() => {}, 1e6)`, /it was not ready within 300 ms\./],
    [
      'prints something else',
      `console.log('Hello'); process.stdin.resume()`,
      /it printed something other than its ready line/,
    ],
  ])('that %s is an error with its words', async (how, source, message) => {
    const timeout_ms = how.includes('in time') ? 300 : 25_000
    const starting = startTestServer({ command: script(source), timeout_ms })
    await expect(starting).rejects.toBeInstanceOf(TestServerError)
    await expect(starting).rejects.toThrow(message)
  })

  test('whose command is not there is an error', async () => {
    await expect(startTestServer({ command: '/no/such/command' })).rejects.toThrow(/did not start: .*ENOENT/)
    await expect(startTestServer({ cwd: '/' })).rejects.toThrow(
      /^The package postseal-server is not installed: npm install --save-dev \.\/postseal-server-\*\.tgz, the file of a release\. /,
    )
  })

  test('that nobody has started is an error that says how', () => {
    expect(() => connectTestServer({})).toThrow(TestServerError)
    expect(() => connectTestServer({})).toThrow(/^POSTSEAL_BASE_URL is not set\. .*Object\.assign/)
  })
})
