import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificatePem, identity, rootCertificate } from '../../../support/mail-servers/certificates.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending } from '../../../support/webhooks/sending.js'

const zone = { 'mx1.shop.example': { A: ['127.0.0.1'] }, 'third.shop.example': { A: ['127.0.0.1'] } }
const file = (name: string) => readFileSync(new URL(`../../../support/tls/${name}`, import.meta.url), 'utf8')

let sending: Sending
beforeAll(async () => {
  sending = await startSending({ ca: rootCertificate, zone })
})
afterAll(() => sending.close())

async function withReceiver<T>(
  tls: { key: string; cert: string } | undefined,
  work: (receiver: Receiver) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver(tls && { tls })
  try {
    return await work(receiver)
  } finally {
    await receiver.close()
  }
}

describe('a certificate that is right', () => {
  test.each(['mx1.shop.example', 'MX1.Shop.Example', 'mx1.shop.example.'])('%s', async (host) => {
    await withReceiver(identity('leaf'), async (receiver) => {
      let asked: unknown
      receiver.answer = {
        respond: (response, socket) => {
          asked = (socket as TLSSocket & { servername: unknown }).servername
          response.end('taken')
        },
      }
      const result = await sending.send(`https://${host}:${receiver.port}/`)
      expect(result).toMatchObject({ status: 200, error: null, responseBody: 'taken' })
      // RFC 6066, section 3: without the last dot.
      expect(asked).toBe('mx1.shop.example')
    })
  })

  test('with those above it', async () => {
    await withReceiver(identity('deep', 'intermediate'), async ({ port }) => {
      expect(await sending.send(`https://mx1.shop.example:${port}/`)).toMatchObject({ status: 200 })
    })
  })

  test('of an address, and of localhost', async () => {
    const local = await startSending({ ca: file('ca.pem') })
    await withReceiver(
      { key: file('localhost.key'), cert: file('localhost.pem') },
      async ({ port, received }) => {
        expect(await local.send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
        expect(await local.send(`https://localhost:${port}/`)).toMatchObject({ status: 200 })
        expect(received).toHaveLength(2)
      },
    )
    await local.close()
  })
})

test('a connection over TLS is used again, and by nobody else', async () => {
  await withReceiver(identity('leaf'), async (receiver) => {
    const url = (host: string) => `https://${host}:${receiver.port}/`
    for (let i = 0; i < 3; i++)
      expect(await sending.send(url('mx1.shop.example'))).toMatchObject({ status: 200 })
    expect(receiver.connections).toBe(1)
    // The same server, whose certificate is for another name.
    expect((await sending.send(url('third.shop.example'))).error?.code).toBe('tls_failed')
    expect((await sending.send(`http://mx1.shop.example:${receiver.port}/`)).error?.code).not.toBe(undefined)
    expect(receiver.received).toHaveLength(3)
  })
})

describe('what is wrong keeps the request from being sent', () => {
  const cases: [string, { key: string; cert: string } | undefined, string, string][] = [
    ['another name', identity('other'), 'mx1.shop.example', 'its certificate is for another name'],
    [
      'an address with a name’s certificate',
      identity('leaf'),
      '127.0.0.1',
      'its certificate is for another name',
    ],
    ['it vouches for itself', identity('self-signed'), 'mx1.shop.example', 'its certificate is self-signed'],
    [
      'an authority that nobody knows',
      { key: file('localhost.key'), cert: file('localhost.pem') },
      'localhost',
      'its certificate is not signed by a known authority, or an intermediate one was not sent',
    ],
    [
      'one in between is missing',
      identity('deep'),
      'mx1.shop.example',
      'its certificate is not signed by a known authority, or an intermediate one was not sent',
    ],
    ['it is for clients', identity('client'), 'mx1.shop.example', 'its certificate is not for servers'],
    ['no TLS at all', undefined, 'mx1.shop.example', 'it does not speak TLS'],
  ]
  test.each(cases)('%s', async (_, tls, host, reason) => {
    await withReceiver(tls, async ({ port, received }) => {
      expect(await sending.send(`https://${host}:${port}/`)).toMatchObject({
        status: null,
        error: { code: 'tls_failed', message: `No TLS connection to ${host}:${port}: ${reason}.` },
      })
      expect(received).toEqual([])
    })
  })

  test('it has expired', async () => {
    const trusting = await startSending({ ca: certificatePem('expired'), zone })
    await withReceiver(identity('expired'), async ({ port, received }) => {
      expect((await trusting.send(`https://mx1.shop.example:${port}/`)).error).toEqual({
        code: 'tls_failed',
        message: `No TLS connection to mx1.shop.example:${port}: its certificate has expired.`,
      })
      expect(received).toEqual([])
    })
    await trusting.close()
  })

  test('it is one that Node does not know, where nothing else is said', async () => {
    const usual = await startSending({ zone })
    await withReceiver(identity('leaf'), async ({ port, received }) => {
      expect((await usual.send(`https://mx1.shop.example:${port}/`)).error?.code).toBe('tls_failed')
      expect(received).toEqual([])
    })
    await usual.close()
  })

  test.each(['end', 'resetAndDestroy'] as const)('the handshake is cut: %s', async (how) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket[how]())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await sending.send(`https://mx1.shop.example:${port}/`)).error).toEqual({
      code: 'tls_failed',
      message: `No TLS connection to mx1.shop.example:${port}: it closed the connection in the handshake.`,
    })
    server.close()
  })

  test('nobody listens: that is no matter of TLS', async () => {
    const { port } = await withReceiver(identity('leaf'), async (receiver) => receiver)
    expect((await sending.send(`https://mx1.shop.example:${port}/`)).error?.code).toBe('connection_failed')
  })
})
