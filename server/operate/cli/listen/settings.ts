import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandError, WrongUsage } from '../../command-error.js'
import { ownServiceUrl, type ClientConfig } from '../../../../cli/src/profiles/client-config.js'
import { ownContract } from '../../../platform/http/operation/contract.js'
import { newSecret } from '../../../product/webhooks/signatures/secrets.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

export interface ListenOptions {
  readonly forward: string
  readonly events?: string
  readonly project?: string
  readonly apiUrl?: string
  readonly secret?: string
  readonly since?: string
  readonly json?: boolean
}

/** The parts of the environment's configuration that the command reads. */
type ListenConfig = Pick<ClientConfig, 'apiKey' | 'baseUrl' | 'dataDir' | 'localUrl'>

/** Source and destination of the events. */
export interface ListenSettings {
  /** URL without a slash at its end. */
  readonly apiUrl: string
  readonly apiKey: string
  readonly forward: string
  readonly secret: string
  /** Types that are forwarded; all if it contains `*`. */
  readonly types: ReadonlySet<string>
  readonly project: string | undefined
  readonly since: string | undefined
  /** True to print JSON, an object in each line. */
  readonly json: boolean
}

/**
 * @throws CommandError if an option is wrong, or it is not clear which service is meant
 */
export function settingsOf(options: ListenOptions, config: ListenConfig): ListenSettings {
  const { project, secret } = options
  if (project !== undefined && !/^prj_[0-9a-z]{26}$/.test(project))
    throw new WrongUsage(`--project takes the id of a project (prj_…), not "${project}".`)
  if (secret !== undefined && !/^[!-~]{16,200}$/.test(secret))
    throw new WrongUsage('--secret takes 16 to 200 characters without spaces, such as whsec_….')
  return {
    forward: webAddress('--forward', options.forward),
    secret: secret ?? newSecret(),
    types: typesOf(options.events ?? '*'),
    project,
    json: options.json === true,
    since: options.since === undefined ? undefined : timeOf(options.since),
    ...serviceOf(options, config),
  }
}

/**
 * Returns the URL and the key of the service: those named, else those of this machine with the workspace key of its
 * first start.
 */
function serviceOf(
  { apiUrl }: ListenOptions,
  config: ListenConfig,
): Pick<ListenSettings, 'apiUrl' | 'apiKey'> {
  const kept = credentialsIn(config.dataDir)
  const own = kept.base_url === undefined ? undefined : ownServiceUrl(config, kept.base_url)
  const url = apiUrl ?? config.baseUrl ?? own
  if (url === undefined) {
    throw new CommandError(
      `There is no credentials.json in ${config.dataDir}: name the service with --api-url or POSTSEAL_BASE_URL.`,
    )
  }
  // The workspace key sees all projects. A project's key would not show the mail of the others, such as the test
  // project.
  const apiKey = config.apiKey ?? kept.workspace_key
  if (apiKey === undefined) {
    throw new CommandError(
      `There is no credentials.json in ${config.dataDir}: set POSTSEAL_API_KEY to a key with the scope reports:read.`,
    )
  }
  if (!/^[!-~]+$/.test(apiKey)) throw new CommandError('POSTSEAL_API_KEY is not an API key.')
  return { apiUrl: webAddress('--api-url', url).replace(/\/+$/, ''), apiKey }
}

type Credentials = Readonly<Partial<Record<'base_url' | 'workspace_key', string>>>

function credentialsIn(dataDir: string): Credentials {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  } catch {
    return {}
  }
}

function webAddress(option: string, text: string): string {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? parseUrl(text) : undefined
  if (url === undefined || url.port === '0') {
    throw new WrongUsage(`${option} takes an address such as http://localhost:3000/hooks, not "${text}".`)
  }
  if (url.username !== '' || url.password !== '' || url.href.includes('#'))
    throw new WrongUsage(`${option} takes an address without a user, a password and a fragment.`)
  return url.href
}

/** Returns the types in a list, each of which webhooks can be subscribed to, by the contract. */
function typesOf(list: string): ReadonlySet<string> {
  const schemas = ownContract().components?.schemas as
    | Record<string, { enum?: readonly string[] }>
    | undefined
  const known = schemas?.['SubscribableEventType']?.enum ?? []
  const types = list.split(',').map((type) => type.trim())
  for (const type of types) {
    if (!known.includes(type))
      throw new WrongUsage(
        `"${type}" is not a type of event. --events takes "*" or some of ${known.slice(1).join(', ')}.`,
      )
  }
  return new Set(types)
}

function timeOf(text: string): string {
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new WrongUsage(`--since takes a time such as 2026-01-31T09:30:00Z, not "${text}".`)
  return time.toISOString()
}
