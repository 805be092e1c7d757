import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { heldPort } from './ports.js'

/**
 * The SHA-1 of the limiter's script as it was tried on a Redis. This server does by hand what it says and takes no
 * other: who changes the script tries it on a Redis, then changes the work below and this.
 */
const knownScript = 'c8c62747a241cb9741a783c8ea73481de33307ea'

/**
 * Stands in for a Redis as far as the rate limits use one, over TCP: RESP2, and the one script, whose work is done
 * here by hand. It can hang and it can go away, which a real one does not do when asked.
 */
export interface TestRedis {
  readonly url: string
  readonly port: number
  /** The keys it holds with what they count. */
  readonly keys: ReadonlyMap<string, { used: number; endsAt: number }>
  /** Sets what a key counts, in its window. */
  count(key: string, used: number): void
  /** Returns how often the script was asked to count. */
  asked(): number
  /** Takes requests and answers none any more. */
  hang(): void
  close(): Promise<void>
}

/** @param wanted the port; one of its own where it is left out */
export async function startRedis(wanted?: number): Promise<TestRedis> {
  const port = wanted ?? (await heldPort())
  const keys = new Map<string, { used: number; endsAt: number }>()
  const scripts = new Set<string>()
  const sockets = new Set<Socket>()
  let hanging = false
  let asked = 0

  function takeAllOrNone(key: string, units: number, seconds: number, max: number): string {
    const now = Date.now()
    const found = keys.get(key)
    const window =
      found !== undefined && found.endsAt > now ? found : { used: 0, endsAt: now + 1000 * seconds }
    const used = window.used + units
    if (used >= 0 && used <= max) keys.set(key, { ...window, used })
    return `*2\r\n:${Math.max(0, used)}\r\n:${window.endsAt - now}\r\n`
  }

  function answer([name = '', ...args]: string[]): string {
    switch (name.toLowerCase()) {
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n')
      case 'client':
        return '+OK\r\n'
      case 'eval':
      case 'evalsha': {
        const [script = '', , key = '', units, seconds, max] = args
        if (name.toLowerCase() === 'eval') {
          const hash = createHash('sha1').update(script).digest('hex')
          if (hash !== knownScript) return '-ERR This is another script.\r\n'
          scripts.add(hash)
        } else if (!scripts.has(script)) {
          return '-NOSCRIPT No matching script.\r\n'
        }
        return takeAllOrNone(key, Number(units), Number(seconds), Number(max))
      }
      default:
        return `-ERR unknown command '${name}'\r\n`
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      for (let next = command(received); next !== undefined; next = command(received)) {
        received = received.slice(next.length)
        if (/^eval/i.test(next.words[0] ?? '')) asked += 1
        if (!hanging) socket.write(answer(next.words))
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    keys,
    count: (key, used) => void keys.set(key, { endsAt: Date.now() + 60_000, ...keys.get(key), used }),
    asked: () => asked,
    hang: () => (hanging = true),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The first whole command of what has been received: an array of bulk strings. */
function command(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return undefined
  let at = head[0].length
  const words: string[] = []
  for (let i = 0; i < Number(head[1]); i += 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (size === null) return undefined
    const begin = at + size[0].length
    at = begin + Number(size[1]) + 2
    if (text.length < at) return undefined
    words.push(text.slice(begin, at - 2))
  }
  return { words, length: at }
}

function bulk(text: string): string {
  return `$${text.length}\r\n${text}\r\n`
}
