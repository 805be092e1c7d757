import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { messageTo, untilLog } from '../support/messages/mail.js'
import { patientClient } from '../support/time/patiently.js'
import { serviceEnv, startProcess, type Env, type ServiceProcess } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { heldPort } from '../support/network/ports.js'
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js'
import { until } from '../support/time/until.js'
import { subscribe } from '../support/webhooks/webhooks.js'

/** A span as OTLP has it in JSON. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2 is a server's, 3 a client's. */
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number }
}

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
const closers: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

async function opened(): Promise<Receiver> {
  const receiver = await startReceiver()
  closers.push(() => receiver.close().catch(() => undefined))
  return receiver
}

function spansAt(collector: Receiver): Span[] {
  return collector.received.flatMap(({ json }) =>
    json.resourceSpans.flatMap((resource: any) => resource.scopeSpans.flatMap((scope: any) => scope.spans)),
  )
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

/** A module that writes the names of loaded chunks that have the SDK into a file, for `--import`. */
function watchingLoads(file: string): string {
  const seen = `if (String(loaded.source ?? '').includes('BatchSpanProcessor')) appendFileSync(${JSON.stringify(file)}, url + '\\n')`
  const hooks = `import { appendFileSync } from 'node:fs'
    export const load = async (url, context, next) => { const loaded = await next(url, context); ${seen}; return loaded }
    export const loadAtOnce = (url, context, next) => { const loaded = next(url, context); ${seen}; return loaded }`
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const address = JSON.stringify(dataUrl(hooks))
  // Node 26 deprecates hooks in a thread of their own, and Node 20 has no others.
  return dataUrl(`import * as modules from 'node:module'
    if (modules.registerHooks) modules.registerHooks({ load: (await import(${address})).loadAtOnce })
    else modules.register(${address})`)
}

/** Starts the service with a subscription of all events, and says which chunks of it have the SDK. */
async function startWatched(env: Env) {
  const loads = path.join(newDataDir(), 'loads')
  const service = await startProcess({
    ...(await serviceEnv()),
    POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8',
    NODE_OPTIONS: `--import=${watchingLoads(loads)}`,
    ...env,
  })
  const endpoint = await opened()
  await subscribe(service.url, service.credentials.workspace_key, { url: endpoint.url })
  const sdkLoads = () => {
    try {
      return readFileSync(loads, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  return { service, endpoint, sdkLoads }
}

/** Sends to the sink with the caller's trace, and waits for the outcome. */
async function sendTraced(service: ServiceProcess, header: Record<string, string> = { traceparent }) {
  const reply = await call(service.url, 'POST', '/v1/messages', {
    key: service.credentials.project_key,
    body: messageTo(service, 'secret.person@recipient.example', { subject: 'Private matter' }),
    headers: { 'Idempotency-Key': crypto.randomUUID(), ...header },
  })
  expect(reply.status).toBe(202)
  await untilLog(service, reply.body, (log) => log.status === 'delivered', 'the delivery')
  return reply
}

test('one trace has the request, its statements, the attempt to deliver and the webhooks', async () => {
  const collector = await opened()
  const submissionPort = await heldPort()
  const { service, endpoint, sdkLoads } = await startWatched({
    POSTSEAL_TRACES: 'true',
    POSTSEAL_SUBMISSION_PORT: String(submissionPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=watch',
    OTEL_SERVICE_NAME: 'mail',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  })
  expect(sdkLoads()).toHaveLength(1)
  const reply = await sendTraced(service)
  const ofTrace = () => spansAt(collector).filter(({ traceId }) => traceId === caller.traceId)
  const named = (name: string) => ofTrace().filter((span) => span.name === name)
  // The event of the outcome.
  await until(() => endpoint.received.some(({ json }) => json.type === 'message.delivered'), 'the webhook')
  await until(() => named('POST').length >= endpoint.received.length, 'the spans of the webhooks')
  await until(() => named('record_webhook_outcomes').length > 0, 'the record of a webhook')

  const [request] = named('POST /v1/messages')
  if (request === undefined) throw new Error('the request has no span')
  expect(request).toMatchObject({ parentSpanId: caller.spanId, kind: 2 })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/messages',
    'url.scheme': 'http',
    'postseal.request_id': reply.headers['request-id'],
    'http.response.status_code': 202,
  })

  const [stored] = named('store_accepted')
  expect(stored).toMatchObject({ parentSpanId: request.spanId, kind: 3 })
  const statement = attributesOf(stored as Span)
  expect(statement).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': 'store_accepted' })
  expect(statement['db.query.text']).toMatch(
    /^with workspace as \(\s+select halted_at is null as open from .* \$1/,
  )

  const [attempt] = named('SMTP send')
  expect(attempt).toMatchObject({ parentSpanId: request.spanId, kind: 3, status: { code: 0 } })
  expect(attributesOf(attempt as Span)).toMatchObject({
    'server.address': '127.0.0.1',
    'server.port': Number(service.env['POSTSEAL_SINK_PORT']),
    'tls.established': false,
    'postseal.smtp.reply_code': 250,
    'postseal.delivery.outcome': 'delivered',
  })
  expect(named('record_outcomes')[0]).toMatchObject({ parentSpanId: request.spanId, kind: 3 })

  const webhooks = named('POST')
  for (const webhook of webhooks) {
    expect(webhook).toMatchObject({ parentSpanId: request.spanId, kind: 3 })
    expect(attributesOf(webhook)).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': endpoint.port,
      'http.response.status_code': 200,
    })
  }
  const continued = endpoint.received.map(({ headers }) => headers['traceparent'])
  const own = webhooks.map(({ spanId }) => `00-${caller.traceId}-${spanId}-01`)
  expect([...continued].sort()).toEqual([...own].sort())

  const sent = collector.received.map(({ body }) => body.toString()).join()
  expect(sent).not.toMatch(/secret\.person|recipient\.example|Private|It works|pk_live_|no-reply@/)
  const [first] = collector.received
  expect(first).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'watch' } })
  expect(JSON.stringify(first?.json.resourceSpans[0].resource)).toContain('"mail"')
  // No worker's own look at the queue is in a trace.
  expect(spansAt(collector).map(({ name }) => name)).not.toContain('claim_longest_due')

  // Messages that come together share a statement: it is below one request, and linked with the others.
  const ids = await Promise.all(Array.from({ length: 8 }, () => sendTraced(service, {})))
  expect(ids).toHaveLength(8)
  const shared = await until(
    () => spansAt(collector).find(({ name, links }) => name === 'store_accepted' && (links?.length ?? 0) > 0),
    'a shared statement',
  )
  const linked = await until(() => {
    const requests = spansAt(collector).filter(({ spanId }) => spanId === shared.links?.[0]?.spanId)
    return requests[0]
  }, 'the request that shared it')
  expect(linked.name).toBe('POST /v1/messages')
  expect(linked.links?.map(({ spanId }) => spanId)).toContain(shared.spanId)
  expect(shared.parentSpanId).not.toBe(linked.spanId)

  // A message that comes by SMTP begins a trace.
  const { project_key: pass } = service.credentials
  const transport = createTransport({
    ...patientClient,
    host: '127.0.0.1',
    port: submissionPort,
    auth: { user: 'postseal', pass },
  })
  await transport.sendMail({
    from: 'no-reply@shop.example',
    to: 'ada@example.com',
    subject: 'Hi',
    text: 'Hi.',
  })
  transport.close()
  const submission = await until(
    () => spansAt(collector).find(({ name }) => name === 'SMTP submission'),
    'the span of the submission',
  )
  await until(
    () =>
      spansAt(collector).find(
        ({ name, parentSpanId }) => name === 'SMTP send' && parentSpanId === submission.spanId,
      ),
    'the span of its delivery',
  )

  // A collector that is away is said once, until spans go again, and costs nothing else.
  await collector.close()
  const said = () => service.stdout().match(/traces (cannot be sent|are sent again)/g) ?? []
  await sendTraced(service)
  await until(() => said().at(-1) === 'traces cannot be sent', 'the line of the log')
  await sendTraced(service)
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
  expect(said().filter((line, index) => line === said()[index - 1])).toEqual([])
})

test('without the variable nothing is sent, kept or loaded', async () => {
  const collector = await opened()
  const { service, endpoint, sdkLoads } = await startWatched({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  })
  await sendTraced(service)
  const events = await endpoint.count(2)
  expect(events.map(({ headers }) => headers['traceparent'])).toEqual(events.map(() => undefined))
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(collector.received).toEqual([])
  expect(sdkLoads()).toEqual([])
})
