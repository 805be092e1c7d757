import { Marked, type Token, type Tokens } from 'marked'
import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { localService } from './addresses.js'
import { renderMarkdown, type Links } from './markdown.js'
import { withPlainPictures } from './picture.js'

const marked = new Marked({ gfm: true })

/**
 * Gives a Markdown document other links and leaves the rest as it is, but for the spaces that line up tables.
 *
 * @param links where they lead instead; the text of a link that gets none stays
 * @throws Error where the outcome would read as another document
 */
export function rewriteMarkdown(document: string, links: Links): string {
  const markdown = withPlainPictures(document)
  const rewritten = marked
    .lexer(markdown)
    .map((token) => rewrittenBlock(token, links))
    .join('')
  const shown = (text: string, through: Links) => withLocalService(renderMarkdown(text, through).html)
  const before = shown(markdown, {
    link: (href) => optional(links.link(href), withLocalService),
    image: (href) => withLocalService(links.image(href)),
  })
  const after = shown(withLocalService(rewritten), { link: (href) => href, image: (href) => href })
  if (before !== after)
    throw new Error(`The links of a document cannot be rewritten: ${differenceOf(before, after)}`)
  return rewritten
}

/** The mark of the service's address is none that Markdown takes for one. */
function withLocalService(text: string): string {
  return text.replaceAll(`${baseUrlMark}/`, localService)
}

function rewrittenBlock(block: Token, links: Links): string {
  let rest = block.type === 'table' ? leanTable(block.raw) : block.raw
  let done = ''
  for (const token of linksAndCode([block])) {
    const found = spaced(token.raw).exec(rest)
    if (found === null) throw new Error(`A link is not where it was: ${token.raw}`)
    done += rest.slice(0, found.index) + (replacementOf(token, links) ?? found[0])
    rest = rest.slice(found.index + found[0].length)
  }
  return done + rest
}

/** Links, images and code in the order of the text. Code may have in it what looks like a link. */
function linksAndCode(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (['link', 'image', 'code', 'codespan'].includes(token.type)) return [token]
    if (token.type === 'list') return linksAndCode((token as Tokens.List).items)
    if (token.type !== 'table') return linksAndCode((token as { tokens?: Token[] }).tokens ?? [])
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].flat().flatMap((cell) => linksAndCode(cell.tokens))
  })
}

/** @returns undefined for what stays as it is */
function replacementOf(token: Token, links: Links): string | undefined {
  if (token.type === 'image') return `![${token['text']}](${links.image((token as Tokens.Image).href)})`
  if (token.type !== 'link') return undefined
  const { href, text, raw } = token as Tokens.Link
  const to = links.link(href)
  if (to === undefined || to === href) return to === href ? undefined : text
  // What reads as an address of the service's is one of this service.
  return `[${raw.startsWith('[') ? text : text.replace(localService, `${baseUrlMark}/`)}](${to})`
}

/** Finds text in a document where it may stand on other lines, further in, or in a table with its pipes escaped. */
function spaced(text: string): RegExp {
  const words = text
    .split(/\s+/)
    .map((word) =>
      word.replace(/[.*+?^${}()|[\]\\]/g, (character) => `${character === '|' ? '\\\\?' : ''}\\${character}`),
    )
  return new RegExp(words.join('[\\s>]+'))
}

/** A table without the spaces and lines that only make its columns even. */
function leanTable(table: string): string {
  return table.replace(/ {2,}(?=\||$)/gm, ' ').replace(/-{4,}/g, '---')
}

function optional<T>(value: T | undefined, change: (value: T) => T): T | undefined {
  return value === undefined ? undefined : change(value)
}

/** Returns the place at which two texts begin to differ. */
function differenceOf(before: string, after: string): string {
  const at = [...before].findIndex((character, index) => character !== after[index])
  return `"${before.slice(at, at + 80)}" became "${after.slice(at, at + 80)}".`
}
