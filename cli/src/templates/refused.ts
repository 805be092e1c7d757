import path from 'node:path'
import { printableLine } from '../../../base/text/printable.js'
import { CommandFailure } from '../mistakes.js'
import { ServiceRefusal, type RefusedValue } from '../request/errors.js'
import { lineInJson } from './folder/locate.js'
import { manifestFile } from './folder/names.js'
import { sourceOf, type LocalTemplate } from './local.js'
import { mistakeLine, type FileMistake } from './mistakes.js'
import { columnBefore } from './references.js'

/** Converts between the folders that files use and the ids that the service uses. */
export interface Names {
  readonly idOf: (folder: string) => string | undefined
  readonly folderOf: (id: string) => string | undefined
}

/** The maximum length of a line's excerpt, which is enough to recognize the line. */
const maxExcerpt = 100

/** Returns the error for content that the service refused, with the file, line and column of each mistake. */
export function refusedContent(error: unknown, dir: string, local: LocalTemplate, names: Names): unknown {
  if (!(error instanceof ServiceRefusal) || error.status !== 422 || error.details.length === 0) return error
  const mistakes = error.details.map((detail) => fileMistake(dir, local, detail, names))
  return new CommandFailure(`The service refused it.\n${mistakes.map(mistakeLine).join('\n')}`)
}

function fileMistake(
  dir: string,
  local: LocalTemplate,
  { path: pointer, message, line, column, templateId }: RefusedValue,
  { idOf, folderOf }: Names,
): FileMistake {
  const folder = path.join(dir, local.folder)
  const [, , ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const field = keys.at(-1)
  const locale = keys[0] === 'locales' ? (keys[1] ?? '') : ''
  const source = field === 'html' || field === 'text' ? sourceOf(local, locale, field) : undefined
  if (templateId !== undefined) {
    const at = line === undefined ? '' : `, at ${line}:${column ?? 1}`
    const other = folderOf(templateId) ?? templateId
    return { file: path.join(folder, source?.file ?? manifestFile), message: `${message} (in ${other}${at})` }
  }
  if (source === undefined || (field !== 'html' && field !== 'text')) {
    const at = lineInJson(local.files.manifestText, keys)
    return { file: path.join(folder, manifestFile), line: at, message: `${keys.join('.')} ${message}` }
  }
  const file = path.join(folder, source.file)
  if (line === undefined) return { file, message }
  const text = local.content.parts.get(partOf(local, locale))?.[field] ?? ''
  const own = column === undefined ? {} : { column: columnBefore(text, idOf, line, column) }
  if (source.format === 'html' || source.format === 'txt') return { file, line, ...own, message }
  const excerpt = printableLine((text.split('\n')[line - 1] ?? '').trim(), maxExcerpt)
  return { file, message: `${message}, in line ${line} of the HTML that it makes: ${excerpt}` }
}

function partOf({ content }: LocalTemplate, locale: string): string {
  return [...content.parts.keys()].find((each) => each.toLowerCase() === locale.toLowerCase()) ?? locale
}
