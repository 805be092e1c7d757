import type { Surroundings } from '../../surroundings.js'

/**
 * What allows this service to send with its return path. A relay sends from addresses that only its operator knows.
 */
export function expectedSpf({ direct, hostname }: Surroundings): string | null {
  return direct ? `v=spf1 a:${hostname} -all` : null
}
