import type { StsPolicy } from './policies.js'

/**
 * Whether a policy lists a host (RFC 8461, section 4.1). mailauth's own check lets a wildcard stand for any
 * number of labels; it stands for one.
 */
export function matchesPolicy(host: string, policy: StsPolicy): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const parent = name.slice(name.indexOf('.'))
  return policy.mx.some((pattern) => pattern === name || pattern === `*${parent}`)
}
