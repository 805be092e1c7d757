import type { Request } from 'express'
import { resolve, type Parameter } from '../../../../base/contract/document.js'
import type { WireContract } from './contract.js'

/** A path of a contract, in its segments, with the names of its queries' parameters. */
interface Route {
  readonly segments: readonly string[]
  readonly variables: number
  /** The names of the parameters, by the same names in small letters. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Makes a function that spells a request's address as a wire's contract does, for services that take paths and names of
 * parameters in any case and with a slash at the end. Values keep their case.
 *
 * @returns a function that returns the address of a request, which is its own if the contract has no such path
 */
export function spellerOf({ document, operations }: WireContract): (req: Request) => string {
  const routes = new Map<number, Route[]>()
  for (const { operation } of operations) {
    const segments = operation.path.split('/')
    const parameters = (document.paths[operation.path]?.[operation.method]?.parameters ?? [])
      .map((given) => resolve<Parameter>(document, given))
      .filter((parameter) => parameter.in === 'query')
    const known = routes.get(segments.length) ?? []
    routes.set(segments.length, known)
    const same = known.find((route) => route.segments.join('/') === operation.path)
    const names = [
      ...(same?.names ?? []),
      ...parameters.map(({ name }) => [name.toLowerCase(), name] as const),
    ]
    if (same !== undefined) known.splice(known.indexOf(same), 1)
    known.push({ segments, variables: segments.filter(isVariable).length, names: new Map(names) })
  }
  for (const known of routes.values()) known.sort((a, b) => a.variables - b.variables)
  return ({ url }) => {
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const given = path.replace(/(?<=.)\/$/, '').split('/')
    const route = routes.get(given.length)?.find(({ segments }) => isSpelled(segments, given))
    if (route === undefined) return url
    const spelled = route.segments.map((segment, place) => (isVariable(segment) ? given[place] : segment))
    const pairs = at < 0 ? [] : url.slice(at + 1).split('&')
    const query = pairs.map((pair) => spelledPair(pair, route)).join('&')
    return spelled.join('/') + (at < 0 ? '' : `?${query}`)
  }
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{')
}

function isSpelled(segments: readonly string[], given: readonly string[]): boolean {
  return segments.every((segment, place) => {
    const text = given[place] ?? ''
    return isVariable(segment) ? text !== '' : segment.toLowerCase() === text.toLowerCase()
  })
}

/** Spells the name of a parameter with its value, such as `fromdate=2026-01-01`. */
function spelledPair(pair: string, { names }: Route): string {
  const [name = '', ...value] = pair.split('=')
  return [names.get(name.toLowerCase()) ?? name, ...value].join('=')
}
