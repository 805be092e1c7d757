import path from 'node:path'
import { isSameContent } from './content.js'
import { manifestFile } from './folder/names.js'
import { referencesOf, type LocalFolder, type LocalTemplate } from './local.js'
import { filesWrong } from './mistakes.js'
import type { RemoteVersion } from './service/remote.js'

/** The changes that a push makes to a template. */
export interface Step {
  readonly local: LocalTemplate
  /** The service's latest version, or undefined if the service does not have the template. */
  readonly remote: RemoteVersion | undefined
  /** True if the push creates a version. */
  readonly isNew: boolean
  /** The folders of used templates whose versions have changed, if that is the only reason to create a version. */
  readonly because: readonly string[]
  /** True if the push publishes a version that was not published. */
  readonly isPublished: boolean
}

/**
 * Plans a push in an order that works, with used templates before the templates that use them.
 *
 * @param versions the latest versions
 * @throws UsageError if the push is not possible
 */
export function planPush(
  { dir, templates }: LocalFolder,
  versions: readonly RemoteVersion[],
  publishes: boolean,
): Step[] {
  const remotes = new Map(versions.map((version) => [version.template.folder, version]))
  const steps = new Map<string, Step>()
  for (const local of inOrder(dir, templates)) {
    const remote = remotes.get(local.folder)
    const file = path.join(dir, local.folder, manifestFile)
    if (remote !== undefined && remote.template.kind !== local.kind)
      throw filesWrong([
        { file, message: `is a ${local.kind}, and the service has a ${remote.template.kind}` },
      ])
    const used = [...referencesOf(local)]
    const unpublished = used.filter(
      (folder) => !publishes && remotes.get(folder)?.template.published === undefined,
    )
    if (unpublished.length > 0)
      throw filesWrong([
        { file, message: `uses ${unpublished.join(', ')}, which is not published: push with --publish` },
      ])
    const isChanged = remote === undefined || !isSameContent(local.content, remote.content)
    const because = isChanged ? [] : used.filter((folder) => hasMoved(folder, remote, remotes, steps))
    const isNew = isChanged || because.length > 0
    const isPublished = publishes && (isNew || remote?.template.published !== remote?.version)
    steps.set(local.folder, { local, remote, isNew, because, isPublished })
  }
  return [...steps.values()]
}

/**
 * Returns whether the published version of a layout or partial differs, or will differ, from the one that a version
 * uses.
 */
function hasMoved(
  folder: string,
  { pins }: RemoteVersion,
  remotes: ReadonlyMap<string, RemoteVersion>,
  steps: ReadonlyMap<string, Step>,
): boolean {
  if (steps.get(folder)?.isPublished === true) return true
  const template = remotes.get(folder)?.template
  const pinned = template && pins.get(template.id)
  return pinned !== undefined && pinned !== template?.published
}

/**
 * Sorts templates so that used templates come first.
 *
 * @throws UsageError if templates use each other in a circle
 */
function inOrder(dir: string, templates: readonly LocalTemplate[]): LocalTemplate[] {
  const byFolder = new Map(templates.map((template) => [template.folder, template]))
  const done = new Set<LocalTemplate>()
  const visit = (template: LocalTemplate, above: readonly string[]) => {
    if (done.has(template)) return
    const { folder } = template
    if (above.includes(folder)) {
      const circle = [...above.slice(above.indexOf(folder)), folder].join(', ')
      throw filesWrong([{ file: path.join(dir, folder), message: `uses itself: ${circle}` }])
    }
    for (const name of referencesOf(template)) {
      const used = byFolder.get(name)
      if (used !== undefined) visit(used, [...above, folder])
    }
    done.add(template)
  }
  for (const template of templates) visit(template, [])
  return [...done]
}
