import { connect, createServer, type AddressInfo } from 'node:net'

/** A TCP proxy in front of PostgreSQL, which sees what is asked and can hold the replies. */
export interface WatchingProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /**
   * Waits for a connection to ask something.
   *
   * @param text a part of the statement
   * @returns the connection's process in PostgreSQL
   */
  asked(text: string): Promise<number>
  /** Holds what the database says until {@link WatchingProxy.letGo}. */
  hold(): void
  letGo(): void
  close(): void
}

/** Starts a proxy on a free port. */
export async function startWatchingProxy(databaseUrl: string): Promise<WatchingProxy> {
  const to = new URL(databaseUrl)
  const watched = new Map<string, (pid: number) => void>()
  const held: (() => void)[] = []
  const links = new Set<() => void>()
  let holds = false
  const server = createServer((near) => {
    const far = connect({ host: to.hostname, port: Number(to.port) })
    let pid = 0
    const cut = () => {
      near.destroy()
      far.destroy()
      links.delete(cut)
    }
    links.add(cut)
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut)
    near.on('data', (data) => {
      for (const [text, tell] of [...watched]) {
        if (!data.includes(text)) continue
        watched.delete(text)
        tell(pid)
      }
      far.write(data)
    })
    far.on('data', (data) => {
      if (pid === 0) pid = processOf(data)
      if (holds) held.push(() => near.write(data))
      else near.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    asked: (text) => new Promise((resolve) => watched.set(text, resolve)),
    hold: () => {
      holds = true
    },
    letGo: () => {
      holds = false
      for (const write of held.splice(0)) write()
    },
    close: () => {
      server.close()
      for (const cut of links) cut()
    },
  }
}

/** `BackendKeyData` of the protocol: a type, a length of 12, the process and a secret. 0 where it is not in the data. */
function processOf(data: Buffer): number {
  const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  return at < 0 ? 0 : data.readInt32BE(at + 5)
}
