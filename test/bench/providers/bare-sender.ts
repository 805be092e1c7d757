import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as encrypt } from 'node:tls'
import { compose } from '../../../server/mail/compose/compose.js'
import { signMessage } from '../../../server/mail/dkim/sign.js'
import { bodyMaker } from './body.js'
import { exchangeOf, exchanges, recipientOf, type Exchange } from './exchanges.js'

/**
 * The floor: a process that does nothing but hand mails over that were composed and signed before, over connections
 * that stay open. It has no queue, no database and no limits.
 */

export interface Send {
  readonly mails: number
  readonly port: number
  /** To each provider. */
  readonly connections: number
  readonly starttls: boolean
  /** Size of a body, in bytes. */
  readonly size: number
}

export interface Sent {
  /** From the first mail to the last reply, once all connections are open. */
  readonly ms: number
  /** Processor time of this process meanwhile. */
  readonly cpuMs: number
}

/** Number of different mails that are sent in turns, if bodies differ. */
const composed = 32
const endOfData = '\r\n.\r\n'

async function composeAll(size: number): Promise<Buffer[]> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { algorithm: 'rsa', domain: 'shop.example', selector: 'bench', privateKey } as const
  const bodyOf = bodyMaker(size, true)
  return Promise.all(
    Array.from({ length: composed }, (_, order) =>
      signMessage(
        compose({
          id: `msg_bench${order}`,
          date: new Date(),
          from: { name: null, email: 'news@shop.example' },
          to: [{ name: null, email: 'reader@gmail.example' }],
          cc: [],
          replyTo: [],
          subject: `News ${order}`,
          text: bodyOf(order),
          html: null,
          entity: null,
          headers: {},
          listUnsubscribe: null,
          listId: null,
          feedbackId: null,
          attachments: [],
        }),
        [key],
        new Date(),
      ),
    ),
  )
}

/** Reads replies: each ends with a line whose code has a blank behind it. */
function replies(socket: Socket): () => Promise<string> {
  let came = ''
  let wake: (() => void) | undefined
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    came += String(text)
    wake?.()
  })
  return async () => {
    for (;;) {
      const end = /^\d{3} .*\r\n/m.exec(came)
      if (end !== null) {
        const reply = came.slice(0, end.index + end[0].length)
        came = came.slice(reply.length)
        if (Number(reply.slice(0, 3)) >= 400) throw new Error(`a receiver said ${reply}`)
        return reply
      }
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

interface Line {
  readonly socket: Socket
  readonly reply: () => Promise<string>
}

async function openTo({ address, host }: Exchange, { port, starttls }: Send): Promise<Line> {
  const plain = connect({ port, host: address, noDelay: true })
  let reply = replies(plain)
  await reply()
  plain.write('EHLO bare.example\r\n')
  await reply()
  if (!starttls) return { socket: plain, reply }
  plain.write('STARTTLS\r\n')
  await reply()
  plain.removeAllListeners('data')
  const socket = encrypt({ socket: plain, servername: host, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  reply = replies(socket)
  socket.write('EHLO bare.example\r\n')
  await reply()
  return { socket, reply }
}

async function sendAll(work: Send): Promise<Sent> {
  const messages = await composeAll(work.size)
  const left = new Map(exchanges.map((exchange) => [exchange, [] as number[]]))
  for (let order = 0; order < work.mails; order += 1) left.get(exchangeOf(order))?.push(order)
  const lines = await Promise.all(
    exchanges.flatMap((exchange) =>
      Array.from({ length: work.connections }, async () => ({ exchange, ...(await openTo(exchange, work)) })),
    ),
  )
  const [begun, cpu] = [performance.now(), process.cpuUsage()]
  await Promise.all(
    lines.map(async ({ exchange, socket, reply }) => {
      const own = left.get(exchange) ?? []
      for (let order = own.pop(); order !== undefined; order = own.pop()) {
        socket.write(`MAIL FROM:<b@shop.example>\r\nRCPT TO:<${recipientOf(order)}>\r\nDATA\r\n`)
        for (let each = 0; each < 3; each += 1) await reply()
        socket.cork()
        socket.write(messages[order % composed] as Buffer)
        socket.write(endOfData)
        socket.uncork()
        await reply()
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const ms = performance.now() - begun
  for (const { socket } of lines) socket.destroy()
  return { ms, cpuMs: (user + system) / 1000 }
}

process.on('message', (work: Send) => void sendAll(work).then((sent) => process.send?.(sent)))
process.once('disconnect', () => process.exit(0))
process.send?.({ ms: 0, cpuMs: 0 } satisfies Sent)
