import { connect, type Socket } from 'node:net'

/** A client that says what it is told to, however wrong. */
export interface Client {
  /** Writes as it stands. */
  readonly write: (text: string) => void
  /** The next reply, whole; undefined where the connection has ended. */
  readonly reply: () => Promise<string | undefined>
  /** Writes a line and waits for its reply. */
  readonly say: (line: string) => Promise<string | undefined>
  /** MAIL, RCPT and DATA. */
  readonly begin: (from: string, to: string) => Promise<string | undefined>
  readonly greeting: string | undefined
  readonly socket: Socket
  readonly end: () => void
}

/** @param from the local address to connect from */
export async function talk(port: number, from = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let received = ''
  let ended = false
  socket.setEncoding('latin1')
  let wake: () => void = () => undefined
  socket.on('data', (text: string) => {
    received += text
    wake()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    ended = true
    wake()
  })
  const next = (): [string | undefined] | undefined => {
    const [whole = ''] = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(received) ?? []
    received = received.slice(whole.length)
    if (whole !== '') return [whole.trimEnd()]
    return ended ? [undefined] : undefined
  }
  const client: Omit<Client, 'greeting'> = {
    socket,
    write: (text) => void socket.write(text, 'latin1'),
    reply: async () => {
      for (;;) {
        const found = next()
        if (found !== undefined) return found[0]
        await new Promise((resolve) => (wake = () => resolve(undefined)))
      }
    },
    say: (line) => {
      client.write(`${line}\r\n`)
      return client.reply()
    },
    begin: async (from, to) => {
      await client.say('EHLO peer.example')
      await client.say(`MAIL FROM:<${from}>`)
      await client.say(`RCPT TO:<${to}>`)
      return client.say('DATA')
    },
    end: () => socket.destroy(),
  }
  return { ...client, greeting: await client.reply() }
}

/** Sends a message on a connection of its own and gives the reply to the end of data, or to what was refused before. */
export function submit(port: number, to: string, raw: string, from = ''): Promise<string | undefined> {
  const stuffed = raw.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')
  return submitBytes(port, to, Buffer.from(stuffed, 'latin1'), from)
}

/**
 * Submits bytes as they are.
 *
 * @param raw without a line that begins with a dot
 */
export async function submitBytes(
  port: number,
  to: string,
  raw: Uint8Array,
  from = '',
): Promise<string | undefined> {
  const client = await talk(port)
  try {
    await client.say('EHLO peer.example')
    await client.say(`MAIL FROM:<${from}>`)
    const recipient = await client.say(`RCPT TO:<${to}>`)
    if (recipient?.startsWith('250') !== true) return recipient
    await client.say('DATA')
    client.socket.write(raw)
    return await client.say('\r\n.')
  } finally {
    client.end()
  }
}
