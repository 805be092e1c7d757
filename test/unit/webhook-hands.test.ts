import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { defaultWebhooks } from '../../server/config/defaults.js'
import { newUuid } from '../../server/db/ids.js'
import { soleOwner } from '../../server/leases/owner.js'
import { EndpointQueues } from '../../server/webhooks/endpoint-queues.js'
import { openHands, type Hands } from '../../server/webhooks/hands.js'
import { endpointPaces } from '../../server/webhooks/pace.js'
import type { ClaimedWebhook } from '../../server/webhooks/queue/claim.js'
import type { WebhookOutcome } from '../../server/webhooks/queue/record.js'
import type { OutgoingWebhook, SendResult } from '../../server/webhooks/send/webhook.js'

/** What becomes of the deliveries in hand when the worker is stopped, or something of ours fails. */

const config = { ...defaultWebhooks, endpointStart: 2, endpointMost: 2 }
const workspaceId = newUuid()
const subscriptionId = newUuid()

let hands: Hands
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
  hands = openHands({
    sender: {
      send: ({ deliveryId }: OutgoingWebhook) => new Promise((resolve) => sending.set(deliveryId, resolve)),
      connections: () => sending.size,
      close: () => Promise.resolve(),
    },
    queues: new EndpointQueues(endpointPaces(config), 30_000),
    config,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    record: async (_, outcome) => {
      if (recordFails) throw new Error('the database says no')
      recorded.push(outcome)
    },
    giveBack: async (_, deliveryId) => void givenBack.push(deliveryId),
    onFree: () => undefined,
  })
})

function begin(term = soleOwner().term()): ClaimedWebhook {
  const delivery: ClaimedWebhook = {
    workspaceId,
    deliveryId: newUuid(),
    subscriptionId,
    url: 'https://hooks.example/',
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
  hands.begin(delivery, ['whsec_x'], term)
  return delivery
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
function end({ deliveryId }: ClaimedWebhook, status: number | null): void {
  sending.get(deliveryId)?.({
    at: new Date(),
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
  hands.abandon()
  end(broken, null)
  end(answered, 500)
  await hands.ended()
  expect(recorded.map(({ delivery }) => delivery.deliveryId)).toEqual([answered.deliveryId])
})

test('before that a break is an attempt that failed', async () => {
  const broken = begin()
  await settled()
  end(broken, null)
  await hands.ended()
  expect(recorded).toMatchObject([{ verdict: { outcome: 'retry' }, attempt: { status: null } }])
})

test('at the end what waits is given back, and what is on its way is waited for', async () => {
  const all = [begin(), begin(), begin()]
  await settled()
  expect(hands.size).toBe(3)
  expect(hands.heldOf(workspaceId)).toBe(3)
  let ended = false
  const ending = hands.ended().then(() => (ended = true))
  await settled()
  expect(givenBack).toEqual([all[2]?.deliveryId])
  expect(ended).toBe(false)
  for (const delivery of all.slice(0, 2)) end(delivery, 200)
  await ending
  expect(recorded).toHaveLength(2)
  expect(hands.size).toBe(0)
  expect(hands.heldOf(workspaceId)).toBe(0)
})

test('an endpoint that is gone is sent no more of what waits for it', async () => {
  const all = [begin(), begin(), begin(), begin()]
  await settled()
  end(all[0] as ClaimedWebhook, 410)
  await settled()
  expect(givenBack).toEqual(all.slice(2).map(({ deliveryId }) => deliveryId))
  expect(sending.size).toBe(2)
})

test('what could not be recorded is logged by its id, and leaves the hand', async () => {
  recordFails = true
  const delivery = begin()
  await settled()
  end(delivery, 200)
  await hands.ended()
  expect(hands.size).toBe(0)
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 50,
    delivery_id: expect.stringMatching(/^whd_/) as string,
  })
})

test('what another process may send is given back, and its room at the endpoint goes to the next', async () => {
  const over = { mayBegin: () => Promise.resolve(false) }
  const [lost, alsoLost, own] = [begin(over), begin(over), begin()]
  await settled()
  expect(givenBack).toEqual([lost.deliveryId, alsoLost.deliveryId])
  expect([...sending.keys()]).toEqual([own.deliveryId])
  end(own, 200)
  await hands.ended()
  expect(recorded).toHaveLength(1)
})
