import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a server, which can drop bytes without closing a connection, like a host that disappears. */
export interface LossyProxy {
  /** The server's URL, through the proxy. */
  readonly url: string
  /** Drops what the present connections send from now on. With `all`, also what later connections send. */
  lose(which: 'present' | 'all'): void
  /** Passes on what later connections send. What was dropped is lost, and connections that lost bytes stay silent. */
  pass(): void
  close(): void
}

/** Starts a proxy on a free port. */
export async function startLossyProxy(serverUrl: string): Promise<LossyProxy> {
  const to = new URL(serverUrl)
  let losing = false
  const links = new Set<{ lost: boolean; readonly sockets: readonly Socket[] }>()
  const server = createServer((near) => {
    const far = connect({ host: to.hostname, port: Number(to.port) })
    const link = { lost: losing, sockets: [near, far] }
    links.add(link)
    const forward = (from: Socket, into: Socket) => {
      from.on('error', () => undefined)
      from.on('close', () => {
        links.delete(link)
        into.destroy()
      })
      from.on('data', (data) => link.lost || into.write(data))
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    lose: (which) => {
      for (const link of links) link.lost = true
      losing = which === 'all'
    },
    pass: () => {
      losing = false
    },
    close: () => {
      server.close()
      for (const { sockets } of links) for (const socket of sockets) socket.destroy()
    },
  }
}
