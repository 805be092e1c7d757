import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { redocFiles } from './redoc-files.js'

/** The picture beside Redoc's name, which the browser would load from a server of Redoc's makers. */
const REMOTE_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
/** No picture: Redoc leaves out one that cannot be shown. */
const NO_PICTURE = 'data:,'

/** Redoc's program for browsers. Nothing in it leads to another server but links that a reader follows. */
export async function redocScript(): Promise<string> {
  return (await readFile(fileOf(redocFiles.script), 'utf8')).replaceAll(REMOTE_PICTURE, NO_PICTURE)
}

/** The licences of Redoc and of what is bundled with it, which go where the program goes. */
export async function redocLicences(): Promise<string> {
  const files = [redocFiles.licence, redocFiles.notices]
  return (await Promise.all(files.map((file) => readFile(fileOf(file), 'utf8')))).join('\n\n')
}

/**
 * In dist/ the build has put a copy beside this module, since users have no Redoc; the source takes the
 * package's.
 */
function fileOf(file: string): string {
  const copy = fileURLToPath(new URL(`redoc/${path.basename(file)}`, import.meta.url))
  if (existsSync(copy)) return copy
  const require = createRequire(import.meta.url)
  return path.join(path.dirname(require.resolve('redoc/package.json')), file)
}
