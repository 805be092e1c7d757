import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { discarder } from './smtp-discarder.js'

/**
 * A process with an SMTP server that throws everything away, so that what is measured is who sends. It is asked for so
 * many messages and answers when they have come.
 */

export interface Expect {
  readonly messages: number
  /** Counts messages to this domain only. */
  readonly to?: string
}

export interface Came {
  /** Port at which the server listens. */
  readonly port: number
  /** Milliseconds from the first MAIL command to the last end of data. */
  readonly elapsed: number
  /** When the last end of data came, in milliseconds of the epoch. */
  readonly at: number
  /** The most connections that were open at once. */
  readonly connections: number
  /** Number of mails that had a signature on their top. */
  readonly signed: number
}

let expected = 0
let expectedTo: string | undefined
let came = 0
let signed = 0
let begun = 0
let open = 0
let max = 0

const server = createServer({ noDelay: true }, (socket) => {
  open += 1
  max = Math.max(max, open)
  const incoming = discarder({
    began: () => {
      begun ||= performance.now()
    },
    ended: (withSignature, recipient) => {
      if (expectedTo !== undefined && !recipient.endsWith(`@${expectedTo}>`)) return
      came += 1
      if (withSignature) signed += 1
      if (came === expected) answer()
    },
    left: () => socket.end(),
  })
  socket.on('data', (chunk: Buffer) => {
    const reply = incoming.take(chunk)
    if (reply !== '') socket.write(reply)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => (open -= 1))
  socket.write('220 discard.example ESMTP\r\n')
})

function answer(): void {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const now = performance.now()
  const said: Came = {
    port,
    elapsed: now - begun,
    at: performance.timeOrigin + now,
    connections: max,
    signed,
  }
  process.send?.(said)
}

process.on('message', ({ messages, to }: Expect) => {
  expected = messages
  expectedTo = to
  came = signed = begun = 0
  max = open
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', answer)
