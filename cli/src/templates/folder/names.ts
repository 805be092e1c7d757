/** The file that describes a template. */
export const manifestFile = 'template.json'

/** The formats for an HTML body. All except HTML are compiled. */
export const htmlFormats = ['html', 'mjml', 'tsx', 'jsx'] as const
export type HtmlFormat = (typeof htmlFormats)[number]

const bodyName = /^body(?:\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}))?\.(html|mjml|tsx|jsx|txt)$/
const localeTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/
const folderName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u
const ofWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const maxSlug = 60

/** Returns the body that a file in a template's folder has, or undefined if the file is not a body. */
export function bodyIn(
  file: string,
): { readonly locale: string; readonly format: HtmlFormat | 'txt' } | undefined {
  const [, locale = '', format] = bodyName.exec(file) ?? []
  return format === undefined ? undefined : { locale, format: format as HtmlFormat | 'txt' }
}

/** Returns the name of the file for a body: `body.de.html`. */
export function bodyFile(locale: string, field: 'html' | 'text'): string {
  return `body${locale === '' ? '' : `.${locale}`}.${field === 'html' ? 'html' : 'txt'}`
}

/** Returns whether a text is a language tag that can be part of a file name. */
export function isLocaleTag(text: string): boolean {
  return localeTag.test(text)
}

/** Returns whether a template folder can have this name on every system, and Liquid can name it. */
export function isFolderName(name: string): boolean {
  return folderName.test(name) && !name.endsWith('.') && !ofWindows.test(name) && !/^tpl_/.test(name)
}

/**
 * Returns a folder name for a template's name, which can be any text. Folder names have ASCII letters, digits and
 * hyphens.
 *
 * @param taken the existing folders, in lower case; the new folder is added
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
