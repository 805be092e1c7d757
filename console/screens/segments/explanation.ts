import type { SegmentExplanation, SegmentRule } from 'postseal'
import { conditionWords, type Names } from './words.js'

type Result = SegmentExplanation['nodes'][number]

/** A node of a rule with its result for a contact, and the nodes below it. */
export interface Explained {
  readonly result: Result
  readonly words: string
  readonly children: readonly Explained[]
}

const nodeWords: Readonly<Record<string, string>> = {
  all: 'All of these',
  any: 'Any of these',
  not: 'Does not match',
}

/**
 * Arranges the results of a rule's nodes as the rule's tree.
 *
 * @param rules rules of other segments by their ids, whose nodes are among the results
 */
export function explainedTree(
  rule: SegmentRule,
  nodes: readonly Result[],
  names: Names,
  rules: ReadonlyMap<string, SegmentRule>,
): readonly Explained[] {
  const below = (path: string) => {
    const inside = nodes.filter((node) => node.path !== path && node.path.startsWith(`${path}/`))
    return inside.filter((node) => !inside.some((other) => node.path.startsWith(`${other.path}/`)))
  }
  const tree = (result: Result): Explained => ({
    result,
    words: wordsAt(rule, result, names, rules),
    children: below(result.path).map(tree),
  })
  return below('').map(tree)
}

function wordsAt(
  rule: SegmentRule,
  { path, kind }: Result,
  names: Names,
  rules: ReadonlyMap<string, SegmentRule>,
): string {
  const group = nodeWords[kind]
  if (group !== undefined) return group
  const found = ruleAt(rule, path, rules)
  // If the rule of a segment is gone or was changed meanwhile, only the kind is known.
  return found === undefined ? kind : conditionWords(found, names)
}

/** Finds the rule at a path, which ends in the rule's only key. */
function ruleAt(
  rule: SegmentRule,
  path: string,
  rules: ReadonlyMap<string, SegmentRule>,
): SegmentRule | undefined {
  let at: unknown = rule
  const parts = path.split('/').slice(1)
  for (const part of parts.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string, unknown>)[part]
    // The rest of the path is in the rule of the segment named here.
    if (part === 'segment') {
      at = rules.get((at as { segment_id?: string } | undefined)?.segment_id ?? '')
    }
  }
  const last = parts.at(-1) ?? ''
  return typeof at === 'object' && at !== null && last in at ? (at as SegmentRule) : undefined
}
