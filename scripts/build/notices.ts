import type { Metafile, Plugin } from 'esbuild'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Writes the names, versions and licences of all packages in a bundle to one file: licences ask for that. */
export function notices(file: string): Plugin {
  return {
    name: 'notices',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(async ({ metafile }) => {
        if (metafile !== undefined) await writeNotices(file, metafile)
      })
    },
  }
}

/** The same, for a bundle that was built without the plugin. */
export async function writeNotices(file: string, metafile: Metafile): Promise<void> {
  const texts = await Promise.all(packagesOf(metafile).map(noticeOf))
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `Postseal contains these packages:\n\n${texts.sort().join('\n')}`)
}

/** The folders of the packages whose files are in the bundle. */
function packagesOf({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.map((name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined)
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see its licence'})`
  return `${'-'.repeat(80)}\n${title}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`
}
