import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { targetOf } from './addresses.js'
import { article, assetAddress, framed, waysOn } from './layout.js'
import { renderMarkdown } from './markdown.js'
import { pages, type Page } from './navigation.js'
import { entriesOf, type SearchEntry } from './search-index.js'

/** Writes pages by their addresses, and returns what a search finds on them. */
type BuildMore = (write: (address: string, html: string) => Promise<void>) => Promise<SearchEntry[]>

/**
 * Makes the documentation's pages of the Markdown in the repository, with what they load. Run it in the repository's
 * root.
 *
 * @param folder is replaced; gets `pages/`, the pages by their addresses, and `assets/`
 * @param buildMore makes the pages that are not of Markdown
 */
export async function buildPages(folder: string, buildMore: BuildMore): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const entries: SearchEntry[] = []
  for (const page of pages) entries.push(...(await buildPage(page, folder)))

  // Where places are as good as each other, a search shows guides before what they lead to.
  entries.sort((a, b) => Number(isSecondary(a)) - Number(isSecondary(b)))
  entries.push(...(await buildMore((address, html) => write(folder, address, html))))
  await writeFile(path.join(folder, 'assets/search.json'), JSON.stringify(entries))
}

function isSecondary({ u }: SearchEntry): boolean {
  return u.startsWith('sdk/') || u.startsWith('changelog')
}

/** @returns what a search finds on the page */
async function buildPage(page: Page, folder: string): Promise<SearchEntry[]> {
  const { source, address } = page
  const images: string[] = []
  const { title, html, passages } = renderMarkdown(await readFile(source, 'utf8'), {
    link: (link) => {
      const target = targetOf(source, address, link)
      return target === 'no page' ? undefined : target.href
    },
    image: (image) => {
      images.push(path.join(path.dirname(source), image))
      return assetAddress(address, path.basename(image))
    },
  })
  for (const image of images) await copyFile(image, path.join(folder, 'assets', path.basename(image)))
  const description = passages[0]?.text.split(/(?<=\.) /)[0] ?? ''
  const head = address === '' ? movedReference(address) : ''
  const body = article(html, passages, waysOn(address, pages))
  await write(folder, address, framed({ address, title, description, head, body }))
  return entriesOf(page, passages)
}

/** Links from before there were guides lead to headings of the reference at this address. */
function movedReference(address: string): string {
  return `<script src="${assetAddress(address, 'moved.js')}" data-reference="docs/api"></script>\n`
}

async function write(folder: string, address: string, html: string): Promise<void> {
  const file = path.join(folder, 'pages', `${address === '' ? 'index' : address}.html`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, html)
}
