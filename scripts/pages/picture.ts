import { escaped } from './escape.js'

/** A picture that has another one for readers who prefer dark pages. Code hosts show it as it is in the document. */
export interface Picture {
  readonly src: string
  readonly dark: string
  readonly alt: string
}

const form =
  '<picture>\\s*<source media="\\(prefers-color-scheme: dark\\)" srcset="([^"]+)">\\s*' +
  '<img src="([^"]+)" alt="([^"]+)">\\s*</picture>'
const whole = new RegExp(`^${form}\\s*$`)
const anywhere = new RegExp(`^${form}$`, 'gm')

/** Returns the picture that a block of HTML in a document is; undefined if it is something else. */
export function pictureOf(html: string): Picture | undefined {
  const [, dark, src, alt] = whole.exec(html) ?? []
  return dark === undefined || src === undefined || alt === undefined ? undefined : { dark, src, alt }
}

/**
 * Returns a picture as HTML.
 *
 * @param image the address that an image gets
 */
export function pictureHtml({ src, dark, alt }: Picture, image: (href: string) => string): string {
  return `<picture>
<source media="(prefers-color-scheme: dark)" srcset="${escaped(image(dark))}">
<img src="${escaped(image(src))}" alt="${alt}">
</picture>
`
}

/** Returns a document with its pictures in Markdown, which has no place for the dark ones. */
export function withPlainPictures(markdown: string): string {
  return markdown.replace(anywhere, (_html, _dark: string, src: string, alt: string) => `![${alt}](${src})`)
}
