import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { localService } from './addresses.js'
import { escaped } from './escape.js'
import { headingSlugs } from './headings/slugs.js'
import { highlighted } from './highlight.js'
import { pictureHtml, pictureOf } from './picture.js'

/** A part of a document: a heading and what stands below it, as text. */
export interface Passage {
  readonly heading: string
  readonly level: number
  readonly slug: string
  text: string
}

/** A document as a page has it. */
export interface Rendered {
  readonly title: string
  /** The subject of the page, on a line of Markdown without links: its first sentence, or else its headings. */
  readonly summary: string
  readonly html: string
  /** The first one has the title. */
  readonly passages: readonly Passage[]
}

export interface Links {
  /** The address that a link gets; undefined if the page shows its text alone. */
  readonly link: (href: string) => string | undefined
  readonly image: (href: string) => string
}

/**
 * Makes HTML of a Markdown document. HTML in the document is shown as text, but for pictures.
 *
 * @param former finds further anchors of a heading by its own: those that it had before it was renamed
 * @throws Error if the document has no title, which is its heading of the first level
 */
export function renderMarkdown(
  markdown: string,
  links: Links,
  former: (slug: string) => readonly string[] = () => [],
): Rendered {
  const slugOf = headingSlugs()
  const passages: Passage[] = []

  const heading: RendererObject['heading'] = function ({ tokens, depth }) {
    const heading = plainText(tokens)
    const slug = slugOf(heading)
    passages.push({ heading, level: depth, slug, text: '' })
    const anchor = `<a class="anchor" href="#${slug}" aria-label="Link to this heading">#</a>`
    const others = former(slug).map((id) => `<span id="${id}"></span>`)
    return `<h${depth} id="${slug}">${others.join('')}${this.parser.parseInline(tokens)} ${anchor}</h${depth}>\n`
  }
  const marked = new Marked({ gfm: true, renderer: { ...rendererOf(links), heading } })
  const tokens = marked.lexer(markdown)
  const html = withScrolledTables(marked.parser(tokens))
  collectText(tokens, passages)
  const [first] = passages
  if (first?.level !== 1) throw new Error('The document does not begin with a title.')
  return { title: first.heading, summary: firstSentenceOf(tokens) ?? headingsOf(passages), html, passages }
}

/**
 * Makes HTML of a part of a document, whose headings get no anchors.
 *
 * @param links where its links lead; as they are where it is left out, for descriptions whose links lead to other sites
 */
export function markdownFragment(markdown: string, links?: Links): string {
  const marked = links === undefined ? descriptions : fragmentsWith(links)
  return withScrolledTables(marked.parse(markdown, { async: false }))
}

const descriptions = fragmentsWith({ link: (href) => href, image: (href) => href })

function fragmentsWith(links: Links): Marked {
  return new Marked({ gfm: true, renderer: rendererOf(links) })
}

function rendererOf(links: Links): RendererObject {
  return {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const to = links.link(href)
      if (to === undefined) return text
      const elsewhere = /^https?:/.test(to) ? ' rel="noreferrer"' : ''
      return `<a href="${escaped(to)}"${elsewhere}>${text}</a>`
    },
    image: ({ href, text }) =>
      `<img src="${escaped(links.image(href))}" alt="${escaped(text)}" loading="lazy">`,
    // Focusable, because a reader without a mouse could not scroll it.
    code: ({ text, lang = '' }) =>
      `<pre tabindex="0"><code class="language-${escaped(lang)}">${highlighted(withOwnAddress(text), lang)}</code></pre>\n`,
    // A name as long as a column of a narrow page may break after an underscore.
    codespan: ({ text }) => `<code>${escaped(withOwnAddress(text)).replaceAll('_', '_<wbr>')}</code>`,
    html: ({ text }) => {
      const picture = pictureOf(text)
      return picture === undefined ? escaped(text) : pictureHtml(picture, links.image)
    },
  }
}

/** Puts the address of the service that shows a page in place of the one that the guides name. */
export function withOwnAddress(text: string): string {
  return text.replaceAll(ownAddress, baseUrlMark)
}

const ownAddress = new RegExp(`${localService.slice(0, -1)}(?!\\d)`, 'g')

/** Tables scroll within the page where they are too wide for it. */
function withScrolledTables(html: string): string {
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** Adds to each passage the text of what stands below its heading. */
function collectText(tokens: readonly Token[], passages: readonly Passage[]): void {
  let index = -1
  for (const token of tokens) {
    const passage = token.type === 'heading' ? passages[++index] : passages[index]
    if (token.type === 'heading' || passage === undefined) continue
    const text = plainText([token])
    if (text !== '') passage.text += (passage.text === '' ? '' : ' ') + text
  }
}

/** The first sentence of the paragraph below the title; undefined where another heading comes first. */
function firstSentenceOf(tokens: readonly Token[]): string | undefined {
  const [first] = tokens.slice(1).filter(({ type }) => type !== 'space')
  if (first?.type !== 'paragraph') return undefined
  const text = (first as Tokens.Paragraph).tokens.map((token) =>
    token.type === 'codespan' ? token.raw : textOf(token),
  )
  const [sentence = ''] = oneLine(text.join('')).split(/(?<=\.) /)
  return sentence.replace(/:$/, '.')
}

function headingsOf(passages: readonly Passage[]): string {
  const headings = passages.filter(({ level }) => level === 2).map(({ heading }) => heading)
  return `${headings.join(', ')}.`
}

/** The text of tokens without their marks, on one line. */
function plainText(tokens: readonly Token[]): string {
  return oneLine(tokens.map(textOf).join(''))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ')
    }
    case 'list':
      return (token as Tokens.List).items.map(({ tokens }) => plainText(tokens)).join(' ')
    case 'blockquote':
      return plainText((token as Tokens.Blockquote).tokens)
    case 'html':
      return pictureOf(token.raw) === undefined ? token.raw : ' '
    case 'br':
    case 'space':
      return ' '
    default: {
      const { tokens, text = '' } = token as { tokens?: Token[]; text?: string }
      return tokens === undefined ? text : tokens.map(textOf).join('')
    }
  }
}
