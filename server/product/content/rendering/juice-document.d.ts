/** juice without what fetches style sheets. */
declare module 'juice/client.js' {
  import juice from 'juice'
  export default juice
}

/** juice parses HTML by this, and has no types for it. */
declare module 'juice/lib/cheerio.js' {
  interface StyleElement {
    readonly attribs: Readonly<Record<string, string>>
  }
  interface Selection {
    toArray(): StyleElement[]
    text(): string
    text(content: string): void
    remove(): void
    removeAttr(name: string): void
  }
  type Document = (selected: string | StyleElement) => Selection

  /**
   * Parses HTML, changes the document and writes it.
   *
   * @returns the HTML as it is after `change`
   */
  export default function inDocument(
    html: string,
    options: object,
    change: (document: Document) => void,
  ): string
}
