import { isNode, type Node } from '../document.js'
import type { Break } from './rule.js'

/** Components that generators make exported types of, beside schemas: `type Limit = int32` by oapi-codegen (Go). */
const kinds = ['parameters', 'responses', 'headers', 'requestBodies']

/** Components that a contract has no more under their names. Redocly CLI looks at what refers to them alone. */
export function componentBreaks(before: Node, after: Node): Break[] {
  return kinds.flatMap((kind) => {
    const left = new Set(namesOf(after, kind))
    return namesOf(before, kind)
      .filter((name) => !left.has(name))
      .map((name) => ({
        rule: 'component-removed',
        place: `#/components/${kind}/${name}`,
        change: 'removed',
        message: 'Types that were generated from the contract have its name.',
      }))
  })
}

function namesOf({ components }: Node, kind: string): string[] {
  const ofKind = isNode(components) ? components[kind] : undefined
  return isNode(ofKind) ? Object.keys(ofKind) : []
}
