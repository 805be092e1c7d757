import { ownContract } from '../operation/contract.js'
import { closestName } from './closest-name.js'

/** The max length of an examined path. Nobody has mistyped a longer one. */
const longestPath = 200
const mostSegments = 8

/**
 * A part of the contract's paths, with the parts that follow it. A variable is named as the contract writes it:
 * `{id}`.
 */
interface Place {
  readonly next: Map<string, Place>
  /** The shortest path that begins here, which is the one that ends here if there is one. */
  shortest: string
}

interface Known {
  readonly root: Place
  /** The paths, the shortest first. */
  readonly paths: readonly string[]
}

let known: Known | undefined

function knownPaths(): Known {
  return (known ??= readPaths())
}

function readPaths(): Known {
  const root: Place = { next: new Map(), shortest: '' }
  const paths = Object.keys(ownContract().paths).sort((a, b) => a.length - b.length)
  for (const path of paths) {
    let place = root
    for (const segment of segmentsOf(path)) {
      const next = place.next.get(segment) ?? { next: new Map(), shortest: path }
      place.next.set(segment, next)
      place = next
    }
  }
  return { root, paths }
}

/**
 * Returns the path of the contract that a request was probably meant for: without `/v1`, with it twice or behind a
 * page of the service, misspelt, or without its first parts. The contract is public, so the path reveals nothing. It
 * names variables as the contract does, so that nothing of the request is in it.
 *
 * It takes a fifth of a millisecond at most, whatever the request: each part of the path is compared with the few
 * dozen words that can stand in its place.
 */
export function closestPath(asked: string): string | undefined {
  if (asked.length > longestPath) return undefined
  const segments = segmentsOf(asked)
  if (segments.length > mostSegments) return undefined
  // The part before the last version is a base URL: `/console/v1/messages`, `/v1/v1/messages`.
  const version = segments.findLastIndex((segment) => /^v\d+$/i.test(segment))
  const wanted = segments.slice(version + 1)
  // A page of the service, such as the console, is no mistyped operation unless an operation stands behind it.
  if (wanted.length === 0) return undefined
  return walk(wanted) ?? (wanted.length > 1 ? walk(wanted.slice(1)) : undefined) ?? byItsEnd(wanted)
}

function walk(segments: readonly string[]): string | undefined {
  let place = knownPaths().root.next.get('v1')
  for (const segment of segments) {
    if (place === undefined) return undefined
    const names = [...place.next.keys()]
    const name =
      (place.next.has(segment) ? segment : closestName(segment, names.filter(alike(segment)))) ??
      names.find((found) => found.startsWith('{'))
    place = name === undefined ? undefined : place.next.get(name)
  }
  return place?.shortest
}

/**
 * Returns a function that tells whether a word can be the one that was meant, by its length: comparing all of them
 * would take ten times as long.
 */
function alike({ length }: string): (word: string) => boolean {
  return (word) => !word.startsWith('{') && Math.abs(word.length - length) <= 3
}

/** Returns the only path with this end: `/v1/dmarc/reports` has the end of `/v1/deliverability/dmarc/reports`. */
function byItsEnd(segments: readonly string[]): string | undefined {
  const end = `/${segments.join('/')}`
  const found = knownPaths().paths.filter((path) => path.endsWith(end))
  return found.length === 1 ? found[0] : undefined
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
