import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { baseUrlMark, versionMark } from '../../server/operate/reference/built-pages.js'
import { feedPath, markdownLink, markdownPath, pageLink, targetOf } from './addresses.js'
import { changelogFeed } from './feed.js'
import { formerSlugs } from './headings/renamed.js'
import { article, assetAddress, framed, waysOn } from './layout.js'
import { isInFullText, llmsText, type ListedPage } from './llms.js'
import { renderMarkdown, withOwnAddress, type Links } from './markdown.js'
import { changelog, pages, type Page } from './navigation.js'
import { rewriteMarkdown } from './rewritten.js'
import { entriesOf, withKeywords, type SearchEntry } from './search-index.js'
import { writeTextBundles } from './text-bundles.js'

/** A page as it is written. */
export interface WrittenPage extends ListedPage {
  readonly html: string
  readonly markdown: string
}

/** Writes pages, and returns what a search finds on them. */
type BuildMore = (write: (page: WrittenPage) => Promise<void>) => Promise<SearchEntry[]>

/**
 * Makes the documentation's pages of the Markdown in the repository, with what they load. Run it in the repository's
 * root.
 *
 * @param folder is replaced; gets `pages/`, the pages by their addresses, `assets/`, and `texts/` for language models
 * @param buildMore makes the pages that are not of Markdown
 */
export async function buildPages(folder: string, buildMore: BuildMore): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const written: WrittenPage[] = []
  const write = async (page: WrittenPage) => {
    written.push(page)
    await writeHtml(folder, page)
  }
  const entries: SearchEntry[] = []
  for (const page of pages) entries.push(...(await buildPage(page, folder, write)))

  // Where places are as good as each other, a search shows guides before what they lead to.
  entries.sort((a, b) => Number(isSecondary(a)) - Number(isSecondary(b)))
  entries.push(...(await buildMore(write)))
  await writeFile(path.join(folder, 'assets/search.json'), JSON.stringify(withKeywords(entries)))
  await writeTexts(path.join(folder, 'texts'), written)
}

/** Writes what programs read: the feed of releases, and for language models a list of all pages, and each page. */
async function writeTexts(folder: string, written: readonly WrittenPage[]): Promise<void> {
  const texts = new Map([['llms.txt', llmsText(written)]])
  for (const { address, markdown } of written) texts.set(markdownPath(address), `${markdown.trim()}\n`)
  texts.set(feedPath, changelogFeed(changelog.source, await readFile(changelog.source, 'utf8')))
  const all = written.filter(isInFullText).map(({ address }) => markdownPath(address))
  await writeTextBundles(folder, texts, all)
}

function isSecondary({ u }: SearchEntry): boolean {
  return u.startsWith('sdk/') || u.startsWith('changelog')
}

/** @returns what a search finds on the page */
async function buildPage(
  page: Page,
  folder: string,
  write: (page: WrittenPage) => Promise<void>,
): Promise<SearchEntry[]> {
  const { source, address, name } = page
  const images: string[] = []
  const text = await readFile(source, 'utf8')
  const links: Links = {
    link: (link) => pageLink(address, targetOf(source, link)),
    image: (image) => {
      images.push(path.join(path.dirname(source), image))
      return assetAddress(address, path.basename(image))
    },
  }
  const { title, summary, html, passages } = renderMarkdown(text, links, (slug) => formerSlugs(address, slug))
  for (const image of images) await copyFile(image, path.join(folder, 'assets', path.basename(image)))
  const description = summary.replaceAll('`', '')
  const head = address === '' ? movedReference(address) : ''
  const body = article(html, passages, waysOn(address, pages))
  await write({
    address,
    name,
    about: summary,
    html: framed({ address, title: address === '' ? 'Documentation' : title, description, head, body }),
    markdown: withOwnAddress(
      rewriteMarkdown(text, {
        link: (link) => markdownLink(targetOf(source, link)),
        image: (image) => `${baseUrlMark}/docs/${versionMark}/${path.basename(image)}`,
      }),
    ),
  })
  return entriesOf(page, passages)
}

/** Links from before there were guides lead to headings of the reference at this address. */
function movedReference(address: string): string {
  return `<script src="${assetAddress(address, 'moved.js')}" data-reference="docs/api"></script>\n`
}

async function writeHtml(folder: string, { address, html }: WrittenPage): Promise<void> {
  const file = path.join(folder, 'pages', `${address === '' ? 'index' : address}.html`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, html)
}
