import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { defaultWebhooks } from '../../../../server/platform/config/defaults.js'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { InFlight } from '../../../../server/platform/queue/limiter/in-flight.js'
import { soleOwner } from '../../../../server/platform/queue/leases/owner.js'
import {
  openWebhookDeliverer,
  type WebhookDeliverer,
  type WebhookJob,
} from '../../../../server/product/webhooks/deliver.js'
import { EndpointGate } from '../../../../server/product/webhooks/endpoint-gate.js'
import type { WebhookOutcome } from '../../../../server/product/webhooks/queue/record.js'
import { noSubjects } from '../../../../server/product/webhooks/formats/subjects.js'
import type { OutgoingWebhook, SendResult } from '../../../../server/product/webhooks/send/webhook.js'

/** Tests the fate of the webhooks in flight when the worker is stopped, or something of ours fails. */

const config = { ...defaultWebhooks, endpointStart: 2, maxPerEndpoint: 2 }
const workspaceId = newWorkspaceId()
const subscriptionId = newUuid()

let deliverer: WebhookDeliverer
let gate: EndpointGate
let inFlight: InFlight<WebhookJob>
let recorded: WebhookOutcome[]
let givenBack: string[]
let sending: Map<string, (result: SendResult) => void>
let logged: string[]
let recordFails: boolean

beforeEach(() => {
  recorded = []
  givenBack = []
  sending = new Map()
  logged = []
  recordFails = false
  gate = new EndpointGate(config, 30_000)
  deliverer = openWebhookDeliverer({
    sender: {
      send: ({ deliveryId }: OutgoingWebhook) => new Promise((resolve) => sending.set(deliveryId, resolve)),
      connections: () => sending.size,
      close: () => Promise.resolve(),
    },
    gate,
    config,
    record: async (_, outcome) => {
      if (recordFails) throw new Error('the database says no')
      recorded.push(outcome)
    },
    giveBack: async (_, deliveryId) => void givenBack.push(deliveryId),
    onFree: () => undefined,
  })
  inFlight = new InFlight<WebhookJob>({
    idOf: ({ deliveryId }) => deliveryId,
    attempt: (job, term) => deliverer.deliver(job, term),
    onFree: () => undefined,
    onFailure: () => undefined,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    describe: ({ deliveryId }) => ({ fields: { delivery_id: deliveryId }, message: 'not recorded' }),
  })
})

/** The end of a worker: what waits is given back, and what is sent is waited for. */
async function drain(): Promise<void> {
  gate.rejectAll()
  await inFlight.drained()
}

function begin(term = soleOwner().term()): WebhookJob {
  const delivery: WebhookJob = {
    secrets: ['whsec_x'],
    subjects: noSubjects,
    workspaceId,
    deliveryId: newUuid(),
    subscriptionId,
    url: 'https://hooks.example/',
    format: 'postseal',
    attempts: 0,
    event: {
      id: newUuid(),
      workspace_id: workspaceId,
      project_id: null,
      environment: null,
      type: 'message.accepted',
      data: {},
    },
  }
  inFlight.begin(delivery, term)
  return delivery
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
function end({ deliveryId }: WebhookJob, status: number | null): void {
  sending.get(deliveryId)?.({
    at: new Date(),
    header: null,
    status,
    durationMs: 1,
    error: status === 200 ? null : { code: 'connection_lost', message: 'It broke.' },
    responseBody: null,
    retryAfterSeconds: null,
  })
}

test('what breaks once the worker gives up waiting is not held against the endpoint, but a reply counts', async () => {
  const [broken, answered] = [begin(), begin()]
  await settled()
  deliverer.abandon()
  end(broken, null)
  end(answered, 500)
  await drain()
  expect(recorded.map(({ delivery }) => delivery.deliveryId)).toEqual([answered.deliveryId])
})

test('before that a break is an attempt that failed', async () => {
  const broken = begin()
  await settled()
  end(broken, null)
  await drain()
  expect(recorded).toMatchObject([{ verdict: { outcome: 'retry' }, attempt: { status: null } }])
})

test('at the end what waits is given back, and what is on its way is waited for', async () => {
  const all = [begin(), begin(), begin()]
  await settled()
  expect(inFlight.size).toBe(3)
  expect(inFlight.countOf(workspaceId)).toBe(3)
  let ended = false
  const ending = drain().then(() => (ended = true))
  await settled()
  expect(givenBack).toEqual([all[2]?.deliveryId])
  expect(ended).toBe(false)
  for (const delivery of all.slice(0, 2)) end(delivery, 200)
  await ending
  expect(recorded).toHaveLength(2)
  expect(inFlight.size).toBe(0)
  expect(inFlight.countOf(workspaceId)).toBe(0)
})

test('an endpoint that is gone is sent no more of what waits for it', async () => {
  const all = [begin(), begin(), begin(), begin()]
  await settled()
  end(all[0] as WebhookJob, 410)
  await settled()
  expect(givenBack).toEqual(all.slice(2).map(({ deliveryId }) => deliveryId))
  expect(sending.size).toBe(2)
})

test('what could not be recorded is logged by its id, and leaves its place', async () => {
  recordFails = true
  const delivery = begin()
  await settled()
  end(delivery, 200)
  await drain()
  expect(inFlight.size).toBe(0)
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 50,
    delivery_id: delivery.deliveryId,
  })
})

test('what another process may send is given back, and its slot at the endpoint goes to the next', async () => {
  const over = { mayBegin: () => Promise.resolve(false) }
  const [lost, alsoLost, own] = [begin(over), begin(over), begin()]
  await settled()
  expect(givenBack).toEqual([lost.deliveryId, alsoLost.deliveryId])
  expect([...sending.keys()]).toEqual([own.deliveryId])
  end(own, 200)
  await drain()
  expect(recorded).toHaveLength(1)
})
