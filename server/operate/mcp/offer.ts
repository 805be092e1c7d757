import type { IncomingMessage } from 'node:http'
import { refusalOf } from '../../platform/http/access/authenticate.js'
import { ApiError, refusedValue } from '../../platform/http/errors/api-error.js'
import type { Environment, Principal } from '../../platform/auth/principal.js'
import { ownTools, type Tool } from './tools.js'

/** Selection of tools for an agent, from the query of the address. */
export interface Wanted {
  /** Names of the tools that may change something; those that only read need no permission. */
  readonly allowed: ReadonlySet<string>
  /** Names of the tools that are offered; undefined is all. */
  readonly only: ReadonlySet<string> | undefined
  /** True if live projects are open to the agent, too. */
  readonly live: boolean
}

const known = ['allow', 'only', 'live'] as const

/**
 * Reads the query of the address of the tools: `allow` and `only` are lists, separated by commas, of tools
 * (`send_message`), operations (`sendMessage`) and groups of them (`messages`); `allow` may be `all`. `live` is
 * `true` or `false`. Each may occur once: the additions of a second one are easily overlooked.
 *
 * @throws ApiError 422 `validation_failed` for anything else, so that a typing mistake permits nothing by accident
 */
export function wantedOf(query: Readonly<Record<string, unknown>>): Wanted {
  for (const [name, value] of Object.entries(query)) {
    if (!known.some((one) => one === name))
      throw refusedValue(`/query/${name}`, 'unknown', `is unknown. Known values are ${known.join(', ')}`)
    if (typeof value !== 'string') throw refusedValue(`/query/${name}`, 'type', 'is given more than once')
  }
  const { live = 'false', allow, only } = query
  if (live !== 'true' && live !== 'false') throw refusedValue('/query/live', 'enum', 'must be true or false')
  return {
    live: live === 'true',
    allowed: allow === undefined ? new Set() : toolsNamed('allow', allow),
    only: only === undefined ? undefined : toolsNamed('only', only),
  }
}

function toolsNamed(parameter: string, value: unknown): Set<string> {
  const named = new Set<string>()
  const words = String(value).split(',')
  for (const word of words.map((text) => text.trim()).filter((text) => text !== '')) {
    const found = toolsByWord().get(word)
    if (found === undefined) {
      throw refusedValue(
        `/query/${parameter}`,
        'unknown',
        `has "${word.slice(0, 100)}", which is neither a tool, nor an operation, nor a group of operations`,
      )
    }
    for (const name of found) named.add(name)
  }
  return named
}

let byWord: Map<string, string[]> | undefined

/** Returns the names of tools by each word that stands for some. */
function toolsByWord(): ReadonlyMap<string, readonly string[]> {
  if (byWord !== undefined) return byWord
  byWord = new Map()
  for (const { listed, operation } of ownTools()) {
    for (const word of new Set(['all', listed.name, operation.id, ...operation.tags]))
      byWord.set(word, [...(byWord.get(word) ?? []), listed.name])
  }
  return byWord
}

/**
 * Returns the environment that an agent with a credential is held to: live projects are out of its reach unless the
 * address says otherwise.
 *
 * @param token the credential
 * @returns `test` if requests are held to test projects
 * @throws ApiError 403 `environment_not_allowed` if the credential is one for live projects, or cannot be held to
 *   others
 */
export function environmentFor(principal: Principal, token: string, { live }: Wanted): Environment | null {
  if (live) return null
  const how = 'Agents get test projects only, unless the address of these tools says ?live=true.'
  if (principal.kind === 'workspaceSession')
    throw new ApiError('environment_not_allowed', `A session sees live projects, too. ${how}`)
  const ofKey = principal.kind === 'projectKey' ? (token.startsWith('pk_test_') ? 'test' : 'live') : undefined
  if ((ofKey ?? principal.restrictions.environment) === 'live')
    throw new ApiError('environment_not_allowed', `This key is for live projects. ${how}`)
  return 'test'
}

/** Returns the tools that a principal has: those that are wanted, and that its credential may use. */
export function offeredTo(principal: Principal, wanted: Wanted, ip: string): Tool[] {
  return ownTools().filter(
    (tool) =>
      whyNotWanted(tool, wanted) === undefined && refusalOf(principal, tool.operation, ip) === undefined,
  )
}

/** Returns why a tool is not offered at an address, in a sentence; undefined if it is. */
export function whyNotWanted(
  { listed: { name }, readsOnly }: Tool,
  { allowed, only }: Wanted,
): string | undefined {
  if (only !== undefined && !only.has(name))
    return `The tool ${name} is not among those that the address of these tools names in "only".`
  if (readsOnly || allowed.has(name)) return undefined
  return (
    `The tool ${name} changes something, and the address of these tools does not allow that. Whoever runs this ` +
    `agent can allow it with ?allow=${name}.`
  )
}

/** Returns the bearer token of a request (RFC 6750, section 2.1). */
export function bearerOf({ headers }: IncomingMessage): string {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}
