import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'

/**
 * A process with an HTTP server that reads every POST whole and answers 200, so that what is measured is who sends. It
 * is asked for so many requests and answers when they have come.
 */

export interface Expect {
  readonly requests: number
}

export interface Came {
  /** Port at which the receiver listens. */
  readonly port: number
  /** Milliseconds from the first request to the end of the last one. */
  readonly elapsed: number
  /** When the last one ended, in milliseconds of the epoch. */
  readonly at: number
  /** The most connections that were open at once. */
  readonly connections: number
  /** Number of requests that bore both signatures. */
  readonly signed: number
  /** Bytes of the last body. */
  readonly bodyBytes: number
}

const signatures = ['service-signature', 'webhook-signature']

let expected = 0
let came = 0
let signed = 0
let begun = 0
let bodyBytes = 0
let open = 0
let max = 0

const server = createServer((request, response) => {
  begun ||= performance.now()
  let bytes = 0
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => {
    response.writeHead(200, { 'content-length': '0' }).end()
    came += 1
    bodyBytes = bytes
    if (signatures.every((name) => request.headers[name] !== undefined)) signed += 1
    if (came === expected) answer()
  })
})
server.keepAliveTimeout = 60_000
server.on('connection', (socket) => {
  open += 1
  max = Math.max(max, open)
  socket.on('close', () => (open -= 1))
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
    bodyBytes,
  }
  process.send?.(said)
}

process.on('message', ({ requests }: Expect) => {
  expected = requests
  came = signed = begun = 0
  max = open
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', answer)
