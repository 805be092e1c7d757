import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  gzippedContent,
  tagged,
  type Content,
  type TaggedContent,
} from '../../platform/http/reply/content.js'
import { html } from '../../platform/http/pages/html.js'
import { baseUrlMark, partMarks, readBuiltPages, versionMark, type LinkedPart } from './built-pages.js'
import { servedTexts, type Texts } from './texts.js'

/** The documentation in the form in which it is served. */
export interface Documentation {
  /** Returns a page by its address below `/docs/`; undefined if there is none. */
  readonly page: (address: string) => Promise<TaggedContent | undefined>
  /** Returns texts for language models; undefined if there is none at a path. */
  readonly text: Texts
  /** Files that pages load, by the last part of their addresses. */
  readonly assets: ReadonlyMap<string, Content>
  /** Part of the addresses of assets, which changes when any of them does. */
  readonly version: string
}

const types: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.txt': 'text/plain; charset=utf-8',
    '.png': 'image/png',
  }),
)

/**
 * Reads the pages, and compresses the files that they load. A page itself is compressed when it is requested.
 *
 * @param baseUrl URL of the service as seen from outside, without a trailing slash
 * @param parts parts of the service to which the pages lead
 * @param folder folder of the pages; by default the build's
 * @throws Error if there are no pages, because the build was not made by `npm run build`
 */
export async function loadDocumentation(
  baseUrl: string,
  parts: readonly LinkedPart[],
  folder?: string,
): Promise<Documentation> {
  const { pages: left, assets: built, texts } = await readBuiltPages(folder)
  const files = [...built, ...(await browserFiles())]
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(name).update('\0').update(content)
  const version = hash.digest('hex').slice(0, 16)

  const assets = new Map<string, Content>()
  for (const { name, content } of files) {
    assets.set(name, await contentOf(types.get(path.extname(name)) ?? 'application/octet-stream', content))
  }
  // Samples contain the address in quotes.
  const quotable = baseUrl.replaceAll("'", '%27')
  const pages = new Map<string, TaggedContent>()
  const page = async (address: string) => {
    const made = pages.get(address)
    const built = left.get(address)
    if (made !== undefined || built === undefined) return made
    const text = withParts(built.toString(), parts)
      .replaceAll(versionMark, version)
      .replaceAll(baseUrlMark, () => html`${quotable}`.source)
    const page = tagged(await contentOf('text/html; charset=utf-8', Buffer.from(text)))
    pages.set(address, page)
    left.delete(address)
    return page
  }
  return { page, text: servedTexts(texts, baseUrl, version), assets, version }
}

/** Leaves out of a page what leads to parts that the service does not have. */
function withParts(page: string, parts: readonly LinkedPart[]): string {
  let text = page
  for (const [part, [begin, end]] of Object.entries(partMarks)) {
    const pieces = text.split(begin).map((piece, at) => (at === 0 ? ['', piece] : piece.split(end)))
    const isThere = parts.some((name) => name === part)
    text = pieces.map(([within = '', after = '']) => (isThere ? within : '') + after).join('')
  }
  return text
}

/** Returns our own scripts and style sheets. They are served without their folders. */
async function browserFiles(): Promise<{ name: string; content: Buffer }[]> {
  const folder = fileURLToPath(new URL('browser/', import.meta.url))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({
      name,
      content: await readFile(path.join(parentPath, name)),
    })),
  )
}

async function contentOf(type: string, body: Buffer): Promise<Content> {
  // A picture is compressed already.
  return type === 'image/png' ? { type, body } : gzippedContent(type, body)
}
