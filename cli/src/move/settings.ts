import type { Run } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { suggestion } from '../arguments/nearest.js'
import { checkedBaseUrl, checkedKey } from '../request/service.js'
import { idOf, textOf } from './fields.js'
import { kinds, type Kind } from './items.js'
import type { Ends } from './journal.js'
import { OtherService } from './other-service.js'
import type { Source } from './source.js'
import { sources } from './sources/all.js'
import type { Postseal } from './targets/postseal.js'

/**
 * Returns the service that things are brought from.
 *
 * @throws UsageError if there is no such service
 */
export async function sourceOf(name: string): Promise<Source> {
  const load = sources.get(name)
  if (load !== undefined) return await load()
  const known = [...sources.keys()]
  throw new UsageError(
    `Nothing can be brought from "${name}".${suggestion(name, known)} The services are ${known.join(', ')}.`,
  )
}

/**
 * Returns the kinds to bring.
 *
 * @param given the value of --only
 */
export function kindsOf(given: string | undefined, { readers, lacks }: Source): readonly Kind[] {
  if (given === undefined)
    return kinds.filter((kind) => readers[kind] !== undefined || lacks[kind] !== undefined)
  const names = given.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !kinds.some((kind) => kind === name))
  if (wrong !== undefined)
    throw new UsageError(`--only takes ${kinds.join(', ')}, not "${wrong}".${suggestion(wrong, kinds)}`)
  return kinds.filter((kind) => names.includes(kind))
}

/**
 * Returns the client of the other service.
 *
 * @throws UsageError if the variable with its key is not set
 */
export function otherOf(
  source: Source,
  given: { env: Readonly<Record<string, string | undefined>>; fromUrl: string | undefined },
  { sending }: Pick<Run, 'sending'>,
): OtherService {
  const { keyName, title, url } = source
  const key = given.env[keyName]?.trim()
  if (key === undefined || key === '')
    throw new UsageError(
      `Set ${keyName} to a key of the account at ${title}. It is never taken as an argument.`,
    )
  const baseUrl = given.fromUrl === undefined ? url(given.env) : checkedBaseUrl('--from-url', given.fromUrl)
  const credentials = source.credentials(checkedKey(keyName, key), given.env)
  return new OtherService(source, { baseUrl, credentials }, sending)
}

/** Returns the two ends of a move, which its journal has. */
export function endsOf(service: string, from: string, { baseUrl, projectId }: Postseal): Ends {
  return { service, from, to: baseUrl, projectId }
}

const ofProjects: readonly Kind[] = ['topics', 'segments', 'contacts']

/**
 * Returns the project to bring things to: the given one, or the only live one. It is null if there are
 * several, and nothing needs one.
 *
 * @throws UsageError if there are several live projects, or none
 */
export async function projectOf(
  postseal: Postseal,
  given: string | undefined,
  wanted: readonly Kind[],
): Promise<string | null> {
  if (given !== undefined) return given
  const live: string[] = []
  for await (const row of postseal.list('/v1/projects'))
    if (row['environment'] === 'live' && row['archived_at'] === null)
      live.push(`${idOf(row, 'id')} (${textOf(row, 'name') ?? ''})`)
  const [only] = live
  if (only !== undefined && live.length === 1) return only.split(' ')[0] ?? null
  if (!wanted.some((kind) => ofProjects.includes(kind))) return null
  throw new UsageError(
    `--project says which project gets the contacts${live.length > 0 ? `: ${live.join(', ')}` : ''}.`,
  )
}
