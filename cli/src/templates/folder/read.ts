import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../arguments/sources.js'
import { UsageError } from '../../mistakes.js'
import type { FileMistake } from '../mistakes.js'
import { parseManifest, type Manifest } from './manifest.js'
import { bodyFile, bodyIn, isFolderName, manifestFile, type HtmlFormat } from './names.js'

/** A body and its file. */
export interface Source {
  /** The file's name: body.de.mjml */
  readonly file: string
  readonly locale: string
  readonly format: HtmlFormat | 'txt'
  readonly text: string
}

/** A template as its folder has it. */
export interface TemplateFolder {
  readonly folder: string
  readonly manifest: Manifest
  /** The text of its template.json. */
  readonly manifestText: string
  readonly sources: readonly Source[]
}

/** The maximum number of bytes to read from a file, which is more than a body can have. */
const maxBytes = 4_000_000

/**
 * Reads the template folders in a folder. Ignores folders without a template.json.
 *
 * @param dir as the user typed it; a folder that does not exist counts as empty
 * @throws UsageError if the folder cannot be read
 */
export async function readTemplates(
  dir: string,
): Promise<{ templates: TemplateFolder[]; mistakes: FileMistake[]; folders: string[] }> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new UsageError(`${dir} cannot be read (${codeOf(error)}).`)
  })
  const mistakes: FileMistake[] = []
  const templates: TemplateFolder[] = []
  const names = entries.map(({ name }) => name).sort()
  for (const folder of names.filter((name) => !name.startsWith('.') && name !== 'node_modules')) {
    const found = await readTemplate(dir, folder, mistakes)
    if (found !== undefined) templates.push(found)
  }
  mistakes.push(
    ...doubles(dir, templates, ({ folder }) => folder.toLowerCase(), 'is the same folder on some systems'),
    ...doubles(dir, templates, ({ manifest }) => manifest.name, 'has the same name'),
  )
  return { templates, mistakes, folders: names }
}

function doubles(
  dir: string,
  templates: readonly TemplateFolder[],
  keyOf: (template: TemplateFolder) => string,
  words: string,
): FileMistake[] {
  const first = new Map<string, string>()
  return templates.flatMap((template) => {
    const key = keyOf(template)
    const other = first.get(key)
    if (other === undefined) first.set(key, template.folder)
    const file = path.join(dir, template.folder, manifestFile)
    return other === undefined ? [] : [{ file, message: `${words} as ${other}` }]
  })
}

async function readTemplate(
  dir: string,
  folder: string,
  mistakes: FileMistake[],
): Promise<TemplateFolder | undefined> {
  const where = path.join(dir, folder)
  const reading = { where, mistakes }
  if (!(await lstat(where)).isDirectory()) return undefined
  const files = (await readdir(where)).sort()
  if (!files.includes(manifestFile)) return undefined
  if (!isFolderName(folder)) {
    mistakes.push({ file: where, message: 'a folder has letters, digits, dots, hyphens and underscores' })
    return undefined
  }
  const manifestText = await readText(reading, manifestFile)
  const manifest =
    manifestText === undefined
      ? undefined
      : parseManifest(manifestText, folder, (line, message) =>
          mistakes.push({ file: path.join(where, manifestFile), line, message }),
        )
  const sources: Source[] = []
  for (const file of files.filter((name) => name.startsWith('body.'))) {
    const body = bodyIn(file)
    if (body === undefined) {
      const message =
        'is no body: these are body.html, body.mjml, body.tsx, body.jsx, body.txt, body.de.html …'
      mistakes.push({ file: path.join(where, file), message })
      continue
    }
    const text = await readText(reading, file)
    const key = bodyFile(body.locale.toLowerCase(), body.format === 'txt' ? 'text' : 'html')
    const other = sources.find((each) => keyOf(each) === key)
    if (other !== undefined)
      mistakes.push({ file: path.join(where, file), message: `is the same body as ${other.file}` })
    if (text !== undefined) sources.push({ file, ...body, text })
  }
  if (manifest === undefined || manifestText === undefined) return undefined
  return { folder, manifest, manifestText, sources }
}

function keyOf({ locale, format }: Source): string {
  return bodyFile(locale.toLowerCase(), format === 'txt' ? 'text' : 'html')
}

async function readText(
  { where, mistakes }: { readonly where: string; readonly mistakes: FileMistake[] },
  name: string,
): Promise<string | undefined> {
  const file = path.join(where, name)
  try {
    const found = await lstat(file)
    // A link could point to a file that the user does not want to send.
    if (!found.isFile()) throw new Error('is no file')
    if (found.size > maxBytes) throw new Error(`has more than ${maxBytes} bytes`)
    if (found.size === 0) throw new Error('is empty')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const words = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : message
    mistakes.push({ file, message: error instanceof Error && 'errno' in error ? codeOf(error) : words })
    return undefined
  }
}
