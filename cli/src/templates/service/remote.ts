import { CommandFailure } from '../../mistakes.js'
import { mapTexts, type Content } from '../content.js'
import { folderFor } from '../folder/names.js'
import { inParallel } from '../in-parallel.js'
import type { LocalFolder } from '../local.js'
import { renamed } from '../references.js'
import type { ListedTemplate, StoredVersion, TemplatesApi } from './templates-api.js'

/** A template of the service, with the folder that it has or would have. */
export interface RemoteTemplate extends ListedTemplate {
  readonly folder: string
  /** True if the folder exists. */
  readonly isLocal: boolean
  /** True if another one has the same name, by which none of them is found. */
  readonly isAmbiguous: boolean
}

/** A version whose tags name others by their folders, as files do. */
export interface RemoteVersion extends StoredVersion {
  readonly template: RemoteTemplate
}

/** The max number of versions that are asked for at once. */
const maxAsking = 4

/**
 * Lists the templates of the service, each found by its name.
 *
 * @throws CommandFailure if a folder could mean several
 */
export async function listRemote(api: TemplatesApi, local: LocalFolder): Promise<RemoteTemplate[]> {
  const listed = await api.list()
  const folders = new Map(local.templates.map(({ name, folder }) => [name, folder]))
  const taken = new Set(local.entries.map((name) => name.toLowerCase()))
  const byName = new Map<string, ListedTemplate[]>()
  for (const template of listed) byName.set(template.name, [...(byName.get(template.name) ?? []), template])
  return listed.map((template) => {
    const { name } = template
    const folder = folders.get(name)
    const ids = (byName.get(name) ?? []).map(({ id }) => id)
    if (folder !== undefined && ids.length > 1)
      throw new CommandFailure(
        `${folder} is found by its name, and ${ids.length} templates have the name "${name}": ${ids.join(', ')}. ` +
          'Rename all but one.',
      )
    return {
      ...template,
      folder: folder ?? folderFor(name, taken),
      isLocal: folder !== undefined,
      isAmbiguous: ids.length > 1,
    }
  })
}

/** Reads versions of templates, in their order. */
export function readVersions(
  api: TemplatesApi,
  all: readonly RemoteTemplate[],
  wanted: readonly { readonly template: RemoteTemplate; readonly version: number }[],
): Promise<RemoteVersion[]> {
  const known = all.filter(({ isAmbiguous }) => !isAmbiguous)
  const folders = new Map(known.map(({ id, folder }) => [id, folder]))
  return inParallel(wanted, maxAsking, async ({ template, version }) => {
    const stored = await api.version(template, version)
    return { ...stored, template, content: withNames(stored.content, (id) => folders.get(id)) }
  })
}

/** Returns the content with other names in its tags. */
export function withNames(content: Content, nameFor: (name: string) => string | undefined): Content {
  const parts = [...content.parts].map(
    ([locale, part]) => [locale, mapTexts(part, (text) => renamed(text, nameFor))] as const,
  )
  return { ...content, parts: new Map(parts) }
}
