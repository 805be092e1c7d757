import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { describedContract } from './description.js'
import { redocLicences, redocScript } from './redoc.js'

/** A file that the page loads. */
export interface Asset {
  readonly type: string
  readonly body: Buffer
  readonly gzipped: Buffer
}

/** What the page loads, by the last part of its address, under a version that is another one when any of it changes. */
export interface Assets {
  readonly version: string
  readonly files: ReadonlyMap<string, Asset>
}

export const redocName = 'redoc.standalone.js'
export const startName = 'start.js'
export const descriptionName = 'openapi.json'

/**
 * Reads and compresses everything that the page loads: 1.5 MB, in a tenth of a second.
 *
 * @throws Error where Redoc's files are not there, because the build was not made by `npm run build`
 */
export async function loadAssets(baseUrl: string): Promise<Assets> {
  const javascript = 'text/javascript; charset=utf-8'
  const start = await readFile(new URL('browser/start.js', import.meta.url), 'utf8')
  const texts: [name: string, type: string, text: string][] = [
    [redocName, javascript, await redocScript()],
    // The program's first line names this file.
    [`${redocName}.LICENSE.txt`, 'text/plain; charset=utf-8', await redocLicences()],
    [startName, javascript, start],
    [descriptionName, 'application/json; charset=utf-8', JSON.stringify(describedContract(baseUrl))],
  ]
  const hash = createHash('sha256')
  const files = new Map<string, Asset>()
  for (const [name, type, text] of texts) {
    const body = Buffer.from(text)
    hash.update(name).update('\0').update(body)
    files.set(name, { type, body, gzipped: await promisify(gzip)(body) })
  }
  return { version: hash.digest('hex').slice(0, 16), files }
}
