import { isIP } from 'node:net'

/**
 * Returns the address at which a process on this machine reaches the receiver: the one that it listens on, or the
 * loopback address if it listens on all.
 */
export function inboundTarget(host: string, port: number): { readonly host: string; readonly port: number } {
  const everywhere = isIP(host) !== 0 && /^[0:.]+$/.test(host)
  return { host: everywhere ? '127.0.0.1' : host, port }
}
