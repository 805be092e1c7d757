import { isNode, type Node } from './document.js'
import type { Finding } from './finding.js'

/** Whether a contract is a draft, not published yet: its `info` has `x-status: draft`. */
export function isDraft(contract: Node): boolean {
  return isNode(contract['info']) && contract['info']['x-status'] === 'draft'
}

/** The rule for findings that `contract:release` resolves by itself. */
export const notInBaseline = 'operation-not-in-baseline'

/**
 * Finds the operations of a draft that the baseline lacks, because no check would notice a break in them. Finds none
 * in a published contract, whose new operations may still change until the next release.
 */
export function baselineFindings(contract: Node, released: Node): Finding[] {
  if (!isDraft(contract)) return []
  const known = new Set(operationsOf(released))
  return operationsOf(contract)
    .filter((place) => !known.has(place))
    .map((place) => ({
      rule: notInBaseline,
      place,
      message: 'Nothing would notice if it broke: run npm run contract:release.',
    }))
}

function operationsOf(contract: Node): string[] {
  return ['paths', 'webhooks'].flatMap((section) =>
    Object.entries((contract[section] ?? {}) as Record<string, Node>).flatMap(([name, item]) =>
      Object.keys(item).map(
        (method) => `#/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
      ),
    ),
  )
}
