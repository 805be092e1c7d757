import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes what is beyond ASCII as escapes, wherever JavaScript knows them: in strings, templates, expressions and names.
 * In comments it does not matter. A text after a backslash stays, and so does one whose escapes a `raw` would show.
 */
export function asAscii(source: string): string {
  if (/\.raw\b/.test(source)) return source
  return source.replaceAll(/(?<!\\)[^\p{ASCII}]/gu, (letters) =>
    [...Array(letters.length).keys()]
      .map((at) => `\\u${letters.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/**
 * Loads modules as ASCII. V8 keeps the text of each file, with two bytes for every letter where one is beyond Latin-1,
 * and a letter of Latin-1 is two bytes on the disk, which takes the slow way into memory. The option `charset` of
 * esbuild leaves regular expressions, tagged templates and comments as they are.
 */
export function ascii(): Plugin {
  return {
    name: 'ascii',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        const contents = asAscii(text)
        if (contents === text) return undefined
        return { contents, loader: path.extname(file).endsWith('ts') ? 'ts' : 'js' }
      })
    },
  }
}
