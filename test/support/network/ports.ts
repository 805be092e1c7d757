import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to servers that listen on 0, of which the tests make
 * many at any time.
 */
const [firstPort, lastPort] = [10_000, 32_000]

/** The sockets that hold ports, until the process ends. */
const holders = new Set<UdpSocket>()

/**
 * Holds a TCP port of 127.0.0.1 for a server that starts later, or stops and starts again, or never starts: until this
 * process ends no other test of this machine gets the port. The process holds the UDP port of the same number, which
 * one socket can have at a time, while the TCP port stays free for the server.
 */
export async function heldPort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    const holder = await boundUdp(port)
    if (holder === undefined) continue
    if (await isFree(port)) {
      holders.add(holder.unref())
      return port
    }
    holder.close()
  }
}

async function boundUdp(port: number): Promise<UdpSocket | undefined> {
  const socket = createSocket('udp4')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  return once(socket, 'listening').then(
    () => socket,
    () => {
      socket.close()
      return undefined
    },
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Has a TCP server and a UDP socket listen on one port of 127.0.0.1. The system gives the UDP port; where some
 * connection has the TCP port of that number, the next pair is tried.
 *
 * @returns the port
 * @throws Error where none of a hundred pairs was free
 */
export async function listenOnBoth(
  tcp: Server,
  udp: () => UdpSocket,
): Promise<{ port: number; udp: UdpSocket }> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = udp()
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    tcp.listen(port, '127.0.0.1')
    const isListening = await once(tcp, 'listening').then(
      () => true,
      () => false,
    )
    if (isListening) return { port, udp: socket }
    socket.close()
  }
  throw new Error('no port was free for both TCP and UDP')
}
