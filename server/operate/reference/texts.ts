import { LRUCache } from 'lru-cache'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { gzippedContent, tagged, type TaggedContent } from '../../platform/http/reply/content.js'
import { baseUrlMark, textSeparator, versionMark, type BuiltTexts } from './built-pages.js'

/**
 * Returns a text for programs by its path below the service's address: language models read `llms.txt` and
 * `docs/errors.md`, feed readers `docs/changelog.atom`.
 */
export type Texts = (path: string) => Promise<TaggedContent | undefined>

const fullText = 'llms-full.txt'

const types: ReadonlyMap<string, string> = new Map([
  ['.md', 'text/markdown; charset=utf-8'],
  ['.atom', 'application/atom+xml; charset=utf-8'],
])

/** Limit of the cache in bytes; the full text takes less than half of it. */
const maxBytes = 2 * 1024 * 1024

const unpack = promisify(brotliDecompress)

/**
 * Unpacks a text when it is requested, and caches those that were requested last.
 *
 * @param baseUrl URL of the service as seen from outside, without a trailing slash
 * @param version version of the files that pages load
 */
export function servedTexts({ index, bundles }: BuiltTexts, baseUrl: string, version: string): Texts {
  const places = new Map(
    index.bundles.flatMap((names, bundle) => names.map((name, at) => [name, { bundle, at }] as const)),
  )
  // The address occurs in the links of Markdown, in the cells of tables, and within quotes of samples.
  const address = baseUrl.replace(/['()|]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

  async function textsOf(bundle: number): Promise<string[]> {
    const unpacked = await unpack(bundles[bundle] ?? Buffer.alloc(0))
    return unpacked.toString().split(textSeparator)
  }

  async function textOf(path: string): Promise<string> {
    const place = places.get(path)
    return place === undefined ? '' : ((await textsOf(place.bundle))[place.at] ?? '')
  }

  /** Returns the guides in one, each below its address. */
  async function wholeText(): Promise<string> {
    const texts: string[] = []
    let unpacked: { readonly bundle: number; readonly texts: readonly string[] } | undefined
    for (const path of index.all) {
      const place = places.get(path)
      if (place === undefined) continue
      const { bundle, at } = place
      if (unpacked?.bundle !== bundle) unpacked = { bundle, texts: await textsOf(bundle) }
      texts.push(`Page: ${baseUrlMark}/${path}\n\n${unpacked.texts[at] ?? ''}`)
    }
    return texts.join('\n---\n\n')
  }

  async function contentOf(path: string): Promise<TaggedContent> {
    const text = await (path === fullText ? wholeText() : textOf(path))
    // XML, and the HTML that is text in it, would take & for the beginning of a character's name.
    const own = path.endsWith('.atom') ? address.replaceAll('&', '%26') : address
    const marked = text.replaceAll(versionMark, version).replaceAll(baseUrlMark, () => own)
    const type = types.get(extname(path)) ?? 'text/plain; charset=utf-8'
    return tagged(await gzippedContent(type, Buffer.from(marked)))
  }

  const served = new LRUCache<string, TaggedContent>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0),
    fetchMethod: contentOf,
  })
  return async (path) => (places.has(path) || path === fullText ? served.fetch(path) : undefined)
}
