import { defaultLocale } from './rendering/source.js'

/**
 * Chooses the content for a language by the lookup of RFC 4647, section 3.4: the tag itself, then each more
 * general one, whatever the case of their letters. Content in no matching language is the default content.
 *
 * @param available the tags that there is content for
 * @param wanted the tag to look for; undefined is none
 * @returns a tag as it stands in `available`, or {@link defaultLocale}
 */
export function chooseLocale(available: readonly string[], wanted: string | undefined): string {
  if (wanted === undefined) return defaultLocale
  const byTag = new Map(available.map((tag) => [tag.toLowerCase(), tag]))
  let subtags = wanted.toLowerCase().split('-')
  while (subtags.length > 0) {
    const found = byTag.get(subtags.join('-'))
    if (found !== undefined) return found
    // A subtag of one character introduces the next one and says nothing alone.
    subtags = subtags.slice(0, subtags.at(-2)?.length === 1 ? -2 : -1)
  }
  return defaultLocale
}

/** The longest language tag that is looked up, as in the contract. */
const longestTag = 35

/**
 * Reads the language of a contact from its property `locale`. Many systems write the tag as POSIX does, with
 * an underscore.
 *
 * @returns undefined where the property is missing or is no text
 */
export function localeOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  const { locale } = properties
  if (typeof locale !== 'string' || locale === '' || locale.length > longestTag) return undefined
  return locale.replaceAll('_', '-')
}
