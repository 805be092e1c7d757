import path from 'node:path'
import { suggestion } from '../arguments/nearest.js'
import type { Compiling } from './compile/run-program.js'
import { compileBody } from './compile/compile.js'
import type { Content, Part, TemplateKind } from './content.js'
import { readTemplates, type Source, type TemplateFolder } from './folder/read.js'
import { inParallel } from './in-parallel.js'
import { filesWrong, type FileMistake } from './mistakes.js'
import { isTemplateId, lineOf, referencesIn } from './references.js'

/** A template from its files, ready to compare and send. Its tags name other templates by their folders. */
export interface LocalTemplate {
  readonly folder: string
  readonly name: string
  readonly kind: TemplateKind
  readonly content: Content
  readonly files: TemplateFolder
}

/** A folder of templates. */
export interface LocalFolder {
  /** The folder's path as the user typed it. */
  readonly dir: string
  readonly templates: readonly LocalTemplate[]
  /** The names of all entries in the folder. */
  readonly entries: readonly string[]
}

/** The maximum number of bodies to compile at once. */
const maxCompiling = 2

/**
 * Reads and compiles the templates in a folder.
 *
 * @throws UsageError with all mistakes in the files
 */
export async function loadFolder(dir: string, compiling: Compiling): Promise<LocalFolder> {
  const { templates: folders, mistakes, folders: entries } = await readTemplates(dir)
  if (mistakes.length > 0) throw filesWrong(mistakes)
  const jobs = folders.flatMap((files) => files.sources.map((source) => ({ files, source })))
  const bodies = await inParallel(jobs, maxCompiling, async ({ files, source }) => {
    const { format, text } = source
    const isPlain = format === 'html' || format === 'txt'
    return isPlain ? text : await compileBody(dir, files, source, { compiling, mistakes })
  })
  if (mistakes.length > 0) throw filesWrong(mistakes)
  const compiled = new Map(jobs.map(({ source }, index) => [source, bodies[index] ?? '']))
  const templates = folders.map((files): LocalTemplate => {
    const { folder, manifest, sources } = files
    const parts = new Map<string, Part>(manifest.content.parts)
    for (const source of sources) {
      const field = source.format === 'txt' ? 'text' : 'html'
      const locale = localeAmong(parts, source.locale)
      parts.set(locale, { ...parts.get(locale), [field]: compiled.get(source) ?? '' })
    }
    const { name, kind, content } = manifest
    return { folder, name, kind, content: { ...content, parts }, files }
  })
  const wrong = templates.flatMap((template) => wrongReferences(dir, template, templates))
  if (wrong.length > 0) throw filesWrong(wrong)
  return { dir, templates, entries }
}

/** Returns the folders that a template's tags name. */
export function referencesOf({ content }: LocalTemplate): ReadonlySet<string> {
  const texts = [...content.parts.values()].flatMap((part) => Object.values(part) as string[])
  const names = texts.flatMap((text) => [...referencesIn(text)].map(({ name }) => name))
  return new Set(names.filter((name) => !isTemplateId(name)))
}

/** Returns the file that contains a text of a template. */
export function sourceOf(
  { files: { sources } }: LocalTemplate,
  locale: string,
  field: 'html' | 'text',
): Source | undefined {
  return sources.find(
    (source) =>
      source.locale.toLowerCase() === locale.toLowerCase() &&
      (source.format === 'txt') === (field === 'text'),
  )
}

/** Finds a language among the parts. Language tags are case-insensitive. */
function localeAmong(parts: ReadonlyMap<string, Part>, locale: string): string {
  return [...parts.keys()].find((each) => each.toLowerCase() === locale.toLowerCase()) ?? locale
}

function wrongReferences(dir: string, template: LocalTemplate, all: readonly LocalTemplate[]): FileMistake[] {
  const folders = all.map(({ folder }) => folder)
  return [...template.content.parts].flatMap(([locale, part]) =>
    (['html', 'text'] as const).flatMap((field) => {
      const source = sourceOf(template, locale, field)
      const text = part[field] ?? ''
      const isPlain = source?.format === 'html' || source?.format === 'txt'
      return [...referencesIn(text)]
        .filter(({ name }) => !isTemplateId(name) && !folders.includes(name))
        .map(({ name, start }) => ({
          file: path.join(dir, template.folder, source?.file ?? ''),
          ...(isPlain && { line: lineOf(text, start) }),
          message: `names "${name}", which is no folder of a template.${suggestion(name, folders)}`,
        }))
    }),
  )
}
