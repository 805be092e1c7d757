import { isNode, resolved, walk, type Node } from './document.js'
import type { Finding } from './finding.js'

/** Parameters that every list takes. */
const taken = ['limit', 'since', 'until', 'cursor']

/**
 * Finds lists that do not take what every list takes, and lists of which the reply says otherwise than the parameters
 * whether the retention window applies. The description of a `since` that the service clamps to that window says so,
 * and the reply has the span that was searched as `window`.
 */
export function listFindings(contract: Node): Finding[] {
  return [...walk(contract['paths'], '#/paths')].flatMap(({ node, place }) => {
    const members = membersOf(contract, node)
    // An operation that continues its work by a cursor, and shows no rows, is no list.
    if (!('next_cursor' in members) || !('data' in members)) return []
    const parameters = [node['parameters'] ?? []].flat().map((parameter) => resolved(contract, parameter))
    const names = parameters.filter((parameter) => parameter['in'] === 'query').map(({ name }) => name)
    // What is followed is read from its other end.
    if (names.includes('after')) return []
    const isClamped = parameters.some(isClampedSince)
    const lacks = (rule: string, isLacking: boolean, message: string): Finding[] =>
      isLacking ? [{ rule, place, message }] : []
    return [
      ...taken.flatMap((name) => lacks('list-parameter', !names.includes(name), `It does not take ${name}.`)),
      ...lacks('list-window', isClamped && !('window' in members), 'Its since is clamped: answer window.'),
      ...lacks('list-window', !isClamped && 'window' in members, 'It answers window: clamp its since.'),
    ]
  })
}

/** Returns true if the service clamps this parameter to the workspace's retention window. */
export function isClampedSince({ name, description }: Node): boolean {
  return name === 'since' && String(description).includes("Clamped to the workspace's retention")
}

/** The members of an operation's 200 reply in JSON. */
function membersOf(contract: Node, operation: Node): Node {
  const names = ['responses', '200', 'content', 'application/json', 'schema', 'properties']
  const members = names.reduce<unknown>((node, name) => resolved(contract, node)[name], operation)
  return isNode(members) ? members : {}
}
