import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { subscribe, type Subscribed } from '../../../support/webhooks/webhooks.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * Webhooks that the views of django-anymail take for those of the other services, where a Python has it
 * (POSTSEAL_TEST_PYTHON names that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import anymail, cryptography']).status === 0
if (!isInstalled)
  process.stderr.write('The Python package django-anymail is left out of the tests: it is not installed.\n')

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ env: toThisMachine, webhooks: { pollMs: 20 } })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A reply of Anymail's to a request, and the events that it has read. */
interface Outcome {
  readonly status: number
  readonly events: readonly any[]
}

async function takenByAnymail(
  name: string,
  settings: object,
  requests: readonly Request[],
): Promise<Outcome[]> {
  const program = fileURLToPath(new URL('../../../packages/python/anymail_events.py', import.meta.url))
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ service: name, settings, requests }))
  const lines = (await text(child.stdout)).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Outcome)
}

/** Each service: its settings of Anymail, how many requests there are, and the events that Anymail should see. */
const services = [
  {
    name: 'Postmark',
    format: 'postmark',
    settings: () => ({ WEBHOOK_SECRET: 'user:password' }),
    // At Postmark, the password of the URL is the proof.
    headers: { Authorization: `Basic ${Buffer.from('user:password').toString('base64')}` },
    count: 3,
    expected: (id: string) => [
      ['bounced', 'bounce@example.com', id, 'bounced'],
      ['delivered', 'ada@example.com', id, null],
      // To Anymail, a suppression after a bounce is a bounce.
      ['bounced', 'bounce@example.com', id, 'bounced'],
    ],
  },
  {
    name: 'SendGrid',
    format: 'sendgrid',
    settings: ({ webhook }: Subscribed) => ({
      SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY: webhook.verification_key,
    }),
    headers: {},
    count: 3,
    expected: (id: string) => [
      ['queued', 'ada@example.com', `<${id}@shop.example>`, null],
      ['queued', 'bounce@example.com', `<${id}@shop.example>`, null],
      ['bounced', 'bounce@example.com', `<${id}@shop.example>`, null],
      ['delivered', 'ada@example.com', `<${id}@shop.example>`, null],
    ],
  },
  {
    name: 'Mailgun',
    format: 'mailgun',
    settings: ({ secret }: Subscribed) => ({ MAILGUN_WEBHOOK_SIGNING_KEY: secret }),
    headers: {},
    count: 2,
    expected: (id: string) => [
      ['bounced', 'bounce@example.com', `<${id}@shop.example>`, 'bounced'],
      ['delivered', 'ada@example.com', `<${id}@shop.example>`, null],
    ],
  },
] as const

test.skipIf(!isInstalled).each(services)(
  '$name: Anymail verifies the webhooks and reads their events',
  async ({ name, format, settings, headers, count, expected }) => {
    const tenant = await addTenant(service)
    const key = await tenant.key()
    receiver.received.length = 0
    const subscribed = await subscribe(service.url, key, { url: receiver.url, events: ['*'], format })
    const id = await send(service.url, key, tenant.liveProject, {
      from_email: 'orders@shop.example',
      category: 'receipts',
      metadata: { order: 'A-1' },
      to: [{ email: 'ada@example.com' }, { email: 'bounce@example.com' }],
    })
    await until(() => receiver.received.length >= count, 'the webhooks')
    const path = `/v1/webhooks/status/${subscribed.id}/test`
    await call(service.url, 'POST', path, { key })
    await until(() => receiver.received.length > count, 'the test')
    const requests = receiver.received.map((request) => ({
      headers: { ...(request.headers as Record<string, string>), ...headers },
      body: request.body.toString(),
    }))
    const outcomes = await takenByAnymail(name, settings(subscribed), requests)
    expect(outcomes.map(({ status }) => status)).toEqual(requests.map(() => 200))
    const events = outcomes.flatMap((outcome) => outcome.events)
    const read = events.map(({ type, recipient, message_id, reject_reason }) => [
      type,
      recipient,
      message_id,
      reject_reason,
    ])
    const ofMessage = read.filter(([type]) => type !== 'unknown')
    expect(ofMessage.toSorted()).toEqual([...expected(id)].toSorted())
    // The test is no event that Anymail knows.
    expect(read).toHaveLength(ofMessage.length + 1)
    for (const { type, metadata, tags } of events) {
      if (type === 'unknown') continue
      // Among the metadata are fields of SendGrid that Anymail does not know.
      expect(metadata).toMatchObject({ order: 'A-1' })
      expect(tags.every((tag: string) => tag === 'receipts' || tag === '')).toBe(true)
    }

    // Another key, or password, verifies none of them.
    const foreign = await subscribe(service.url, key, { url: `${receiver.url}/other`, format })
    const wrong = format === 'postmark' ? { WEBHOOK_SECRET: 'user:other' } : settings(foreign)
    const refused = await takenByAnymail(name, wrong, requests)
    expect(refused.map(({ status }) => status)).toEqual(requests.map(() => 400))
  },
  60_000,
)
