import { CommandFailure } from '../../mistakes.js'
import { mapTexts, type Content } from '../content.js'
import { folderFor } from '../folder/names.js'
import { inParallel } from '../in-parallel.js'
import type { LocalFolder } from '../local.js'
import { renamed } from '../references.js'
import type { ListedTemplate, StoredVersion, TemplatesApi } from './templates-api.js'

/** A template of the service, with its existing or future folder. */
export interface RemoteTemplate extends ListedTemplate {
  readonly folder: string
  /** True if the folder exists. */
  readonly isLocal: boolean
  /** True if another template has the same name. Templates with the same name cannot be found by it. */
  readonly isAmbiguous: boolean
}

/** A version whose tags name other templates by their folders, as files do. */
export interface RemoteVersion extends StoredVersion {
  readonly template: RemoteTemplate
}

/** The maximum number of versions to request at once. */
const maxAsking = 4

/**
 * Lists the service's templates and finds each one's folder by the template's name.
 *
 * @throws CommandFailure if several templates match one folder
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

/** Reads versions of templates, in the order of the templates. */
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

/** Returns the content with renamed templates in its tags. */
export function withNames(content: Content, nameFor: (name: string) => string | undefined): Content {
  const parts = [...content.parts].map(
    ([locale, part]) => [locale, mapTexts(part, (text) => renamed(text, nameFor))] as const,
  )
  return { ...content, parts: new Map(parts) }
}
