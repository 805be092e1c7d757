/** Types of the part of mx-connect that is used here; the library has none. */
declare module 'mx-connect' {
  import type { Socket } from 'node:net'

  interface Options {
    /** The domain, for the texts of errors. */
    readonly target: string
    readonly port: number
    /** Hosts whose addresses are known, so that the library looks nothing up. */
    readonly mx: readonly {
      readonly exchange: string
      readonly priority: number
      readonly A: readonly string[]
      readonly AAAA: readonly string[]
    }[]
    /** Addresses that are left out. */
    readonly ignoreMXHosts: readonly string[]
    /** This host's address to connect from. */
    readonly localAddress?: string
    /** Time limit for one address, in milliseconds. */
    readonly maxConnectTime: number
    /** Called for each address that could not be connected to. */
    connectError(error: NodeJS.ErrnoException, delivery: unknown, options: { readonly host: string }): void
  }

  interface Connection {
    readonly socket: Socket
    /** The address. */
    readonly host: string
  }

  export default function mxConnect(options: Options): Promise<Connection>
}
