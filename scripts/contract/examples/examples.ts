import { isNode, resolved, walk, type Node } from '../document.js'

/** A value that a contract shows. */
export interface Example {
  readonly place: string
  readonly value: unknown
  /** The schema that the value is an example of. */
  readonly schema: unknown
}

/** Every example of a contract: of bodies, parameters and headers, and of the schemas themselves. */
export function examplesOf(contract: Node): Example[] {
  return [...walk(contract)].flatMap(({ node, place }) => {
    const schema = 'schema' in node ? node['schema'] : node
    const one = 'example' in node ? [{ place: `${place}/example`, value: node['example'], schema }] : []
    return [...one, ...several(contract, node['examples'], `${place}/examples`, schema)]
  })
}

/** A schema has a list of values, everything else names its examples, and each may be a reference. */
function several(contract: Node, examples: unknown, place: string, schema: unknown): Example[] {
  if (Array.isArray(examples)) {
    return examples.map((value: unknown, index) => ({ place: `${place}/${index}`, value, schema }))
  }
  if (!isNode(examples)) return []
  return Object.entries(examples).map(([name, example]) => ({
    place: `${place}/${name}/value`,
    value: resolved(contract, example)['value'],
    schema,
  }))
}

/** Bodies and path parameters that show nothing: readers copy from the first, code samples need the second. */
export function withoutExample(contract: Node): string[] {
  return [...walk(contract)].flatMap(({ node, place }) => {
    if (node['in'] === 'path' && typeof node['name'] === 'string') {
      return 'example' in node || 'example' in resolved(contract, node['schema']) ? [] : [place]
    }
    if (!isNode(node['content'])) return []
    return Object.entries(node['content'])
      .filter(([, media]) => isNode(media) && !('example' in media) && !('examples' in media))
      .map(([type]) => `${place}/content/${type.replaceAll('/', '~1')}`)
  })
}
