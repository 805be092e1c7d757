import { defaultLocale } from './rendering/compiling/source.js'

/**
 * Chooses the content for a language: that of the same tag, compared without case, else of each more general tag (RFC
 * 4647, section 3.4: `de` for `de-AT`), else the default content.
 *
 * @param locales tags that there is content for
 * @returns one of these tags, or {@link defaultLocale}
 */
export function bestLocale(locales: readonly string[], wanted: string | undefined): string {
  let tag = wanted?.toLowerCase() ?? ''
  while (tag !== '') {
    const range = tag
    const found = locales.find((locale) => locale.toLowerCase() === range)
    if (found !== undefined) return found
    const cut = tag.lastIndexOf('-')
    // A single letter before the cut belongs to what follows it.
    tag = cut < 0 ? '' : tag.slice(0, tag.charAt(cut - 2) === '-' ? cut - 2 : cut)
  }
  return defaultLocale
}

/** Most characters of a language tag that is looked up, as in the contract. */
const longestTag = 35

/**
 * Reads the language of a contact from its property `locale`. Many systems write the tag as POSIX does, with an
 * underscore.
 *
 * @returns undefined if the property is missing or is no text
 */
export function localeOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  const { locale } = properties
  if (typeof locale !== 'string' || locale.length > longestTag) return undefined
  return locale.replaceAll('_', '-')
}
