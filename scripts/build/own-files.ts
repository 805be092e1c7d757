import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Modules find the files beside them by `import.meta.url`. In a bundle that names the chunk, so this plugin puts in the
 * module's own place in the output folder instead. Each such module has to end up in a chunk directly in that folder.
 *
 * @param places by folder of sources, where its paths are in the output folder
 */
export function ownFiles(places: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'own-files',
    setup(build) {
      const folders = Object.entries(places).map(([folder, place]) => ({
        folder: path.resolve(folder),
        place,
      }))
      const replaced = new Set<string>()
      build.initialOptions.metafile = true
      build.onLoad({ filter: /\.[jt]s$/ }, async ({ path: file }) => {
        const found = folders.find(({ folder }) => file.startsWith(folder + path.sep))
        if (found === undefined) return undefined
        const text = await readFile(file, 'utf8')
        if (!text.includes('import.meta.url')) return undefined
        replaced.add(path.relative(process.cwd(), file))
        const own = JSON.stringify(
          path.join(found.place, path.relative(found.folder, file)).replaceAll(path.sep, '/'),
        )
        return {
          contents: text.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`),
          loader: path.extname(file) === '.ts' ? 'ts' : 'js',
        }
      })
      build.onEnd(({ metafile }) => {
        const output = build.initialOptions.outdir ?? ''
        for (const [chunk, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
          const found = Object.keys(inputs).find((file) => replaced.has(file))
          if (found !== undefined && path.resolve(path.dirname(chunk)) !== path.resolve(output)) {
            throw new Error(`${found} finds files beside it, but is bundled into ${chunk}, a folder too deep`)
          }
        }
      })
    },
  }
}
