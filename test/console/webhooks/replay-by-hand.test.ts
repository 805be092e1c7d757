import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curlOf } from '../../../console/screens/webhooks/deliveries/replay-by-hand.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { headerOf, presentHeader } from '../../../server/product/webhooks/send/request.js'
import { startReceiver, type Receiver } from '../../support/webhooks/receiver.js'

/** The command that the console shows of an attempt makes the same request again. */

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const secret = 'whsec_newest'
const event = {
  type: 'message.bounced',
  id: 'evt_1',
  data: {
    subject: `It's "5 $HOME" \`id\` \\ é 😀\n@file`,
    aa: null,
    a: [1.5, 1e21, true, { é: '', '😀': '', ﬀ: '' }],
    '10': 'ten',
    '9': '',
  },
}
const body = Buffer.from(canonicalize(event) ?? '')

function sent(url: string) {
  const deliveryId = newUuid()
  const eventId = event.id
  const header = headerOf(new URL(url), { url, deliveryId, eventId, body, secrets: [secret] }, new Date())
  return presentHeader(deliveryId, eventId, header)
}

test('a shell sends the same bytes with the same header, and the signature is right', async () => {
  const url = `${receiver.url}?list[]={a,b}&it='s`
  const headers = sent(url)
  await promisify(execFile)('sh', ['-c', curlOf(url, headers, event) ?? ''], { timeout: 180_000 })
  const [received] = receiver.received
  expect(received?.path).toBe(`/hook?list[]={a,b}&it='s`)
  expect(received?.body.toString()).toBe(body.toString())
  // Curl adds what it takes.
  expect(received?.fields.filter(({ name }) => name !== 'Accept').map(inLowerCase)).toEqual(
    expect.arrayContaining(headers.map(inLowerCase)),
  )
  expect(received?.fields).toHaveLength(headers.length + 1)
  expect(received?.verify([secret])).toBe('ok')
})

const inLowerCase = ({ name, value }: { name: string; value: string }) => `${name.toLowerCase()}: ${value}`

test('there is no command where the event reads differently now', () => {
  expect(curlOf(receiver.url, sent(receiver.url), { ...event, data: {} })).toBeUndefined()
})
