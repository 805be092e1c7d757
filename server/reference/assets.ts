import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzippedContent, tagged, type Content, type TaggedContent } from '../http/reply/content.js'
import { readBuiltPages, versionMark } from './built-pages.js'
import { describedContract } from './description.js'
import { redocLicences, redocScript } from './redoc.js'

/** The documentation as it is served. */
export interface Documentation {
  /** By the address below `/docs/`. */
  readonly pages: ReadonlyMap<string, TaggedContent>
  /** What pages load, by the last part of its address. */
  readonly assets: ReadonlyMap<string, Content>
  /** In the addresses of assets: it is another one when any of them changes. */
  readonly version: string
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
}

/**
 * Reads and compresses everything that the pages are made of: 2 MB, in some tenths of a second.
 *
 * @throws Error where the pages or Redoc's files are not there, because the build was not made by `npm run
 *   build`
 */
export async function loadDocumentation(baseUrl: string): Promise<Documentation> {
  const built = await readBuiltPages()
  const files = [
    ...built.assets,
    ...(await browserFiles()),
    { name: 'redoc.standalone.js', content: Buffer.from(await redocScript()) },
    // The program's first line names this file.
    { name: 'redoc.standalone.js.LICENSE.txt', content: Buffer.from(await redocLicences()) },
    { name: 'openapi.json', content: Buffer.from(JSON.stringify(describedContract(baseUrl))) },
  ]
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(name).update('\0').update(content)
  const version = hash.digest('hex').slice(0, 16)

  const assets = new Map<string, Content>()
  for (const { name, content } of files) {
    assets.set(name, await contentOf(types[path.extname(name)] ?? 'application/octet-stream', content))
  }
  const pages = new Map<string, TaggedContent>()
  for (const [address, html] of built.pages) {
    const content = await contentOf(
      'text/html; charset=utf-8',
      Buffer.from(html.replaceAll(versionMark, version)),
    )
    pages.set(address, tagged(content))
  }
  return { pages, assets, version }
}

/** The scripts and style sheets of our own. */
async function browserFiles(): Promise<{ name: string; content: Buffer }[]> {
  const folder = new URL('browser/', import.meta.url)
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(new URL(name, folder)) })))
}

async function contentOf(type: string, body: Buffer): Promise<Content> {
  // A picture is compressed already.
  return type === 'image/png' ? { type, body } : gzippedContent(type, body)
}
