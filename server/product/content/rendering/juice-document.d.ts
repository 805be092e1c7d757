/** juice without what fetches style sheets. */
declare module 'juice/client.js' {
  import juice from 'juice'
  export default juice
}

/** What juice reads CSS with, and has no types for. */
declare module 'juice/lib/utils.js' {
  interface Declaration {
    readonly name?: string
    readonly value?: string
  }
  interface Selector {
    readonly text: string
    tokens?: object
    parsed: (this: Selector) => object | undefined
  }
  interface Utilities {
    Selector: { prototype: Selector }
    parseCSS: (css: string) => [selector: string, declarations: Declaration[]][]
  }
  const utilities: Utilities
  export default utilities
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
