import path from 'node:path'
import { printableLine } from '../../../base/text/printable.js'
import type { Client } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { isSameContent } from './content.js'
import { filesOf } from './files.js'
import { bodyFile, isFolderName } from './folder/names.js'
import type { Source } from './folder/read.js'
import { makeFolder, replaceFiles, type Files } from './folder/write.js'
import type { LocalTemplate } from './local.js'
import { runWithFolder, type FolderOptions } from './run.js'
import { isTemplateId, referencesIn } from './references.js'
import type { RemoteTemplate, RemoteVersion } from './service/remote.js'

export interface PullOptions extends FolderOptions {
  readonly force?: boolean
}

/** A template folder to write in a pull. */
interface Change {
  readonly folder: string
  readonly version: number
  readonly files: Files
  /** The template now in the folder, or undefined if the folder does not exist. */
  readonly local: LocalTemplate | undefined
}

/** Writes the service's templates into a folder. Keeps files that differ unless the user wants to replace them. */
export async function pullTemplates(client: Client, dir: string, options: PullOptions): Promise<void> {
  await runWithFolder(client, dir, options, async ({ local, remotes, versions, stdout, notice }) => {
    const locals = new Map(local.templates.map((template) => [template.folder, template]))
    const found = await versions(remotes.filter(({ isAmbiguous }) => !isAmbiguous))
    for (const line of leftOut(remotes, found)) notice(line)
    const changes = found.flatMap((version) => changeOf(version, locals))
    const compiled = changes.filter((change) => compiledIn(change).length > 0)
    if (compiled.length > 0)
      throw new UsageError(compiled.map((change) => compiledWords(dir, change)).join('\n'))
    const replaced = changes.filter((change) => change.local !== undefined)
    if (replaced.length > 0 && options.force !== true) {
      const folders = replaced.map(({ folder }) => path.join(dir, folder)).join(', ')
      throw new UsageError(
        `Nothing was written: the service has other content for ${folders}. "templates diff" shows it; --force ` +
          'replaces the files.',
      )
    }
    for (const change of changes) {
      const { folder, version, files, local: before } = change
      if (before === undefined) await makeFolder(dir, folder, files)
      else await replaceFiles(path.join(dir, folder), writtenOf(change), removedOf(before, files))
      await stdout.line(`${path.join(dir, folder)}  has version ${version}`)
    }
    const left = remotes.filter(({ isAmbiguous }) => isAmbiguous).length
    if (changes.length === 0)
      await stdout.line(
        left === 0 ? 'Nothing to do: the files have all of it.' : 'Nothing to do: the files have all others.',
      )
    if (left > 0) await stdout.line(leftOutWords(left))
  })
}

function changeOf(
  { template, version, content }: RemoteVersion,
  locals: ReadonlyMap<string, LocalTemplate>,
): Change[] {
  const { folder, name, kind } = template
  // The folder name comes from a name that somebody chose. This check ensures that no path leads out of the folder.
  if (!isFolderName(folder)) throw new UsageError(`"${folder}" cannot be the name of a folder.`)
  const local = locals.get(folder)
  if (local !== undefined && local.kind === kind && isSameContent(local.content, content)) return []
  return [{ folder, version, files: filesOf({ name, kind, content }), local }]
}

function leftOutWords(count: number): string {
  return `${count} templates are skipped, because others have the same names: rename them to pull them.`
}

/** Returns lines for the user about parts that are not written, or that only work with one service. */
function leftOut(remotes: readonly RemoteTemplate[], found: readonly RemoteVersion[]): string[] {
  const ambiguous = remotes.filter(({ isAmbiguous }) => isAmbiguous)
  const foreign = found.flatMap(({ template, content }) =>
    [...content.parts.values()]
      .flatMap((part) => Object.values(part) as string[])
      .flatMap((text) => [...referencesIn(text)])
      .filter(({ name }) => isTemplateId(name))
      .map(({ name }) => `${template.folder} names ${name}, which is not in these files.`),
  )
  return [
    ...ambiguous.map(({ id, name }) =>
      printableLine(`${id} is left out: there are several with the name "${name}".`),
    ),
    ...new Set(foreign),
  ]
}

/**
 * Returns bodies that compile to different HTML than the service has. That HTML cannot be converted back to the
 * source.
 */
function compiledIn({ local, files }: Change): string[] {
  return compiledSources(local)
    .filter(({ locale }) => htmlOf(local, locale) !== files.get(bodyFile(locale, 'html')))
    .map(({ file }) => file)
}

function compiledSources(local: LocalTemplate | undefined): readonly Source[] {
  return (local?.files.sources ?? []).filter(({ format }) => format !== 'html' && format !== 'txt')
}

function htmlOf(local: LocalTemplate | undefined, locale: string): string | undefined {
  return local?.content.parts.get(locale)?.html
}

/** Returns the files, except bodies whose source in the folder compiles to the same HTML. */
function writtenOf({ files, local }: Change): Files {
  const compiled = compiledSources(local).map(({ locale }) => bodyFile(locale, 'html'))
  return new Map([...files].filter(([file]) => !compiled.includes(file)))
}

function compiledWords(dir: string, change: Change): string {
  const files = compiledIn(change).map((file) => path.join(dir, change.folder, file))
  return (
    `${files.join(', ')}: the service has other HTML, which cannot be turned back into it. ` +
    'Nothing was written: push, or move the file away.'
  )
}

/** Returns bodies that the service does not have. Ignores case, because some file systems do. */
function removedOf({ files: { sources } }: LocalTemplate, files: Files): string[] {
  const kept = new Set([...files.keys()].map((file) => file.toLowerCase()))
  return sources
    .filter(({ file, format }) => (format === 'html' || format === 'txt') && !kept.has(file.toLowerCase()))
    .map(({ file }) => file)
}
