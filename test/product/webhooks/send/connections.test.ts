import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identity, rootCertificate } from '../../../support/mail-servers/certificates.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending, type SendingOptions } from '../../../support/webhooks/sending.js'
import { until } from '../../../support/time/until.js'

let receiver: Receiver
let sending: Sending
const others: { close(): Promise<void> }[] = []
beforeEach(async () => {
  receiver = await startReceiver()
  sending = await startSending()
})
afterEach(async () => {
  for (const one of [sending, receiver, ...others.splice(0)]) await one.close()
})

async function another(options: SendingOptions): Promise<Sending> {
  const made = await startSending(options)
  others.push(made)
  return made
}
async function anotherReceiver(options?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(options)
  others.push(made)
  return made
}
const ok = expect.objectContaining({ status: 200, error: null }) as unknown
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

describe('a connection is used again', () => {
  test('by one request after the other, whatever is answered', async () => {
    for (const status of [200, 500, 302, 204, 410]) {
      receiver.answer = { status, body: status === 204 ? '' : 'x'.repeat(5000) }
      await sending.send(receiver.url)
    }
    expect(receiver.connections).toBe(1)
    expect(sending.sender.connections()).toBe(1)
  })

  test('by another url of the same host', async () => {
    await sending.send(`http://127.0.0.1:${receiver.port}/a`)
    await sending.send(`http://127.0.0.1:${receiver.port}/b?c`)
    expect(receiver.received.map(({ path, connection }) => [path, connection])).toEqual([
      ['/a', 1],
      ['/b?c', 1],
    ])
  })

  test('and not by another host, port or scheme', async () => {
    const second = await anotherReceiver()
    const secure = await anotherReceiver({ tls: identity('leaf') })
    const zone = { 'mx1.shop.example': { A: ['127.0.0.1'] } }
    const { send, sender } = await another({ ca: rootCertificate, zone })
    expect(await send(receiver.url)).toEqual(ok)
    expect(await send(`http://localhost:${receiver.port}/`)).toEqual(ok)
    expect(await send(second.url)).toEqual(ok)
    expect(await send(`https://mx1.shop.example:${secure.port}/`)).toEqual(ok)
    expect([receiver, second, secure].map(({ connections }) => connections)).toEqual([2, 1, 1])
    expect(sender.connections()).toBe(4)
  })

  test('by one request at a time', async () => {
    expect(await times(5, () => sending.send(receiver.url))).toEqual(Array(5).fill(ok))
    expect(receiver.connections).toBe(5)
    expect(await times(5, () => sending.send(receiver.url))).toEqual(Array(5).fill(ok))
    expect(receiver.connections).toBe(5)
  })

  test('the one used last first, so that the others can end', async () => {
    await times(5, () => sending.send(receiver.url))
    for (let i = 0; i < 5; i++) await sending.send(receiver.url)
    expect(new Set(receiver.received.slice(5).map(({ connection }) => connection)).size).toBe(1)
  })

  test('not where the endpoint says that it closes it', async () => {
    receiver.answer = { headers: { Connection: 'close' } }
    for (let i = 0; i < 3; i++) expect(await sending.send(receiver.url)).toEqual(ok)
    expect(receiver.connections).toBe(3)
    await until(() => sending.sender.connections() === 0, 'the end of the connections')
  })

  test('not beyond the time that the endpoint says', async () => {
    // Two seconds before its end, which is at once.
    receiver.answer = { headers: { 'Keep-Alive': 'timeout=2' } }
    for (let i = 0; i < 2; i++) expect(await sending.send(receiver.url)).toEqual(ok)
    expect(receiver.connections).toBe(2)
    receiver.answer = { headers: { 'Keep-Alive': 'timeout=3' } }
    expect(await sending.send(receiver.url)).toEqual(ok)
    await until(() => sending.sender.connections() === 0, 'the end of the connection')
  })
})

describe('a connection that the endpoint has closed', () => {
  test('while it was idle costs nothing', async () => {
    await times(3, () => sending.send(receiver.url))
    receiver.cut()
    await until(() => sending.sender.connections() === 0, 'the end of the connections')
    expect(await times(3, () => sending.send(receiver.url))).toEqual(Array(3).fill(ok))
    expect(receiver.received).toHaveLength(6)
  })

  test('at the same moment costs nothing', async () => {
    for (let round = 0; round < 20; round++) {
      expect(await times(3, () => sending.send(receiver.url))).toEqual(Array(3).fill(ok))
      receiver.cut()
    }
  })

  test.each(['reset', 'close'] as const)(
    'with the request on its way is replaced by a new one: %s',
    async (how) => {
      await sending.send(receiver.url)
      receiver.answer = ({ connection }) => (connection === 1 ? how : 200)
      const changes = { deliveryId: '01890a5d-ac96-774b-bcce-b302099a8057', body: Buffer.from('{"a":2}') }
      expect(await sending.send(receiver.url, changes)).toEqual(ok)
      const [, second, third] = receiver.received
      expect([second?.connection, third?.connection]).toEqual([1, 2])
      // It is the same request once more.
      expect(third).toMatchObject({ headers: second?.headers, body: second?.body })
    },
  )

  test('is replaced by a new one and not by another old one', async () => {
    await times(5, () => sending.send(receiver.url))
    receiver.answer = ({ connection }) => (connection <= 5 ? 'close' : 200)
    expect(await sending.send(receiver.url)).toEqual(ok)
    expect(receiver.connections).toBe(6)
    expect(receiver.received).toHaveLength(7)
  })

  test('is replaced once', async () => {
    await sending.send(receiver.url)
    receiver.answer = 'close'
    expect((await sending.send(receiver.url)).error?.code).toBe('connection_lost')
    expect(receiver.received).toHaveLength(3)
  })

  test('is not replaced where it was new', async () => {
    receiver.answer = 'close'
    expect((await sending.send(receiver.url)).error?.code).toBe('connection_lost')
    expect(receiver.received).toHaveLength(1)
  })

  test('is not replaced where something was answered', async () => {
    await sending.send(receiver.url)
    receiver.answer = { raw: 'garbage\r\n' }
    expect((await sending.send(receiver.url)).error?.code).toBe('invalid_response')
    expect(receiver.received).toHaveLength(2)
  })
})

describe('an address that does not answer', () => {
  test('of IPv6 is named as in a url', async () => {
    const { send } = await another({ allowed: ['::1'] })
    expect((await send('http://[::1]:1/')).error).toMatchObject({
      code: 'connection_failed',
      message: expect.stringMatching(/^Could not connect to \[::1\]:1: /) as string,
    })
  })

  test('of several is passed over', async () => {
    // Only 127.0.0.1 has this port.
    const zone = { 'shop.example': { A: ['127.0.0.9', '127.0.0.1'] } }
    const { send } = await another({ zone })
    expect(await send(`http://shop.example:${receiver.port}/`)).toEqual(ok)
  })

  test('of several that none of them does', async () => {
    const { send } = await another({ zone: { 'shop.example': { A: ['127.0.0.8', '127.0.0.9'] } } })
    expect((await send(`http://shop.example:${receiver.port}/`)).error).toEqual({
      code: 'connection_failed',
      message: `Could not connect to shop.example:${receiver.port}: the connection was refused.`,
    })
  })
})

test('idle connections make room for others', async () => {
  const { send, sender } = await another({ connections: 3 })
  const receivers = [receiver, await anotherReceiver(), await anotherReceiver(), await anotherReceiver()]
  for (const { url } of receivers) expect(await send(url)).toEqual(ok)
  // The one that was idle longest.
  await until(() => receiver.open === 0, 'the end of the oldest')
  expect(receivers.map(({ open }) => open)).toEqual([0, 1, 1, 1])
  expect(sender.connections()).toBe(3)
})

test.each(['with its reply', 'while it was idle'])('one that has ended %s counts no more', async (when) => {
  const { send, sender } = await another({ connections: 2 })
  const [ended, third] = [await anotherReceiver(), await anotherReceiver()]
  await send(receiver.url)
  if (when === 'with its reply') ended.answer = { headers: { Connection: 'close' } }
  await send(ended.url)
  ended.cut()
  await until(() => sender.connections() === 1, 'the end of the connection')
  await send(third.url)
  await send(receiver.url)
  expect(receiver.connections).toBe(1)
})

test('requests have a connection all the same when all are busy', async () => {
  const { send } = await another({ connections: 2 })
  let release = () => {}
  const after = new Promise<void>((resolve) => (release = resolve))
  receiver.answer = { after }
  const sent = times(5, () => send(receiver.url))
  await receiver.count(5)
  release()
  expect(await sent).toEqual(Array(5).fill(ok))
})

test('closing cuts what is in flight, and nothing is sent afterwards', async () => {
  await sending.send(receiver.url)
  receiver.answer = 'silence'
  const sent = times(3, () => sending.send(receiver.url))
  await receiver.count(4)
  await sending.sender.close()
  const stopped = { status: null, error: { code: 'connection_lost', message: 'The service is stopping.' } }
  expect(await sent).toMatchObject([stopped, stopped, stopped])
  await until(() => receiver.open === 0 && sending.sender.connections() === 0, 'the end of the connections')
  expect(await sending.send(receiver.url)).toMatchObject(stopped)
  expect(receiver.received).toHaveLength(4)
  await sending.sender.close()
})
