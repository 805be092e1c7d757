import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { redocFiles } from './redoc-files.js'

/** The picture beside Redoc's name, which the browser would load from a server of Redoc's makers. */
const REMOTE_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const NO_PICTURE = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'

/** Redoc's program for browsers. Nothing in it leads to another server but links that a reader follows. */
export async function redocScript(): Promise<string> {
  return (await readFile(fileOf(redocFiles.script), 'utf8')).replaceAll(REMOTE_PICTURE, NO_PICTURE)
}

/** The licences of Redoc and of what is bundled with it, which go where the program goes. */
export async function redocLicences(): Promise<string> {
  const files = [redocFiles.licence, redocFiles.notices]
  return (await Promise.all(files.map((file) => readFile(fileOf(file), 'utf8')))).join('\n\n')
}

/** In dist/ the build has put a copy beside this module, since users have no Redoc; the source takes the package's. */
function fileOf(file: string): string {
  const copy = fileURLToPath(new URL(`redoc/${path.basename(file)}`, import.meta.url))
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve(file)
}
