/** Declares juice without the part that fetches style sheets. */
declare module 'juice/client.js' {
  import juice from 'juice'
  export default juice
}

/** Declares juice's reader of CSS, which has no types. */
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

/** Declares juice's replacement of CSS variables, which has no types. */
declare module 'juice/lib/variables.js' {
  /** An element of a document, with the declarations that apply to it. */
  export type StyledElement = object
  interface Variables {
    replaceVariables: (element: StyledElement, value: string) => string
    /** Returns the value that an element or else the nearest one around it gives a variable. */
    readonly findVariableValue: (element: StyledElement, variable: string) => string | undefined
  }
  const variables: Variables
  export default variables
}

/** Declares juice's parser of HTML, which has no types. */
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
   * @returns the HTML after `change`
   */
  export default function inDocument(
    html: string,
    options: object,
    change: (document: Document) => void,
  ): string
}
