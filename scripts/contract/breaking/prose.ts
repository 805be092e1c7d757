import { isNode, type Node } from '../document.js'
import type { Break } from './rule.js'

/** A number and what it counts: `10 MB`, `5 minutes`, `0.3 %`. */
const measure =
  /(?<![\w.,-])\d[\d,]*(?:\.\d+)? ?(?:%|per cent|[kMG]B|bytes?|characters?|letters?|seconds?|minutes?|hours?|days?|months?|years?|times?|levels?|items?|messages?|mails?|recipients?|addresses|contacts?|requests?|attempts?|keys?|steps?|conditions?|events?|rows?|lines?|subscriptions?|deliveries|domains?|users?|projects?)(?!\w)/g

/** A row of a table with two columns. */
const row = /^\| *([^|]+?) *\| *([^|]+?) *\|$/gm

/**
 * Numbers that the descriptions of a contract, its tags and its operations gave and give no more. Limits that no schema has
 * are told there alone, so clients are built by them. A reader decides whether what is said now is narrower.
 */
export function proseBreaks(before: Node, after: Node): Break[] {
  const present = descriptionsOf(after)
  return [...descriptionsOf(before)].flatMap(([place, text]) => {
    const now = present.get(place)
    // Other rules report an operation that is gone.
    if (now === undefined) return []
    return missingOf(saidIn(text), saidIn(now)).map((said) => ({
      rule: 'number-in-text',
      place,
      change: `-${JSON.stringify(said)}`,
      message: 'Clients may be built by this number, and it is not said any more.',
    }))
  })
}

/** Descriptions with their places. */
function descriptionsOf(contract: Node): Map<string, string> {
  const found = new Map<string, string>()
  const add = (place: string, node: unknown) => {
    const text = isNode(node) ? node['description'] : undefined
    if (typeof text === 'string') found.set(`${place}/description`, text)
  }
  add('#/info', contract['info'])
  for (const tag of (contract['tags'] ?? []) as Node[]) add(`#/tags/${String(tag['name'])}`, tag)
  for (const part of ['paths', 'webhooks']) {
    for (const [path, item] of Object.entries((contract[part] ?? {}) as Node)) {
      const name = path.replaceAll('~', '~0').replaceAll('/', '~1')
      for (const [method, operation] of Object.entries(item as Node))
        add(`#/${part}/${name}/${method}`, operation)
    }
  }
  return found
}

/** Finds the numbers of a text: rows of its tables that have one, and measures elsewhere. */
function saidIn(text: string): string[] {
  const rows = [...text.matchAll(row)]
    .filter(([, , value = '']) => /\d/.test(value))
    .map(([, name = '', value = '']) => `${name}: ${value}`)
  const prose = text.replace(row, '').replaceAll(/\s+/g, ' ')
  return [...rows, ...(prose.match(measure) ?? [])]
}

/** Returns the items that the first list has more often than the second. */
function missingOf(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return list.filter((one) => {
    const index = left.indexOf(one)
    if (index === -1) return true
    left.splice(index, 1)
    return false
  })
}
