/** The facts in the HTML of a mail that placement depends on. */
export interface HtmlFacts {
  readonly links: readonly Link[]
  readonly images: readonly Image[]
  /** Numbers of elements that clients drop, by their names; `link` is that of a style sheet. */
  readonly dropped: ReadonlyMap<string, number>
  /** CSS in `style` attributes that clients drop. */
  readonly declarations: ReadonlySet<'position' | 'flex or grid' | 'background-image'>
  readonly webFonts: boolean
  /** Length of all `style` elements together, in characters. */
  readonly styleLength: number
  /** Number of characters that people read, without blanks. */
  readonly letters: number
}

export interface Link {
  readonly href: string
  /** Beginning of the link's visible text. */
  readonly text: string
}

export interface Image {
  readonly src: string
  /** Alternative text; undefined if it has none. */
  readonly alt: string | undefined
}

const droppedElements = new Set(['script', 'iframe', 'form', 'video', 'audio', 'object', 'embed'])
/** Elements whose text is not shown. */
const unseen = new Set(['style', 'script', 'title', 'template', 'noscript'])
const maxTextOfLink = 200
/** Number of links and images that are listed, which bounds the memory. */
const maxListed = 5_000
const fontHosts = /@font-face|fonts\.googleapis\.com|use\.typekit\.net/i
const longestHost = 20

/** Collects the facts from the elements and texts of an HTML, in the order of the document. */
export class FactCollector implements HtmlFacts {
  readonly links: { href: string; text: string }[] = []
  readonly images: Image[] = []
  readonly dropped = new Map<string, number>()
  readonly declarations = new Set<'position' | 'flex or grid' | 'background-image'>()
  webFonts = false
  styleLength = 0
  letters = 0
  /** Link whose text is being read. */
  #link: { href: string; text: string } | undefined
  /** Last characters of a style: its text comes in pieces. */
  #styleEnd = ''
  /** Element whose text is not shown. */
  #unseen: string | undefined

  /**
   * @param name name in lower case, as the names of attributes are
   */
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void {
    const { style, href, src, alt, rel } = attributes
    if (unseen.has(name)) this.#unseen ??= name
    if (name === 'a') {
      this.#link = href === undefined ? undefined : { href, text: '' }
      if (this.#link !== undefined && this.links.length < maxListed) this.links.push(this.#link)
    }
    if (name === 'img' && this.images.length < maxListed) this.images.push({ src: src ?? '', alt })
    const isStyleSheet = name === 'link' && /\bstylesheet\b/i.test(rel ?? '')
    if (isStyleSheet && fontHosts.test(href ?? '')) this.webFonts = true
    if (droppedElements.has(name) || isStyleSheet) this.dropped.set(name, (this.dropped.get(name) ?? 0) + 1)
    if (style !== undefined) this.#readStyle(style)
  }

  text(text: string): void {
    if (this.#unseen === 'style') {
      this.styleLength += text.length
      const read = this.#styleEnd + text
      if (fontHosts.test(read)) this.webFonts = true
      this.#styleEnd = read.slice(-longestHost)
    }
    if (this.#unseen !== undefined) return
    this.letters += text.replace(/\s+/g, '').length
    const link = this.#link
    if (link !== undefined && link.text.length < maxTextOfLink)
      link.text += text.slice(0, maxTextOfLink - link.text.length)
  }

  close(name: string): void {
    if (name === this.#unseen) this.#unseen = undefined
    if (name === 'a') this.#link = undefined
  }

  #readStyle(style: string): void {
    for (const declaration of style.split(';')) {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase()
      if (property === 'position' && !value.startsWith('static')) this.declarations.add('position')
      if (property === 'display' && /^(?:inline-)?(?:flex|grid)\b/.test(value))
        this.declarations.add('flex or grid')
      if (property.startsWith('background') && value.includes('url('))
        this.declarations.add('background-image')
    }
  }
}
