import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message that an SMTP server of a test was sent. */
export interface Received {
  readonly from: string
  /** Parameters of the MAIL command. */
  readonly parameters: readonly string[]
  readonly to: readonly string[]
  readonly raw: Buffer
  readonly messageId: string
  /** True if the message came over TLS. */
  readonly secure: boolean
}

/** An action at the end of the data: take it, refuse it (`responseCode`), or end the connection with no reply. */
export type Answer = 'accept' | 'cut' | Error

export interface TestSmtpServer {
  readonly received: Received[]
  close(): Promise<void>
}

/**
 * An SMTP server at a known port, to stand where the sink would be.
 *
 * @param options what it offers, where that is not what the library does by itself
 */
export async function startSmtpServer(
  port: number,
  answer: (mail: Received) => Answer | Promise<Answer> = () => 'accept',
  options: SMTPServerOptions = {},
  host = '127.0.0.1',
): Promise<TestSmtpServer> {
  const received: Received[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const messageId = /^message-id: *(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? ''
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          parameters: mailFrom && mailFrom.args ? Object.keys(mailFrom.args).sort() : [],
          to: rcptTo.map(({ address }) => address),
          raw,
          messageId,
          secure: session.secure,
        }
        received.push(mail)
        void Promise.resolve(answer(mail)).then((answered) => {
          if (answered === 'accept') done()
          else if (answered instanceof Error) done(answered)
          else sockets.get(session.remotePort)?.destroy()
        })
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    if (socket.remotePort !== undefined) sockets.set(socket.remotePort, socket)
  })
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
