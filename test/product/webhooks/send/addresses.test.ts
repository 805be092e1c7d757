import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heldPort } from '../../../support/network/ports.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending } from '../../../support/webhooks/sending.js'
import { until } from '../../../support/time/until.js'

/**
 * Tests the refusal of addresses that would be a way into the network of whoever runs the service. No address is
 * allowed here.
 */

let sending: Sending
/** On every address of this machine, so that it hears whatever comes through. */
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver({ host: hasIpv6 ? '::' : '0.0.0.0' })
  sending = await startSending({
    allowed: [],
    zone: {
      'loop.example': { A: ['127.0.0.1'] },
      'six.example': { AAAA: ['::1'] },
      'both.example': { A: ['127.0.0.1', '10.0.0.1'], AAAA: ['::1', 'fe80::1'] },
      'zero.example': { A: ['0.0.0.0'], AAAA: ['::'] },
      'private.example': { A: ['10.1.2.3', '172.20.0.1', '192.168.0.1'] },
      'metadata.example': { A: ['169.254.169.254'], AAAA: ['fd00:ec2::254'] },
      'mapped.example': { AAAA: ['::ffff:127.0.0.1'] },
      'translated.example': { AAAA: ['64:ff9b::7f00:1'] },
      'tunnelled.example': { AAAA: ['2002:7f00:1::1'] },
      'alias.example': { CNAME: 'loop.example' },
      'deep.alias.example': { CNAME: 'alias.example' },
      'localtest.localhost': { A: ['8.8.8.8'] },
      localhost: { A: ['8.8.8.8'] },
      'nothing.example': {},
      'broken.example': { fails: 'SERVFAIL' },
    },
  })
})
afterAll(async () => {
  await sending.close()
  await receiver.close()
})
beforeEach(() => {
  sending.dns.asked.length = 0
})

const hasIpv6 = Object.values(networkInterfaces()).some((one) => one?.some(({ family }) => family === 'IPv6'))
const own = Object.values(networkInterfaces()).flatMap((one) => one ?? [])

const refused = [
  ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001'],
  ...['0x7f000001', '0x7f.1', '0X7F.0x0.0.1', '0177.0.0.1', '0177.0.0.01', '00000177.0.0.1'],
  ...['0', '0.0.0.0', '0x0', '0.1.2.3', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:10.0.0.1]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::808:808]',
    '[2002:7f00:1::1]',
    '[2002:a00:1::]',
  ],
  ...['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd12:3456::1]'],
  ...['[ff02::1]', '[2001:db8::1]', '[100::1]', '[4000::1]', '[5f00::1]'],
  ...['10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'],
  ...['169.254.170.2', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...[
    'localhost',
    'LocalHost',
    'localhost.',
    'localhost..',
    'a.localhost',
    'localtest.localhost',
    'b.LOCALHOST.',
  ],
  // What a URL makes of other scripts, of escapes and of what looks like another host.
  ...['ｌｏｃａｌｈｏｓｔ', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', 'local%68ost', 'loc\u00adalhost'],
  ...['user:pass@127.0.0.1', '8.8.8.8@127.0.0.1', '8.8.8.8:80@localhost', '127.0.0.1\\@8.8.8.8'],
  ...['loop.example', 'LOOP.example.', 'six.example', 'both.example', 'zero.example', 'private.example'],
  ...['metadata.example', 'mapped.example', 'translated.example', 'tunnelled.example', 'alias.example'],
  ...['deep.alias.example'],
  ...own.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
]

describe.each(['http', 'https'])('%s leads to nothing that is not on the public internet', (scheme) => {
  test.each(refused)('%s', async (host) => {
    const at = host.includes('\\') ? host : `${host}:${receiver.port}`
    const result = await sending.send(`${scheme}://${at}/hook?a=1`)
    expect(result).toMatchObject({
      status: null,
      error: { code: 'address_refused', message: expect.stringContaining('public internet') as string },
      responseBody: null,
    })
  })
})

test.each(['localhost', 'a.localhost', 'localtest.localhost.'])(
  'the DNS is not asked about %s',
  async (host) => {
    await sending.send(`http://${host}:${receiver.port}/`)
    expect(sending.dns.asked).toEqual([])
  },
)

test.each([
  ['nothing.example', 'nothing.example has no address.'],
  ['missing.example', 'missing.example has no address.'],
  ['broken.example', 'The DNS gave no answer about broken.example.'],
])('%s: the DNS has no address', async (host, message) => {
  expect((await sending.send(`http://${host}/`)).error).toEqual({ code: 'dns_failed', message })
})

test.each([
  ...['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]', '256.256.256.256', '1.2.3.4.5', '0x100000000', ''],
  ...['[127.0.0.1]', '::1', '127.0.0.1:99999', 'a b', '%00', '127.0.0.1%2f', 'xn--', '<'],
])('no url at all: http://%s/', async (host) => {
  expect((await sending.send(`http://${host}/`)).error).toMatchObject({ code: 'connection_failed' })
})

test.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'ws://127.0.0.1/',
  'data:,x',
  '//127.0.0.1/',
  'javascript:1',
])('another scheme: %s', async (url) => {
  expect((await sending.send(url)).error).toMatchObject({ code: 'connection_failed' })
})

test('nothing has come to this machine', () => {
  expect(receiver.connections).toBe(0)
})

describe('a name that leads to what is allowed', () => {
  const name = 'http://shop.example'
  const [allowedHost, innerHost] = ['127.0.0.2', '127.0.0.1']
  let allowed: Receiver
  let inner: Receiver
  let guarded: Sending
  beforeEach(async () => {
    const port = await heldPort()
    allowed = await startReceiver({ host: allowedHost, port })
    inner = await startReceiver({ host: innerHost, port })
    // Zero seconds: asked at every look-up.
    guarded = await startSending({ allowed: [allowedHost], zone: { 'shop.example': { ttl: 0 } } })
    return async () => {
      await guarded.close()
      await allowed.close()
      await inner.close()
    }
  })
  const answerWith = (...A: string[]) => (guarded.dns.zone['shop.example'] = { A, ttl: 0 })

  test('and to what is not: only the one is tried', async () => {
    for (const A of [
      [innerHost, allowedHost],
      [allowedHost, innerHost],
      ['10.0.0.1', innerHost, allowedHost, '127.0.0.3'],
    ]) {
      answerWith(...A)
      expect(await guarded.send(`${name}:${allowed.port}/`)).toMatchObject({ status: 200, error: null })
      allowed.cut()
      await until(() => guarded.sender.connections() === 0, 'the end of the connection')
    }
    expect(allowed.connections).toBe(3)
    expect(inner.connections).toBe(0)
  })

  test('and then elsewhere: the next connection is refused', async () => {
    answerWith(allowedHost)
    expect(await guarded.send(`${name}:${allowed.port}/`)).toMatchObject({ status: 200 })
    answerWith(innerHost)
    // This one was checked.
    expect(await guarded.send(`${name}:${allowed.port}/`)).toMatchObject({ status: 200 })
    allowed.cut()
    await until(() => guarded.sender.connections() === 0, 'the end of the connection')
    expect((await guarded.send(`${name}:${allowed.port}/`)).error?.code).toBe('address_refused')
    expect(allowed.connections).toBe(1)
    expect(inner.connections).toBe(0)
  })

  test('and elsewhere when the connection is lost in a request', async () => {
    answerWith(allowedHost)
    await guarded.send(`${name}:${allowed.port}/`)
    answerWith(innerHost)
    allowed.answer = 'reset'
    expect((await guarded.send(`${name}:${allowed.port}/`)).error?.code).toBe('address_refused')
    expect(inner.connections).toBe(0)
  })

  test('is asked once for a connection, so that no second answer can be another', async () => {
    answerWith(allowedHost)
    await guarded.send(`${name}:${allowed.port}/`)
    expect(guarded.dns.asked.filter((question) => question.startsWith('A '))).toEqual(['A shop.example'])
  })

  test('literal addresses that are allowed are connected to', async () => {
    expect(await guarded.send(`http://0x7f.0.0.2:${allowed.port}/`)).toMatchObject({ status: 200 })
  })
})

test('localhost is reached where it is allowed', async () => {
  const local = await startSending()
  expect(await local.send(`http://hooks.localhost:${receiver.port}/`)).toMatchObject({ status: 200 })
  await local.close()
})
