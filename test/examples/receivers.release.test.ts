import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { call } from '../support/api/api.js'
import { send } from '../support/messages/messages.js'
import { heldPort } from '../support/network/ports.js'
import { startTestService, type TestService } from '../support/service/service.js'
import { until } from '../support/time/until.js'
import {
  deliveries,
  subscribe,
  toThisMachine,
  type Delivery,
} from '../support/webhooks/webhook-deliveries.js'

/** The receivers in examples/, each with what a real service sends to it. */

const root = new URL('../../examples/', import.meta.url)
const endpoint = '/webhooks/postseal'

/**
 * Functions that start each example, whose port is in PORT. The examples are imported by URL, since their types are
 * held with the browser's.
 */
const examples: [string, () => Promise<Server>][] = [
  ['Express', () => serverOf('express/server.ts')],
  ['Hono', () => serverOf('hono/node.ts')],
  ['Next.js', serveRoute],
]

async function serverOf(file: string): Promise<Server> {
  return ((await import(new URL(file, root).href)) as { server: Server }).server
}

/** Serves a route handler as Next.js does: a Request in, a Response out, and a 500 where it throws. */
async function serveRoute(): Promise<Server> {
  const route = new URL('nextjs/app/api/webhooks/postseal/route.ts', root)
  const { POST } = (await import(route.href)) as { POST: (request: Request) => Promise<Response> }
  return createServer((request, response) => {
    requestOf(request)
      .then(POST)
      .then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      )
  }).listen(process.env['PORT'])
}

async function requestOf(request: IncomingMessage): Promise<Request> {
  const headers = Object.entries(request.headers) as [string, string][]
  return new Request(`http://localhost${request.url}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(await buffer(request)),
  })
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: toThisMachine })
})
afterAll(() => service.stop())

describe.each(examples)('%s', (_, start) => {
  let server: Server
  let url: string
  let subscription: { id: string; secret: string }
  /** Lines that the example has printed, one for each event that it has acted on: the event's id and type. */
  let printed: string[]
  let warned: string[]
  let log: MockInstance<typeof console.log>

  beforeAll(async () => {
    const port = await heldPort()
    url = `http://127.0.0.1:${port}${endpoint}`
    subscription = await subscribe(service, url)
    vi.stubEnv('PORT', String(port))
    vi.stubEnv('POSTSEAL_WEBHOOK_SECRET', subscription.secret)
    server = await start()
    await until(() => server.listening, 'it to listen')
  })
  afterAll(async () => {
    await call(service.url, 'DELETE', `/v1/webhooks/status/${subscription.id}`, workspace())
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
    vi.unstubAllEnvs()
  })
  beforeEach(() => {
    printed = []
    warned = []
    log = vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')))
    vi.spyOn(console, 'warn').mockImplementation((words: string) => void warned.push(words))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  const workspace = () => ({ key: service.credentials.workspace_key })
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    return reply.status
  }
  /** The deliveries of a type to this example, once there are any and all are done. */
  const sent = (type: string): Promise<Delivery[]> =>
    until(async () => {
      const all = await deliveries(service, `&webhook_id=${subscription.id}&event_type=${type}`)
      return all.length > 0 && all.every(({ status }) => status === 'delivered') && all
    }, `the delivery of ${type}`)
  const printedOf = (event: string) => printed.filter((line) => line.startsWith(event))

  test('acts on every event that the service sends, and acknowledges it', async () => {
    const { test_project_key: key, test_project_id: project } = service.credentials
    await send(service.url, key, project)
    await send(service.url, key, project, { to: [{ email: 'bounce@example.com' }] })
    await call(service.url, 'POST', `/v1/webhooks/status/${subscription.id}/test`, workspace())
    for (const type of ['message.accepted', 'message.delivered', 'message.bounced', 'webhook.test'])
      for (const { event_id, final_response_status } of await sent(type)) {
        expect(final_response_status).toBe(204)
        expect(printedOf(event_id)).toEqual([expect.stringContaining(`${event_id} ${type}`)])
      }
    expect(printed.find((line) => line.includes('message.bounced'))).toMatch(/ log_\w{26} unknown_user$/)
    expect(warned).toEqual([])
  })

  test('acknowledges an event that comes again, and does not act on it', async () => {
    const [first] = await sent('webhook.test')
    const replay = `/v1/webhooks/status/${subscription.id}/deliveries/${first?.id}/replay`
    expect((await call(service.url, 'POST', replay, workspace())).status).toBe(202)
    const again = await until(
      async () => (await sent('webhook.test')).find(({ attempts }) => attempts.length === 2),
      'the replay',
    )
    expect(again).toMatchObject({ event_id: first?.event_id, final_response_status: 204 })
    expect(printed).toEqual([])
  })

  test('refuses what nobody has signed, and acts on nothing of it', async () => {
    const { signTestWebhook } = await webhooks()
    const event = { id: 'evt_forged', type: 'message.delivered' }
    const forged = await signTestWebhook({ event, secret: 'whsec_anothers' })
    const { payload, headers } = await signTestWebhook({ event, secret: subscription.secret })
    expect(await post(forged.payload, forged.headers)).toBe(400)
    expect(await post(payload)).toBe(400)
    expect(await post(payload.replace('delivered', 'bounced'), headers)).toBe(400)
    expect(warned[0]).toMatch(/^A webhook was refused: signature_mismatch\. /)
    expect(printed).toEqual([])
  })

  test('acknowledges nothing before it was acted on', async () => {
    const { signTestWebhook } = await webhooks()
    const event = { id: 'evt_later', type: 'a.type.of.later' }
    const { payload, headers } = await signTestWebhook({ event, secret: subscription.secret })
    log.mockImplementationOnce(() => {
      throw new Error('The store is away.')
    })
    expect(await post(payload, headers)).toBe(500)
    expect(await post(payload, headers)).toBe(204)
    expect(await post(payload, headers)).toBe(204)
    expect(printed).toEqual(['evt_later a.type.of.later'])
  })

  test('a secret that is not set is no fault of the sender', async () => {
    const { signTestWebhook } = await webhooks()
    const event = { id: 'evt_unset', type: 'webhook.test' }
    const { payload, headers } = await signTestWebhook({ event, secret: subscription.secret })
    const { POSTSEAL_WEBHOOK_SECRET: secret } = process.env
    vi.stubEnv('POSTSEAL_WEBHOOK_SECRET', '')
    expect(await post(payload, headers)).toBe(500)
    vi.stubEnv('POSTSEAL_WEBHOOK_SECRET', secret)
    expect(await post(payload, headers)).toBe(204)
  })
})

interface Webhooks {
  signTestWebhook: (options: {
    event: { id: string; type: string }
    secret: string
  }) => Promise<{ payload: string; headers: Record<string, string> }>
}

function webhooks(): Promise<Webhooks> {
  return import(new URL('../sdk-ts/src/webhooks/index.ts', root).href) as Promise<Webhooks>
}
