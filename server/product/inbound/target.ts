import { isIP } from 'node:net'

/**
 * Where a process on this machine reaches the receiver: on the address it listens on, or any where it listens
 * on all.
 */
export function inboundTarget(host: string, port: number): { readonly host: string; readonly port: number } {
  const everywhere = isIP(host) !== 0 && /^[0:.]+$/.test(host)
  return { host: everywhere ? '127.0.0.1' : host, port }
}
