import { runClient, warnWhereOpen, type Client, type Run } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { needsKey, serviceOf } from '../profiles/service-of.js'
import type { Service } from '../request/service.js'
import type { Compiling } from './compile/run-program.js'
import { loadFolder, type LocalFolder } from './local.js'
import { listRemote, readVersions, type RemoteTemplate, type RemoteVersion } from './service/remote.js'
import { TemplatesApi } from './service/templates-api.js'

/** Options of all commands for template folders. */
export interface FolderOptions {
  readonly profile?: string
  readonly timeout?: string
  /** The project of the templates. If absent, every project. */
  readonly project?: string
  /** True to use the published versions instead of the latest. */
  readonly published?: boolean
}

/** A folder, a service and the settings of a folder command. */
export interface FolderRun extends Run {
  readonly service: Service
  readonly api: TemplatesApi
  readonly local: LocalFolder
  readonly remotes: readonly RemoteTemplate[]
  /** Returns versions of some templates: the latest, or the published versions if the user asks for them. */
  readonly versions: (of: readonly RemoteTemplate[]) => Promise<RemoteVersion[]>
  readonly style: { readonly isTerminal: boolean; readonly hasColors: boolean }
}

/** The time limit for a compiler, in seconds. */
const longestCompiling = 60

/** Reads a folder and the service's templates, and then runs a command with both. */
export function runWithFolder(
  client: Client,
  dir: string,
  options: FolderOptions,
  work: (run: FolderRun) => Promise<void>,
): Promise<void> {
  const { timeout, profile, project, published } = options
  const credential =
    "a key with the scope templates:*, or a session with access to templates; publishing needs an admin's"
  return runClient(client, { json: undefined, timeout, credential }, async (run) => {
    if (project !== undefined && !/^prj_[0-9a-z]{26}$/.test(project))
      throw new UsageError(`--project takes the id of a project (prj_…), not "${project}".`)
    const local = await loadFolder(dir, compilingOf(client, run))
    const service = serviceOf(run.config, profile)
    if (service.apiKey === undefined) throw new UsageError(needsKey)
    warnWhereOpen(service, run.notice)
    const api = new TemplatesApi(service, run.sending, project)
    const remotes = await listRemote(api, local)
    await work({
      ...run,
      service,
      api,
      local,
      remotes,
      versions: (of) =>
        readVersions(
          api,
          remotes,
          of.flatMap((template) => {
            const version = published === true ? template.published : template.latest
            return version === undefined ? [] : [{ template, version }]
          }),
        ),
      style: {
        isTerminal: run.stdout.isTerminal,
        hasColors: run.stdout.isTerminal && !run.config.noColor,
      },
    })
  })
}

/** Returns the settings for compilers. Compilers run the user's code, which must not get the API key. */
function compilingOf({ invocation }: Client, { sending }: Run): Compiling {
  const env = Object.entries(invocation.process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('POSTSEAL_'),
  )
  return {
    env: Object.fromEntries(env),
    limitSeconds: Math.min(sending.timeoutSeconds, longestCompiling),
    signal: sending.signal,
  }
}
