import { connect, createServer, type AddressInfo } from 'node:net'

/**
 * A TCP proxy in front of PostgreSQL, which can cut a connection when a statement has been done and before its reply.
 */
export interface ReplyCuttingProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /**
   * Cuts the connection of the next statement of this name that returns a row. Outside a transaction the statement has
   * an effect, and its client does not learn of it.
   *
   * @returns a promise that resolves when it is done
   */
  cut(statement: string): Promise<void>
  close(): void
}

/** The end of a reply of PostgreSQL: `ReadyForQuery`, followed by a byte for the state of the transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5])

/** Starts a proxy on a free port. */
export async function startReplyCuttingProxy(databaseUrl: string): Promise<ReplyCuttingProxy> {
  const to = new URL(databaseUrl)
  const links = new Set<() => void>()
  /** Functions to call when a reply is cut, by the statement of the reply. */
  const armed = new Map<string, () => void>()
  const server = createServer((near) => {
    const far = connect({ host: to.hostname, port: Number(to.port) })
    const cut = () => {
      near.destroy()
      far.destroy()
      links.delete(cut)
    }
    links.add(cut)
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut)
    /** The reply to a statement that is waited for, from its beginning. */
    let reply: Buffer | undefined
    let asked = ''
    near.on('data', (data) => {
      const found = [...armed.keys()].find((statement) => data.includes(statement))
      if (found !== undefined) {
        asked = found
        reply = Buffer.alloc(0)
      }
      far.write(data)
    })
    far.on('data', (data) => {
      if (reply === undefined) {
        near.write(data)
        return
      }
      reply = Buffer.concat([reply, data])
      if (!reply.subarray(-ready.length - 1, -1).equals(ready)) return
      const whole = reply
      reply = undefined
      const done = armed.get(asked)
      if (done !== undefined && hasRow(whole)) {
        cut()
        armed.delete(asked)
        done()
      } else near.write(whole)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut: (statement) => new Promise<void>((resolve) => armed.set(statement, resolve)),
    close: () => {
      server.close()
      for (const cut of links) cut()
    },
  }
}

/** Returns true if a reply has a `DataRow`. Each of its messages begins with a type and a length. */
function hasRow(reply: Buffer): boolean {
  for (let at = 0; at + 5 <= reply.length; at += 1 + reply.readInt32BE(at + 1))
    if (reply[at] === 0x44) return true
  return false
}
