/** The file of a template that describes it. */
export const manifestFile = 'template.json'

/** The formats of an HTML body. All but HTML are compiled. */
export const htmlFormats = ['html', 'mjml', 'tsx', 'jsx'] as const
export type HtmlFormat = (typeof htmlFormats)[number]

const bodyName = /^body(?:\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}))?\.(html|mjml|tsx|jsx|txt)$/
const localeTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/
const folderName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u
const ofWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const maxSlug = 60

/** Returns the body that a file of a template's folder holds; undefined if it is no body. */
export function bodyIn(
  file: string,
): { readonly locale: string; readonly format: HtmlFormat | 'txt' } | undefined {
  const [, locale = '', format] = bodyName.exec(file) ?? []
  return format === undefined ? undefined : { locale, format: format as HtmlFormat | 'txt' }
}

/** Returns the name of the file that a body is written to: `body.de.html`. */
export function bodyFile(locale: string, field: 'html' | 'text'): string {
  return `body${locale === '' ? '' : `.${locale}`}.${field === 'html' ? 'html' : 'txt'}`
}

/** Tells whether a text is a language tag, which can stand in the name of a file. */
export function isLocaleTag(text: string): boolean {
  return localeTag.test(text)
}

/** Tells whether a folder of this name can be that of a template on every system, and be named in Liquid. */
export function isFolderName(name: string): boolean {
  return folderName.test(name) && !name.endsWith('.') && !ofWindows.test(name) && !/^tpl_/.test(name)
}

/**
 * Returns a folder for a template by its name, which may be any text: letters of ASCII, digits and hyphens.
 *
 * @param taken the existing folders, in lower case; the new one is added
 */
export function folderFor(name: string, taken: Set<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
    .replace(/^-+|-+$/g, '')
  const slug = isFolderName(words) ? words : words === '' ? 'template' : `template-${words}`
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? slug : `${slug}-${number}`
    if (taken.has(folder)) continue
    taken.add(folder)
    return folder
  }
}
