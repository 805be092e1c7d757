import { printableLine } from '../../../base/text/printable.js'
import { suggestion } from '../arguments/nearest.js'
import { runClient, warnWhereOpen, type Client, type Run } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { shownJson } from '../output/json.js'
import { recordLines } from '../output/record.js'
import { Table } from '../output/table.js'
import { checkedBaseUrl, checkedKey } from '../request/service.js'
import { askForKey } from './ask-key.js'
import { checkService } from './check.js'
import { isProfileName, readProfiles, writeProfiles, type Profile, type Profiles } from './store.js'

export interface AddProfileOptions {
  readonly url: string
  readonly project?: string
  readonly check: boolean
  readonly timeout?: string
}

export interface ShowOptions {
  readonly json?: boolean
}

/** Stores a service and a key under a name. The first profile becomes the current one. */
export function addProfile(client: Client, name: string, options: AddProfileOptions): Promise<void> {
  const { url, project: projectId, check, timeout } = options
  return run(client, { timeout }, async ({ config, stdout, notice, sending }) => {
    if (!isProfileName(name))
      throw new UsageError(
        'The name of a profile has up to 64 letters, digits, dots, hyphens and underscores.',
      )
    if (projectId !== undefined && !/^prj_[0-9a-z]{26}$/.test(projectId))
      throw new UsageError(`--project takes the id of a project (prj_…), not "${projectId}".`)
    const baseUrl = checkedBaseUrl('--url', url)
    const profiles = readProfiles(config.configDir)
    const key = checkedKey('What was given', await askForKey(client.invocation.process))
    const service = { baseUrl, apiKey: key, projectId }
    warnWhereOpen(service, notice)
    const { workspace } = check ? await checkService(service, sending) : { workspace: undefined }
    const byName = new Map([...profiles.byName, [name, { url: baseUrl, key, projectId }] as const])
    writeProfiles(config.configDir, { byName, current: profiles.current ?? name })
    const at = workspace === undefined ? baseUrl : `${printableLine(workspace)} at ${baseUrl}`
    await stdout.line(`The profile ${name} is ${at}.`)
  })
}

/** Lists the profiles, with a star at the current one. */
export function listProfiles(client: Client, { json }: ShowOptions): Promise<void> {
  return run(client, { json }, async ({ config, stdout, notice }) => {
    const { byName, current } = readProfiles(config.configDir)
    const rows = [...byName].map(([name, profile]) => ({ name, in_use: name === current, ...shown(profile) }))
    if (json === true) return stdout.line(shownJson({ data: rows }))
    if (rows.length === 0) return notice('There are none: postseal profile add NAME --url URL')
    const cells = rows.map(({ in_use: inUse, ...row }) => ({ ...row, in_use: inUse ? '*' : '' }))
    for (const line of new Table(stdout.width).lines(cells)) await stdout.line(line)
  })
}

/** Shows the named profile or the current one. Shows only the last letters of the key. */
export function showProfile(client: Client, name: string | undefined, { json }: ShowOptions): Promise<void> {
  return run(client, { json }, async ({ config, stdout }) => {
    const profiles = readProfiles(config.configDir)
    const asked = name ?? config.profile ?? profiles.current
    if (asked === undefined) throw new UsageError('No profile is in use: name one.')
    const record = { name: asked, ...shown(found(profiles, asked)) }
    if (json === true) return stdout.line(shownJson(record))
    for (const line of recordLines(record, stdout.width)) await stdout.line(line)
  })
}

/** Makes a profile the current one, which is used if the user names none. */
export function useProfile(client: Client, name: string): Promise<void> {
  return run(client, {}, async ({ config, stdout }) => {
    const profiles = readProfiles(config.configDir)
    found(profiles, name)
    writeProfiles(config.configDir, { ...profiles, current: name })
    await stdout.line(`The profile ${name} is in use.`)
  })
}

/** Deletes a profile. */
export function removeProfile(client: Client, name: string): Promise<void> {
  return run(client, {}, async ({ config, stdout }) => {
    const profiles = readProfiles(config.configDir)
    found(profiles, name)
    const byName = new Map([...profiles.byName].filter(([other]) => other !== name))
    const current = profiles.current === name ? undefined : profiles.current
    writeProfiles(config.configDir, { byName, current })
    await stdout.line(`The profile ${name} is forgotten. Its key still works.`)
  })
}

function run(
  client: Client,
  { json, timeout }: { readonly json?: boolean | undefined; readonly timeout?: string | undefined },
  work: (run: Run) => Promise<void>,
): Promise<void> {
  return runClient(client, { json, timeout, credential: undefined }, work)
}

function found({ byName }: Profiles, name: string): Profile {
  const profile = byName.get(name)
  if (profile === undefined)
    throw new UsageError(`There is no profile "${name}".${suggestion(name, byName.keys())}`)
  return profile
}

function shown({ url, key, projectId }: Profile) {
  return { url, key: `…${key.slice(-4)}`, project_id: projectId ?? null }
}
