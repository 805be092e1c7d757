import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ownServiceUrl, type ClientConfig } from './client-config.js'
import { suggestion } from '../arguments/nearest.js'
import { CommandFailure, UsageError } from '../mistakes.js'
import { checkedBaseUrl, checkedKey, parseUrl, type Service } from '../request/service.js'
import { readProfiles } from './store.js'

/** The default URL of a service. */
const usualUrl = 'http://localhost:4000'

/** A service with the source of its settings, as words for an error message. */
interface Known {
  readonly url: string
  /** Another URL of the same service, if it has one. */
  readonly publicUrl?: string
  readonly key: string | undefined
  readonly projectId: string | undefined
  readonly origin: string
}

/**
 * Returns the service and the key to use. The variables POSTSEAL_BASE_URL and POSTSEAL_API_KEY come first, then the
 * named or current profile, then the first credentials of a service on this machine. That service is contacted on this
 * machine. A key is never sent to another URL than the one that it was stored with.
 *
 * @param named the profile from an option
 * @throws CommandFailure if a key is missing or unusable, UsageError if the profile does not exist
 */
export function serviceOf(config: ClientConfig, named?: string): Service {
  const known = profileOf(config, named) ?? credentialsOf(config)
  const url = config.baseUrl ?? known?.url
  const baseUrl = checkedBaseUrl(
    config.baseUrl === undefined ? `The address of ${known?.origin ?? 'the service'}` : 'POSTSEAL_BASE_URL',
    url ?? usualUrl,
  )
  if (config.apiKey !== undefined) {
    const isSame = known !== undefined && isSameService(baseUrl, known)
    return {
      baseUrl,
      apiKey: checkedKey('POSTSEAL_API_KEY', config.apiKey),
      projectId: isSame ? known.projectId : undefined,
    }
  }
  if (known?.key === undefined) return { baseUrl, apiKey: undefined, projectId: undefined }
  if (!isSameService(baseUrl, known))
    throw new CommandFailure(
      `POSTSEAL_BASE_URL is another service than that of ${known.origin}: set POSTSEAL_API_KEY to a key of it.`,
    )
  return { baseUrl, apiKey: checkedKey(`The key of ${known.origin}`, known.key), projectId: known.projectId }
}

/** The advice for operations that need a key. */
export const needsKey =
  'No key is known. Add a profile (postseal profile add NAME --url URL), set POSTSEAL_API_KEY, ' +
  'or run this where the data folder of a service is.'

function isSameService(one: string, { url, publicUrl = url }: Known): boolean {
  return [url, publicUrl].some((other) => new URL(one).href === parseUrl(other.replace(/\/+$/, ''))?.href)
}

function profileOf(config: ClientConfig, named: string | undefined): Known | undefined {
  const asked = named ?? config.profile
  // Reads profiles only if needed, so that an invalid file causes no error otherwise.
  if (asked === undefined && config.baseUrl !== undefined && config.apiKey !== undefined) return undefined
  const { byName, current } = readProfiles(config.configDir)
  const name = asked ?? current
  if (name === undefined) return undefined
  const profile = byName.get(name)
  if (profile === undefined) {
    throw new UsageError(`There is no profile "${name}".${suggestion(name, byName.keys())}`)
  }
  return { ...profile, origin: `the profile ${name}` }
}

/** Returns the workspace key, which has the most permissions, and the test project, whose mail goes to the sink. */
function credentialsOf(config: ClientConfig): Known | undefined {
  const file = path.join(config.dataDir, 'credentials.json')
  try {
    const kept = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object))
    const text = (name: string): string | undefined => {
      const value: unknown = kept.get(name)
      return typeof value === 'string' ? value : undefined
    }
    const url = text('base_url')
    if (url === undefined || url === '') return undefined
    return {
      url: ownServiceUrl(config, url),
      publicUrl: url,
      key: text('workspace_key'),
      projectId: text('test_project_id'),
      origin: file,
    }
  } catch {
    return undefined
  }
}
