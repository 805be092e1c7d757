import type { Metafile, Plugin } from 'esbuild'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Icons that `npm run icons` copies out of their package, with its licence beside them. */
const icons = 'console/icons'

/** The notices of the packages in some bundles, in one file: their names, versions and licences, which ask for that. */
export class Notices {
  readonly #folders = new Set<string>()
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** A plugin that adds what esbuild bundles. */
  plugin(): Plugin {
    return {
      name: 'notices',
      setup: (build) => {
        build.initialOptions.metafile = true
        build.onEnd(async ({ metafile }) => {
          if (metafile !== undefined) await this.add(metafile)
        })
      },
    }
  }

  /** Adds the packages of a bundle, and writes the file with them. */
  async add(metafile: Metafile): Promise<void> {
    for (const folder of foldersOf(metafile)) this.#folders.add(folder)
    const texts = await Promise.all([...this.#folders].map(noticeOf))
    await mkdir(path.dirname(this.#file), { recursive: true })
    await writeFile(
      this.#file,
      `Postseal contains these packages:\n\n${[...new Set(texts)].sort().join('\n')}`,
    )
  }
}

/** The folders of the packages whose files are in a bundle, and that of the icons. */
function foldersOf({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.map((name) =>
    name.startsWith(`${icons}/`) ? icons : /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0],
  )
  return [...new Set(folders)].filter((folder) => folder !== undefined)
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = folder === icons ? await manifestOfIcons() : await manifestIn(folder)
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see its licence'})`
  return `${'-'.repeat(80)}\n${title}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`
}

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Their module says in its first line which package and version it was made from. */
async function manifestOfIcons(): Promise<Manifest> {
  const source = await readFile(path.join(icons, 'icons.ts'), 'utf8')
  const [, name, version] = /^\/\/ Made from (\S+) (\S+) by /.exec(source) ?? []
  if (name === undefined || version === undefined)
    throw new Error(`${icons} does not say what it was made from.`)
  return { name, version, license: 'ISC' }
}
