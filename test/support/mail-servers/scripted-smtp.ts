import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Says nothing and leaves the connection open. */
export const silence = { says: 'nothing' } as const
export const cut = { thenCut: undefined } as const

/** An action of a server at a step. Texts are sent as replies, each followed by CRLF. */
type Act =
  | string
  | Buffer
  | typeof silence
  /** Says that if anything, and cuts the connection. */
  | { readonly thenCut: string | undefined }
  /** Says that a byte at a time. */
  | { readonly slowly: string }

/** By step, what the server does; what is not named goes well. A list goes by how often the step was reached. */
export interface Script {
  readonly greeting?: Act
  readonly ehlo?: Act | readonly Act[]
  readonly helo?: Act
  readonly starttls?: Act
  readonly auth?: Act | readonly Act[]
  readonly mail?: Act | readonly Act[]
  readonly rcpt?: Act | readonly Act[]
  readonly data?: Act | readonly Act[]
  readonly end?: Act | readonly Act[]
  readonly rset?: Act
  /** Cuts the connection when so many bytes of a message have come. */
  readonly cutAfterBytes?: number
  /** The name of the files with its certificate and key. */
  readonly certificate?: 'localhost' | 'other'
  /** Answers the TLS handshake with nonsense. */
  readonly brokenTls?: boolean
}

export interface ScriptedServer {
  readonly port: number
  /** The command lines of each connection. */
  readonly connections: string[][]
  /** The messages, as they were on the wire, without the final dot. */
  readonly messages: Buffer[]
  close(): Promise<void>
}

const usual = {
  greeting: '220 mx.test ESMTP',
  ehlo: '250-mx.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 10000000',
  helo: '250 mx.test',
  starttls: '220 2.0.0 Go ahead',
  auth: '235 2.7.0 Welcome',
  mail: '250 2.1.0 OK',
  rcpt: '250 2.1.5 OK',
  data: '354 Go on',
  end: '250 2.0.0 Taken',
  rset: '250 2.0.0 OK',
}

/** The replies to EHLO of a server with STARTTLS, and without what is written in one go. */
export const offers = (...extensions: string[]) =>
  ['250-mx.test', ...extensions.map((each) => `250-${each}`), '250 HELP'].join('\r\n')

/** A server on a raw socket that does exactly what it is told, in and out of protocol; on a free port unless told. */
export async function startScriptedServer(
  script: Script = {},
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<ScriptedServer> {
  const connections: string[][] = []
  const messages: Buffer[] = []
  const sockets = new Set<Socket>()
  const times = new Map<string, number>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const commands: string[] = []
    connections.push(commands)
    serve(socket, commands)
  })

  function actAt(step: keyof typeof usual): Act {
    const time = times.get(step) ?? 0
    times.set(step, time + 1)
    const acts: readonly Act[] = [script[step] ?? usual[step]].flat()
    return acts[Math.min(time, acts.length - 1)] ?? ''
  }

  function serve(first: Socket, commands: string[]): void {
    let socket = first
    let bytes = Buffer.alloc(0)
    let inData = false

    const act = (act: Act) => {
      if (socket.destroyed) return
      if (typeof act === 'string') return void socket.write(`${act}\r\n`)
      if (Buffer.isBuffer(act)) return void socket.write(act)
      if ('says' in act) return
      if ('thenCut' in act) {
        if (act.thenCut === undefined) socket.destroy()
        else socket.end(`${act.thenCut}\r\n`, () => socket.destroySoon())
        return
      }
      const letters = [...Buffer.from(`${act.slowly}\r\n`)]
      const next = () => {
        const letter = letters.shift()
        if (letter !== undefined) socket.write(Buffer.from([letter]), () => setImmediate(next))
      }
      next()
    }

    const secure = () => {
      if (script.brokenTls) return void socket.write('this is no TLS\r\n')
      const name = `${import.meta.dirname}/../tls/${script.certificate ?? 'localhost'}`
      const options = { isServer: true, cert: readFileSync(`${name}.pem`), key: readFileSync(`${name}.key`) }
      socket.removeAllListeners('data')
      socket = new TLSSocket(socket, options)
      listen()
    }

    const command = (line: string) => {
      commands.push(line)
      const verb = line.split(/[ :]/)[0]?.toLowerCase() ?? ''
      if (verb === 'quit') return void socket.end('221 Bye\r\n')
      // The continued lines of AUTH LOGIN are no verbs.
      const step = verb in usual ? (verb as keyof typeof usual) : 'auth'
      const what = actAt(step)
      const says = Buffer.isBuffer(what) ? what.toString() : what
      if (step === 'data') inData = typeof says === 'string' && says.startsWith('354')
      act(what)
      if (step === 'starttls' && typeof says === 'string' && says.startsWith('220')) secure()
    }

    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (;;) {
        if (inData) {
          if (bytes.length > (script.cutAfterBytes ?? Infinity)) return void socket.destroy()
          const whole = Buffer.concat([Buffer.from('\r\n'), bytes])
          const end = whole.indexOf('\r\n.\r\n')
          if (end === -1) return
          messages.push(bytes.subarray(0, end))
          bytes = bytes.subarray(end + 3)
          inData = false
          act(actAt('end'))
        } else {
          const end = bytes.indexOf('\r\n')
          if (end === -1) return
          const line = bytes.toString('utf8', 0, end)
          bytes = bytes.subarray(end + 2)
          command(line)
        }
      }
    }

    const listen = () => socket.on('data', read).on('error', () => undefined)
    listen()
    act(actAt('greeting'))
  }

  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    messages,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
