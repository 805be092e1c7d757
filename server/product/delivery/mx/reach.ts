import { isIPv4 } from 'node:net'
import mxConnect from 'mx-connect'
import { ConnectionFailed } from '../smtp/connector.js'
import { shuffled } from './shuffle.js'

/**
 * Most addresses of each family that are tried: the second is a second chance. RFC 5321 (section 5.1) asks for two
 * addresses at least.
 */
const maxAddresses = 2

export interface Target {
  readonly domain: string
  readonly host: string
  readonly port: number
  /** The host's addresses, all of which may be connected to. */
  readonly addresses: readonly string[]
  readonly avoid: ReadonlySet<string>
  /** This host's address to connect from; undefined leaves the choice to the system. */
  readonly from: string | undefined
  /** Longest time that an address may take to answer, in milliseconds. */
  readonly connectMs: number
}

/**
 * Connects to the first of a host's addresses that answers. IPv4 goes first: large receivers refuse mail over IPv6
 * from hosts whose reverse name is missing there, which is easily forgotten. An address of a family that this machine
 * has no route for fails at once.
 *
 * @throws ConnectionFailed about the last address, without its `address`: a caller that avoided that address and
 *   asked again would have all the others tried a second time
 */
export async function reachExchange(target: Target): Promise<Awaited<ReturnType<typeof mxConnect>>> {
  const { domain, host, port } = target
  const addresses = shuffled(target.addresses)
  let last: ConnectionFailed | undefined
  try {
    return await mxConnect({
      target: domain,
      port,
      mx: [
        {
          exchange: host,
          priority: 0,
          A: addresses.filter((address) => isIPv4(address)).slice(0, maxAddresses),
          AAAA: addresses.filter((address) => !isIPv4(address)).slice(0, maxAddresses),
        },
      ],
      ignoreMXHosts: [...target.avoid],
      ...(target.from !== undefined && { localAddress: target.from }),
      maxConnectTime: target.connectMs,
      // The library finally throws the first failure, without the address; this callback keeps the last with it.
      connectError: (error, _, { host: address }) => {
        last = failure(error, `${host} [${address}]:${port}`)
      },
    })
  } catch (error) {
    throw last ?? new ConnectionFailed('connect', 'connect', `${host}: ${(error as Error).message}`)
  }
}

function failure(error: NodeJS.ErrnoException, where: string): ConnectionFailed {
  // The library's own time-out has no code; the system's can be shorter.
  if (error.code === undefined || error.code === 'ETIMEDOUT')
    return new ConnectionFailed('connect', 'timeout', `${where} did not answer.`)
  return new ConnectionFailed('connect', 'connect', `${where} cannot be connected to (${error.code}).`)
}
