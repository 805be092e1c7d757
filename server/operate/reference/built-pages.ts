import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file that pages load. */
export interface BuiltFile {
  readonly name: string
  readonly content: Buffer
}

/** The documentation as the build has made it. */
export interface BuiltPages {
  /** HTML by the page's address below `/docs/`, with the marks of this module in it. */
  readonly pages: Map<string, Buffer>
  readonly assets: readonly BuiltFile[]
  readonly texts: BuiltTexts
}

/** Pages for language models and the feed of releases, compressed in bundles. */
export interface BuiltTexts {
  readonly index: TextIndex
  /** Bundles in the order of the index: texts with separators between, compressed with brotli. */
  readonly bundles: readonly Buffer[]
}

/** Index of the bundles' content. */
export interface TextIndex {
  /** Paths of each bundle's texts below the service's address, such as `docs/errors.md`. */
  readonly bundles: readonly (readonly string[])[]
  /** Paths of the texts in `llms-full.txt`, in its order. */
  readonly all: readonly string[]
}

export const textIndexName = 'index.json'
/** Separator between the texts of a bundle. */
export const textSeparator = '\0'

/** Mark that the build writes for the version of the files that a page loads. */
export const versionMark = '@VERSION@'
/** Mark that the build writes for the address of the service. */
export const baseUrlMark = '@BASEURL@'
/** Marks that the build writes around what a page has only where the service has the part of that name. */
export const partMarks = {
  console: ['<!--console-->', '<!--/console-->'],
  sink: ['<!--sink-->', '<!--/sink-->'],
} as const

/** Parts of the service to which the pages lead, and which not every process has. */
export type LinkedPart = keyof typeof partMarks

/**
 * Reads the pages of the documentation and the files that they load: 6.5 MB. All of it is read at once: an upgrade
 * may replace the files while this process still answers.
 *
 * @param folder folder of the build's output
 * @throws Error if there is none, because the build was not made by `npm run build`
 */
export async function readBuiltPages(folder = builtFolder()): Promise<BuiltPages> {
  const pages = new Map<string, Buffer>()
  const inPages = path.join(folder, 'pages')
  for (const entry of await readdir(inPages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const address = path
      .relative(inPages, file)
      .replaceAll(path.sep, '/')
      .replace(/\.html$/, '')
    pages.set(address === 'index' ? '' : address, await readFile(file))
  }
  const inAssets = path.join(folder, 'assets')
  const assets = await Promise.all(
    (await readdir(inAssets)).map(async (name) => ({
      name,
      content: await readFile(path.join(inAssets, name)),
    })),
  )
  return { pages, assets, texts: await readTexts(path.join(folder, 'texts')) }
}

async function readTexts(folder: string): Promise<BuiltTexts> {
  const index = JSON.parse(await readFile(path.join(folder, textIndexName), 'utf8')) as TextIndex
  const bundles = await Promise.all(
    index.bundles.map((_names, number) => readFile(path.join(folder, `${number}.br`))),
  )
  return { index, bundles }
}

/**
 * Returns the folder of the pages. In dist/ they are beside this module; the source takes those of the last build.
 */
function builtFolder(): string {
  const beside = fileURLToPath(new URL('built/', import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../../dist/operate/reference/built/', import.meta.url))
}
