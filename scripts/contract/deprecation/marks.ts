import { isNode, partsOf, resolved, walk, type Node, type Placed } from '../document.js'

/** Something of the contract that says anything about its end. */
export interface Mark extends Placed {
  /** As the changelog calls it: `GET /v1/things`, `Thing.colour`, `limit`. */
  readonly name: string
  readonly deprecated: boolean
  readonly since: unknown
  readonly sunset: unknown
}

/** Everything that is deprecated, or has the dates of it. */
export function marksOf(contract: Node): Mark[] {
  return [...walk(contract)]
    .filter(({ node }) => node['deprecated'] === true || 'x-sunset' in node || 'x-deprecated-since' in node)
    .map(({ node, place }) => ({
      node,
      place,
      name: nameOf(node, place),
      deprecated: node['deprecated'] === true,
      since: node['x-deprecated-since'],
      sunset: node['x-sunset'],
    }))
}

/** The successful replies of an operation. */
export function successesOf(contract: Node, operation: Node): (readonly [status: string, reply: Node])[] {
  const replies = isNode(operation['responses']) ? Object.entries(operation['responses']) : []
  return replies
    .filter(([status]) => status.startsWith('2'))
    .map(([status, reply]) => [status, resolved(contract, reply)] as const)
}

/** Returns true if a place is an operation: #/paths/<path>/<method>. */
export function isOperation(place: string): boolean {
  const [section, , method, ...more] = partsOf(place)
  return section === 'paths' && method !== undefined && method !== 'parameters' && more.length === 0
}

/**
 * Returns the name that the changelog has for a place of a contract. A path without its method is called by the path.
 */
export function nameOf(node: Node, place: string): string {
  const parts = partsOf(place)
  if (isOperation(place)) return `${parts[2]?.toUpperCase()} ${parts[1]}`
  if (parts[0] === 'paths' && parts.length === 2) return parts[1] ?? place
  if (typeof node['name'] === 'string' && typeof node['in'] === 'string') return node['name']
  // A property by the names on the way to it, without what joins them: Error.error.code.
  const names = parts.filter((_part, index) =>
    ['schemas', 'properties', 'headers'].includes(parts[index - 1] ?? ''),
  )
  return names.length > 0 ? names.join('.') : place
}
