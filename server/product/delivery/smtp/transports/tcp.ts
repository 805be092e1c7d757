import { connect, isIP, type Socket } from 'node:net'
import { ConnectionFailed } from '../connector.js'

/**
 * @param ms to wait for the connection
 * @throws ConnectionFailed
 */
export function connectTcp(host: string, port: number, ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (error: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new ConnectionFailed('connect', 'connect', error, hostAndPort(host, port)))
    }
    const timer = setTimeout(() => fail('The connection to the server timed out.'), ms)
    // This listener stays, so that an error before the session has begun is not uncaught.
    socket.on('error', (error) => fail(`The server could not be reached: ${reasonOf(error)}`))
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** Where a name has many addresses, that of one is enough (`AggregateError` has no message of its own). */
function reasonOf(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message
  const [first] = error.errors as unknown[]
  return first instanceof Error ? first.message : error.name
}

/** As replies name a server. */
export function hostAndPort(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
