import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, type Answer, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending } from '../../../support/webhooks/sending.js'
import { until } from '../../../support/time/until.js'

/** Replies ahead of the reply (RFC 9110, section 15.2), as a server sends them without being asked. */

let receiver: Receiver
let sending: Sending
beforeAll(async () => {
  receiver = await startReceiver()
  sending = await startSending()
})
afterAll(async () => {
  await sending.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.cut()
})

const answerTo = (answer: Answer) => {
  receiver.answer = answer
  return sending.send(receiver.url)
}

/** Writes for as long as somebody reads. */
function endless(piece: string): Answer {
  return {
    respond: (_, socket) => {
      const more = () => {
        while (socket.writable && socket.write(piece));
      }
      socket.on('drain', more)
      more()
    },
  }
}

test.each<[string, Answer, string]>([
  [
    '1xx without end',
    endless('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
    'The endpoint sent more than 100 replies of 1xx.',
  ],
  [
    '100 without end',
    endless('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
    'The endpoint sent more than 100 replies of 1xx.',
  ],
  ['101 without a word', { raw: 'HTTP/1.1 101 OK\r\n\r\n' }, 'The endpoint answered 101: another protocol.'],
])('%s is refused', async (_, answer, message) => {
  expect(await answerTo(answer)).toMatchObject({ status: null, error: { code: 'invalid_response', message } })
  await until(() => receiver.open === 0, 'the end of the connection')
})

describe('replies ahead of the reply', () => {
  const taken = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ntaken'
  const heads = {
    continue: 'HTTP/1.1 100 Continue\r\n\r\n',
    'continue without a reason': 'HTTP/1.1 100\r\n\r\n',
    'continue with fields':
      'HTTP/1.1 100 Continue\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nX-A: 100\r\n\r\n',
    processing: 'HTTP/1.1 102 Processing\r\n\r\n',
    hints: 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n',
  }

  test.each(Object.entries(heads))('%s', async (_, head) => {
    expect(await answerTo({ raw: head + taken })).toMatchObject({
      status: 200,
      error: null,
      responseBody: 'taken',
    })
  })

  test('all of them, several times, on a connection that is kept', async () => {
    const all = Object.values(heads).join('')
    for (const status of [200, 200, 503])
      expect(await answerTo({ raw: all.repeat(5) + taken.replace('200', String(status)) })).toMatchObject({
        status,
        responseBody: 'taken',
      })
    expect(new Set(receiver.received.map(({ connection }) => connection)).size).toBe(1)
  })

  test('in pieces of a byte', async () => {
    const bytes = Buffer.from(heads.hints + heads.continue + heads['continue with fields'] + taken)
    const answer: Answer = {
      respond: (_, socket) => {
        const [...rest] = bytes
        const next = () => {
          const byte = rest.shift()
          if (byte === undefined) return
          socket.write(Buffer.from([byte]))
          setImmediate(next)
        }
        next()
      },
    }
    expect(await answerTo(answer)).toMatchObject({ status: 200, error: null, responseBody: 'taken' })
  })

  test('and nothing is changed in the reply itself', async () => {
    const body = 'HTTP/1.1 100 Continue\n\nHTTP/1.1 100 Continue\n\n'
    const reply = `HTTP/1.1 200 OK\r\nX-A: HTTP/1.1 100\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    expect(await answerTo({ raw: heads.continue + reply })).toMatchObject({ status: 200, responseBody: body })
    expect(await answerTo({ raw: reply })).toMatchObject({ status: 200, responseBody: body })
  })
})
