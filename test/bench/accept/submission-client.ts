import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** A process that submits one message over and over on some connections, each when the one before was answered. */

export interface Submit {
  readonly port: number
  readonly key: string
  readonly connections: number
  readonly seconds: number
  /** True if each message has a Message-ID of its own. */
  readonly keyed: boolean
}

export interface SubmittedCount {
  readonly accepted: number
}

/** Resolves with the next replies, so many, and throws where one is not as expected. */
function repliesOf(socket: Socket): (codes: readonly number[]) => Promise<void> {
  let text = ''
  let wake: () => void = () => undefined
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    wake()
  })
  return async (codes) => {
    for (const code of codes) {
      for (;;) {
        const [whole = '', last = ''] = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(text) ?? []
        if (whole !== '') {
          text = text.slice(whole.length)
          if (Number(last) !== code) throw new Error(`expected ${code}: ${whole}`)
          break
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
  }
}

let count = 0

async function session({ port, key, seconds, keyed }: Submit): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const replies = repliesOf(socket)
  await replies([220])
  socket.write(`EHLO bench.example\r\nAUTH PLAIN ${Buffer.from(`\0postseal\0${key}`).toString('base64')}\r\n`)
  await replies([250, 235])
  const until = performance.now() + seconds * 1000
  let accepted = 0
  while (performance.now() < until) {
    count += 1
    const id = keyed ? `Message-ID: <${process.pid}.${count}.${Date.now()}@shop.example>\r\n` : ''
    // As clients do that know PIPELINING (RFC 2920).
    socket.write('MAIL FROM:<no-reply@shop.example>\r\nRCPT TO:<ada@example.com>\r\nDATA\r\n')
    await replies([250, 250, 354])
    socket.write(
      `From: no-reply@shop.example\r\nTo: ada@example.com\r\nSubject: Reset your password\r\n${id}` +
        'X-Postseal-Category: password_reset\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n' +
        'Follow this link to choose a new password: https://shop.example/reset/9f2c\r\n.\r\n',
    )
    await replies([250])
    accepted += 1
  }
  socket.destroy()
  return accepted
}

process.on('message', (work: Submit) => {
  void Promise.all(Array.from({ length: work.connections }, () => session(work))).then((accepted) =>
    process.send?.({ accepted: accepted.reduce((sum, each) => sum + each, 0) }),
  )
})
process.once('disconnect', () => process.exit(0))
process.send?.({ accepted: 0 })
