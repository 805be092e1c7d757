import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SendResult } from '../../../../server/product/webhooks/send/webhook.js'
import { startReceiver, type Answer, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending } from '../../../support/webhooks/sending.js'
import { until } from '../../../support/time/until.js'

let receiver: Receiver
/** Patient, and one that waits for three tenths of a second. */
let sending: Sending
let hasty: Sending
beforeAll(async () => {
  receiver = await startReceiver()
  sending = await startSending()
  hasty = await startSending({ timeoutSeconds: 0.3, zone: { 'silent.example': { fails: 'silent' } } })
})
afterAll(async () => {
  await Promise.all([sending.close(), hasty.close()])
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.cut()
})

const place = () => `127.0.0.1:${receiver.port}`
const answerTo = (answer: Answer, from = sending) => {
  receiver.answer = answer
  return from.send(receiver.url)
}
/** Bytes, and then the end of the connection. */
const ending = (bytes: string | Uint8Array): Answer => ({ respond: (_, socket) => void socket.end(bytes) })

/** Sends to an address for each answer, all at once. */
async function allOf(answers: Record<string, Answer>): Promise<[name: string, SendResult][]> {
  receiver.answer = ({ path }) => answers[decodeURIComponent(path.slice(1))] ?? 404
  return Promise.all(
    Object.keys(answers).map(async (name): Promise<[string, SendResult]> => {
      return [name, await hasty.send(`http://${place()}/${encodeURIComponent(name)}`)]
    }),
  )
}

/** Writes for as long as somebody reads. */
function endless(head: string, piece: string): Extract<Answer, { respond: unknown }> {
  return {
    respond: (_, socket) => {
      socket.write(head)
      const more = () => {
        while (socket.writable && socket.write(piece));
      }
      socket.on('drain', more)
      more()
    },
  }
}

/** Writes a piece every few milliseconds, for ever. */
function trickling(head: string, piece: string): Answer {
  return {
    respond: (_, socket) => {
      socket.write(head)
      const timer = setInterval(() => socket.write(piece), 20)
      socket.on('close', () => clearInterval(timer))
    },
  }
}

describe('no reply in time', () => {
  test('of whatever else there is', async () => {
    const answers: Record<string, Answer> = {
      silence: 'silence',
      'half a head': { raw: 'HTTP/1.1 200 OK\r\nContent-' },
      'a head that trickles': trickling('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
      '1xx for ever': trickling('', 'HTTP/1.1 102 Processing\r\n\r\n'),
      '100 and then nothing': { raw: 'HTTP/1.1 100 Continue\r\n\r\n' },
      'half of 100': { raw: 'HTTP/1.1 10' },
      'a reason that does not end': endless('HTTP/1.1 200 ', 'OK '.repeat(1000)),
    }
    for (const [name, result] of await allOf(answers))
      expect(result, name).toMatchObject({
        status: null,
        error: { code: 'timed_out', message: `No reply from ${place()} within 0.3 seconds.` },
        responseBody: null,
      })
    // Nothing is left waiting there.
    await until(() => receiver.open === 0 && hasty.sender.connections() === 0, 'the end of the connections')
  })

  test('from the DNS', async () => {
    expect((await hasty.send(`http://silent.example:${receiver.port}/`)).error).toEqual({
      code: 'timed_out',
      message: `No connection with silent.example:${receiver.port} within 0.3 seconds.`,
    })
    await until(() => hasty.sender.connections() === 0, 'the end of the connection')
  })

  test('in the TLS handshake', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    expect((await hasty.send(`https://127.0.0.1:${port}/`)).error).toEqual({
      code: 'timed_out',
      message: `No connection with 127.0.0.1:${port} within 0.3 seconds.`,
    })
    const [socket] = sockets
    if (socket?.closed === false) await once(socket.resume(), 'close')
    silent.close()
  })

  test('the deadline is one for all of it, a second try included', async () => {
    const timers = ['setTimeout', 'clearTimeout', 'performance'] as const
    // The first one is answered, so the second may find its connection closed.
    await answerTo(200)
    let lose = () => {}
    receiver.answer = ({ connection }) =>
      connection === receiver.received[0]?.connection
        ? new Promise<Answer>((resolve) => (lose = () => resolve('reset')))
        : 'silence'
    vi.useFakeTimers({ toFake: [...timers] })
    try {
      const sent = sending.send(receiver.url)
      await arrived(2)
      await vi.advanceTimersByTimeAsync(10_000)
      lose()
      await arrived(3)
      await vi.advanceTimersByTimeAsync(5000)
      expect(await sent).toMatchObject({ error: { code: 'timed_out' }, durationMs: 15_000 })
    } finally {
      vi.useRealTimers()
    }
  })
})

/** Waits for requests without a timer. */
async function arrived(count: number): Promise<void> {
  while (receiver.received.length < count) await new Promise(setImmediate)
}

describe('the connection is lost', () => {
  test.each<[string, Answer]>([
    ['reset', 'reset'],
    ['closed', 'close'],
    ['closed in the head', ending('HTTP/1.1 200 OK\r\nContent-Le')],
    ['closed after 103', ending('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['closed after 100', ending('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_, answer) => {
    expect(await answerTo(answer)).toMatchObject({
      status: null,
      error: { code: 'connection_lost', message: `${place()} closed the connection before it replied.` },
    })
    // It was a new connection, so there is no reason to think that the endpoint has not seen the request.
    expect(receiver.received).toHaveLength(1)
  })

  test('there never was one', async () => {
    const closed = await startReceiver()
    await closed.close()
    expect((await sending.send(closed.url)).error).toEqual({
      code: 'connection_failed',
      message: `Could not connect to 127.0.0.1:${closed.port}: the connection was refused.`,
    })
    await until(() => sending.sender.connections() === 0, 'the end of the connection')
  })
})

describe('what is no reply', () => {
  test.each<[string, Answer]>([
    ['garbage', { raw: Buffer.from([0x16, 0x03, 0x01, 0xff, 0x00, 0x0d, 0x0a]) }],
    ['another protocol', { raw: 'SSH-2.0-OpenSSH_9.6\r\n' }],
    ['mail', { raw: '220 mx.example ESMTP\r\n' }],
    ['HTTP/0.9', ending('<html>hello</html>')],
    ['a version to come', { raw: 'HTTP/7.3 200 OK\r\n\r\n' }],
    ['a request', { raw: 'GET / HTTP/1.1\r\n\r\n' }],
    ['a status that is no number', { raw: 'HTTP/1.1 abc OK\r\n\r\n' }],
    ['100 in another protocol', { raw: 'SSH-2.0 100 Continue\r\n\r\n' }],
    ['garbage behind 100', { raw: 'HTTP/1.1 100 Continue\r\n\r\n220 mx.example ESMTP\r\n' }],
    ['a field with no name', { raw: 'HTTP/1.1 200 OK\r\n: a\r\n\r\n' }],
    ['a field with a NUL', { raw: 'HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n' }],
    ['two lengths', { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab' }],
    [
      'a length and chunks',
      { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n' },
    ],
    [
      'another protocol that nobody asked for',
      { raw: 'HTTP/1.1 101 OK\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n' },
    ],
  ])('%s', async (_, answer) => {
    expect(await answerTo(answer)).toMatchObject({
      status: null,
      error: { code: 'invalid_response', message: `What ${place()} sent is not an HTTP/1.1 reply.` },
    })
    await until(() => receiver.open === 0, 'the end of the connection')
  })

  test.each<[string, Answer]>([
    ['fields without end', endless('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'.repeat(1000))],
    ['a field without end', endless('HTTP/1.1 200 OK\r\nX-A: ', 'b'.repeat(10_000))],
    ['a name without end', endless('HTTP/1.1 200 OK\r\n', 'b'.repeat(10_000))],
    ['20 kB of head', { headers: { 'x-a': 'b'.repeat(20_000) } }],
  ])('%s', async (_, answer) => {
    expect((await answerTo(answer)).error).toEqual({
      code: 'invalid_response',
      message: `The reply header of ${place()} is too long.`,
    })
    await until(() => receiver.open === 0, 'the end of the connection')
  })
})

describe('after the head the status says it all', () => {
  test.each<[string, Answer, string | null]>([
    ['broken off', ending('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ntaken'), 'taken'],
    [
      'broken off in a character',
      ending(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na\xc3', 'latin1')),
      'a',
    ],
    ['broken off in a chunk', ending('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nta'), 'ta'],
    ['a chunk that is none', { raw: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n' }, null],
    ['a length that is short', ending('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\ntaken'), 'ta'],
    [
      'trailers without end',
      endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X-A: b\r\n'.repeat(100)),
      null,
    ],
    [
      'a body without end',
      endless('HTTP/1.1 200 OK\r\n\r\n', 'taken'.repeat(1000)),
      'taken'.repeat(409) + 'tak',
    ],
  ])('%s', async (_, answer, text) => {
    expect(await answerTo(answer)).toMatchObject({ status: 200, error: null, responseBody: text })
    await until(() => receiver.open === 0, 'the end of the connection')
  })

  test('the end of the connection is the end of the waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const result = await answerTo(ending('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ntaken'))
      expect(result).toMatchObject({ status: 200, responseBody: 'taken' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('a reset in the body', async () => {
    const result = await answerTo({
      respond: (response, socket) => {
        response.writeHead(500, { 'Content-Length': 100 }).write('sorry', () => {
          // Once the head has been read: a reset may take what is under way with it.
          setTimeout(() => socket.resetAndDestroy(), 50)
        })
      },
    })
    expect(result).toMatchObject({ status: 500, error: { code: 'refused' } })
  })

  test('a body is not waited for long', async () => {
    const head = 'HTTP/1.1 200 OK\r\n'
    const answers: Record<string, Answer> = {
      'that does not begin': { raw: `${head}Content-Length: 5\r\n\r\n` },
      'that stops': { raw: `${head}Content-Length: 9\r\n\r\ntaken` },
      'that trickles': trickling(`${head}Content-Length: 99999\r\n\r\n`, '.'),
      'of lengths alone': endless(`${head}Transfer-Encoding: chunked\r\n\r\n1;`, 'a=b;'.repeat(1000)),
    }
    const began = performance.now()
    // The deadline of the head does not count any more.
    const results = await allOf(answers)
    const took = performance.now() - began
    for (const [name, result] of results) {
      expect(result, name).toMatchObject({ status: 200, error: null })
      // The time is up to the head; a second of waiting for the body came on top, whatever else the machine did.
      expect(took - result.durationMs, name).toBeGreaterThan(900)
    }
    expect(results.map(([, { responseBody }]) => responseBody?.replace(/\.+/, '...') ?? null)).toEqual([
      null,
      'taken',
      '...',
      null,
    ])
    await until(() => receiver.open === 0, 'the end of the connections')
  })
})

test('of a reply without end little is read', async () => {
  // What the system's buffers on both sides hold at most is below that.
  const max = 16 * 1024 * 1024
  for (const head of ['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\n\r\n']) {
    let written: number | undefined
    const { respond } = endless(head, 'X-A: b\r\n'.repeat(1000))
    await answerTo({
      respond: (response, socket) => {
        socket.on('close', () => (written = socket.bytesWritten))
        respond(response, socket)
      },
    })
    expect(await until(() => written, 'the end of the connection')).toBeLessThan(max)
  }
})
