/** Anything in a contract that has members. */
export type Node = Readonly<Record<string, unknown>>

/** A value with the way to it. */
export interface Placed {
  readonly node: Node
  /** A JSON pointer (RFC 6901) that begins with #. */
  readonly place: string
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members that hold values of the API, not parts of its description. */
const values = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Members whose own members are named by the API: there `example` is somebody's field. */
const namedByTheApi = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'headers'])

/** Every object of a contract that describes something, outermost first. References are not followed. */
export function* walk(value: unknown, place = '#', names = false): Generator<Placed> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, `${place}/${index}`)
  } else if (isNode(value)) {
    if (!names) yield { node: value, place }
    for (const [key, item] of Object.entries(value)) {
      if (names || !values.has(key))
        yield* walk(item, `${place}/${escaped(key)}`, !names && namedByTheApi.has(key))
    }
  }
}

/** Returns the node that a reference stands for; any other node is returned as it is. */
export function resolved(contract: Node, value: unknown): Node {
  if (!isNode(value)) return {}
  const reference = value['$ref']
  if (typeof reference !== 'string') return value
  const target = partsOf(reference).reduce<unknown>(
    (node, key) => (isNode(node) ? node[key] : undefined),
    contract,
  )
  return resolved(contract, target)
}

/** `#/paths/~1v1~1messages/post` -> `['paths', '/v1/messages', 'post']` */
export function partsOf(place: string): string[] {
  return place
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
