import { isNode, resolved, type Node } from '../document.js'
import type { Break } from '../breaking/rule.js'
import type { Finding } from '../finding.js'
import { isException, itemsUnder } from './changelog.js'
import { dayOf } from './findings.js'
import { isOperation, marksOf, nameOf, type Mark } from './marks.js'

/**
 * Finds what was removed from the released contract before its sunset, or without a deprecation, whether or not the
 * break was accepted. Security or law may demand that: an item under "Removed" of the changelog then names it, and
 * says why.
 *
 * @param breaks all breaks of the released contract, accepted ones too
 * @param changelog Markdown
 * @param now milliseconds since 1970
 */
export function removalFindings(
  released: Node,
  breaks: readonly Break[],
  changelog: string,
  now: number,
): Finding[] {
  const items = itemsUnder('Removed', changelog).filter(isException)
  const ended = marksOf(released).filter((mark) => hasEnded(mark, now))
  const removed = new Set(breaks.filter(({ change }) => change === 'removed').map(({ place }) => place))
  return [...removed].flatMap((place) => {
    const node = resolved(released, { $ref: place })
    const name = nameOf(node, place)
    if (isCovered(place, node, ended) || items.some((item) => item.includes(`\`${name}\``))) return []
    const message = `${name}: Only what is deprecated may be removed, after its sunset. If security or law demands it sooner, an item under "Removed" of CHANGELOG.md has \`${name}\` and says why: "(security: …)" or "(law: …)".`
    return [{ rule: 'removed-too-soon', place, message }]
  })
}

function hasEnded({ deprecated, sunset }: Mark, now: number): boolean {
  const day = dayOf(sunset)
  return deprecated && day !== undefined && day <= now
}

/** Returns true if a place, something that it is part of, or each operation of a path has come to its sunset. */
function isCovered(place: string, node: Node, ended: readonly Mark[]): boolean {
  const within = (inner: string) =>
    ended.some((mark) => inner === mark.place || inner.startsWith(`${mark.place}/`))
  if (within(place)) return true
  const operations = Object.keys(node).filter((method) => isOperation(`${place}/${method}`))
  return (
    operations.length > 0 &&
    operations.every((method) => isNode(node[method]) && within(`${place}/${method}`))
  )
}
