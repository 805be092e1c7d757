import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import express from 'express'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach } from 'vitest'
import type { MessageView } from '../../../server/operate/sink/kept/view-cache.js'
import { startSink } from '../../../server/operate/sink/sink.js'
import type { Sink, SinkOptions } from '../../../server/operate/sink/sink.js'
import { patientClient } from '../../support/time/patiently.js'
import { until as untilSo } from '../../support/time/until.js'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly msg: string
}

/** A sink for each test in a folder of its own, with everything closed and deleted afterwards. */
export function useSink() {
  const cleanups: (() => Promise<unknown>)[] = []
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postseal-sink-'))
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    await rm(folder, { recursive: true, force: true })
  })
  const logged: LogLine[] = []
  const to = (level: LogLine['level']) => (_: object, msg: string) => void logged.push({ level, msg })

  return {
    logged,
    folder: () => folder,
    onEnd: (cleanup: () => Promise<unknown>) => void cleanups.push(cleanup),
    async start(options: Partial<SinkOptions> = {}): Promise<Sink> {
      logged.length = 0
      const sink = await startSink({
        folder,
        host: '127.0.0.1',
        port: 0,
        // Port 1 is never bound on a machine that runs tests.
        inbound: { host: '127.0.0.1', port: 1, pauses: [1, 1] },
        allow: ['127.0.0.0/8', '::1/128'],
        publicUrl: 'http://mail.shop.example:4000',
        logs: { isOwn: () => false, of: () => Promise.resolve([]) },
        log: { info: to('info'), warn: to('warn'), error: to('error') },
        ...options,
      })
      cleanups.push(() => sink.close())
      return sink
    },
  }
}

/** The sink's router mounted the way the service does it. */
export function mounted(sink: Sink, path = '/sink'): express.Express {
  const app = express()
  app.use((_req, res, next) => {
    res.locals.requestId = 'req_test'
    next()
  })
  app.use(path, sink.router)
  return app
}

export interface ListBody {
  data: MessageView[]
  has_more: boolean
  next_cursor: string | null
}

export interface ErrorBody {
  error: { code: string; message: string; request_id?: string; details?: { path: string }[] }
}

/** The reply that an SMTP client got, or the end of the connection without one. */
export interface SendResult {
  readonly accepted: boolean
  readonly code: number | undefined
  readonly response: string
}

/** Sends raw bytes by SMTP and reports the reply, refusals included. */
export async function send(
  port: number,
  to: string | string[],
  raw: string | Buffer = 'From: a@shop.example\r\nSubject: Hello\r\n\r\nHi\r\n',
  from = 'a@shop.example',
): Promise<SendResult> {
  const transport = createTransport({ ...patientClient, host: '127.0.0.1', port, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw })
    return { accepted: true, code: Number(response.slice(0, 3)), response }
  } catch (error) {
    const failed = error as Error & { responseCode?: number; response?: string }
    return { accepted: false, code: failed.responseCode, response: failed.response ?? failed.message }
  }
}

/** The id in an accepting reply. */
export function idOf({ response }: SendResult): string {
  const id = /^250 2\.0\.0 OK (snk_[0-9a-z]{26})$/.exec(response)?.[1]
  if (id === undefined) throw new Error(`Not accepted: ${response}`)
  return id
}

/** Waits until something is so. */
export function until<T>(what: string, probe: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return untilSo(async () => {
    const found = await probe()
    return found !== undefined && found !== false && { found }
  }, what).then(({ found }) => found)
}

export interface Arrived {
  readonly from: string
  readonly to: string[]
  readonly raw: Buffer
}

/** An SMTP server that keeps what it gets, to stand where the service's inbound receiver is. */
export async function startReceiver(refuseWith?: number): Promise<{
  port: number
  arrived: Arrived[]
  asked: () => number
  close: () => Promise<void>
}> {
  const arrived: Arrived[] = []
  let asked = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo(_address, _session, done) {
      asked += 1
      done(refuseWith === undefined ? null : Object.assign(new Error('No'), { responseCode: refuseWith }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        arrived.push({ from: mailFrom ? mailFrom.address : '', to, raw: Buffer.concat(chunks) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A bare SMTP client for what a well-behaved one never does. */
export class Dialogue {
  readonly socket: Socket
  readonly #lines: AsyncIterator<string>

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('error', () => undefined)
    this.#lines = createInterface({ input: this.socket })[Symbol.asyncIterator]()
  }

  /** The last line of the next reply; undefined when the connection ended. */
  async reply(): Promise<string | undefined> {
    for (;;) {
      const { value, done } = (await this.#lines.next()) as { value: string; done?: boolean }
      if (done) return undefined
      if (/^\d{3}(?!-)/.test(value)) return value
    }
  }

  async say(line: string): Promise<string | undefined> {
    this.socket.write(`${line}\r\n`)
    return this.reply()
  }
}
