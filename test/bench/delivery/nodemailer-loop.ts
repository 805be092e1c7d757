import { generateKeyPairSync } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import nodemailer from 'nodemailer'
import { receipt, senderDomain } from './receipt.js'

/**
 * A process that sends the same mail with nodemailer alone: its pool, its signatures, no queue and no database. This is
 * the loop that people write.
 */

export interface Send {
  readonly port: number
  readonly messages: number
  readonly connections: number
}

export interface Sent {
  /** When each send began, in milliseconds of the epoch. */
  readonly begunAt: readonly number[]
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let order = 0
let pool: ReturnType<typeof poolTo> | undefined

function poolTo({ port, connections }: Send) {
  return nodemailer.createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Infinity,
    dkim: {
      domainName: senderDomain,
      keySelector: 'ps1-12345678',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
  })
}

async function sendAll(work: Send): Promise<Sent> {
  pool ??= poolTo(work)
  const transport = pool
  const begunAt: number[] = []
  let left = work.messages
  // A message is made while each connection has one under way.
  const senders = Array.from({ length: work.connections * 2 }, async () => {
    while (left > 0) {
      left -= 1
      order += 1
      begunAt.push(performance.timeOrigin + performance.now())
      await transport.sendMail(receipt(order))
    }
  })
  await Promise.all(senders)
  return { begunAt }
}

process.on('message', (work: Send) => void sendAll(work).then((sent) => process.send?.(sent)))
process.once('disconnect', () => process.exit(0))
process.send?.({ begunAt: [] } satisfies Sent)
