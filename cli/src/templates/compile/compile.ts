import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommandFailure } from '../../mistakes.js'
import type { Source, TemplateFolder } from '../folder/read.js'
import type { FileMistake } from '../mistakes.js'
import { nearestModules, packagesOfMjml, packagesOfReact } from './packages.js'
import { programs, type Outcome } from './programs.js'
import { runProgram, type Compiling } from './run-program.js'

/**
 * Returns the HTML of a body that is written in another format.
 *
 * @param dir as the user typed it
 * @returns undefined if there are mistakes, which are added to the list
 */
export async function compileBody(
  dir: string,
  template: TemplateFolder,
  source: Source,
  { compiling, mistakes }: { readonly compiling: Compiling; readonly mistakes: FileMistake[] },
): Promise<string | undefined> {
  const file = path.join(dir, template.folder, source.file)
  const isMjml = source.format === 'mjml'
  const folder = path.resolve(dir, template.folder)
  const packages = isMjml ? packagesOfMjml(folder) : packagesOfReact(folder)
  if ('missing' in packages) {
    mistakes.push({ file, message: packages.missing })
    return undefined
  }
  try {
    const outcome = await inDraft(folder, isMjml, (draft, outcome) =>
      runProgram(
        isMjml ? programs.mjml : programs.react,
        { file: path.resolve(file), draft, outcome, packages: packages.found, props: propsOf(template) },
        compiling,
      ),
    )
    return htmlOf(outcome, file, isMjml, mistakes)
  } catch (error) {
    if (!(error instanceof CommandFailure) || compiling.signal.aborted) throw error
    mistakes.push({ file, message: error.message })
    return undefined
  }
}

function htmlOf(
  { html, mistakes: found = [] }: Outcome,
  file: string,
  isMjml: boolean,
  mistakes: FileMistake[],
): string | undefined {
  mistakes.push(...found.map((mistake) => ({ file, ...mistake })))
  if (found.length > 0) return undefined
  if (typeof html === 'string' && html !== '') return isMjml ? html : withPlainLiquid(html)
  mistakes.push({ file, message: 'makes no HTML' })
  return undefined
}

/** Provides names for the files that a program writes. Deletes both files afterwards. */
async function inDraft<T>(
  folder: string,
  isMjml: boolean,
  work: (draft: string, outcome: string) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(path.join(tmpdir(), 'postseal-'))
  const modules = isMjml ? undefined : nearestModules(folder)
  const cache = path.join(modules ?? own, '.cache', 'postseal')
  const draft = path.join(cache, `${randomBytes(8).toString('hex')}.mjs`)
  try {
    await mkdir(cache, { recursive: true }).catch(() => undefined)
    return await work(draft, path.join(own, 'outcome.json'))
  } finally {
    await rm(draft, { force: true })
    await rm(own, { recursive: true, force: true })
  }
}

/** Returns the properties of a component. Each variable that is shown unchanged gets its placeholder as its value. */
function propsOf({ manifest }: TemplateFolder): Readonly<Record<string, string>> {
  const shown = manifest.content.variables.filter(({ type = 'string' }) =>
    ['string', 'number', 'any'].includes(type),
  )
  return Object.fromEntries(shown.map(({ name }) => [name, `{{ ${name} }}`]))
}

/** Undoes React's escapes within Liquid, because `{{ name | default: &#x27;you&#x27; }}` is a mistake. */
function withPlainLiquid(html: string): string {
  const characters = new Map([
    ['&#x27;', "'"],
    ['&quot;', '"'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&amp;', '&'],
  ])
  return html.replace(/\{\{[^]*?\}\}|\{%[^]*?%\}/g, (liquid) =>
    liquid.replace(/&(?:#x27|quot|lt|gt|amp);/g, (entity) => characters.get(entity) ?? entity),
  )
}
