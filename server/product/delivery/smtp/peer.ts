import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { components } from '../../../../generated/api-types.js'
import type { Connected, TlsDemand } from './connector.js'

type AttemptServer = NonNullable<components['schemas']['AttemptServer']>
type AttemptTls = NonNullable<components['schemas']['AttemptTls']>

/** The server at the other end of a connection, in the form that the log keeps. */
export interface Peer {
  readonly server: AttemptServer
  /** The connection's encryption; null while it is in clear. */
  readonly tls: AttemptTls | null
}

/** Describes the server of a new connection, which may be encrypted from its first byte. */
export function peerOf({ socket, host }: Pick<Connected, 'socket' | 'host'>): Peer {
  const [, name = host, port = '0'] = /^\[?(.*?)\]?:(\d+)$/.exec(host) ?? []
  // A socket for both families shows an IPv4 address in its IPv6 form (RFC 4291, section 2.5.5.2).
  const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null
  return { server: { name, address, port: Number(port) }, tls: tlsOf(socket) }
}

/**
 * Describes how a connection is encrypted.
 *
 * @param demand demand on the certificate that has been met; without one the description says whether the certificate
 *   would have been accepted
 * @returns null if the connection is not encrypted
 */
export function tlsOf(socket: Socket, demand?: TlsDemand): AttemptTls | null {
  if (!(socket instanceof TLSSocket)) return null
  const proof = demand?.mode === 'required' ? demand.authentication : undefined
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName,
    authentication: proof ?? (socket.authorized ? 'certificate' : 'none'),
  }
}
