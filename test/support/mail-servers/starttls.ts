import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { identity, rootCertificate } from './certificates.js'

/**
 * Shakes hands with a server that shows a certificate of test/support/tls, and looks at the connection as a TlsDemand
 * does: whoever's certificate it is.
 *
 * @param shown the server's certificate and those above it that it sends
 */
export async function afterHandshake<T>(
  shown: readonly [string, ...string[]],
  servername: string,
  look: (socket: TLSSocket) => T,
): Promise<T> {
  const [name, ...above] = shown
  const server = createServer(identity(name, ...above), (socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername,
    ca: rootCertificate,
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect')
    return look(socket)
  } finally {
    socket.destroy()
    server.close()
  }
}
