import { keywords } from './keywords.js'
import type { Passage } from './markdown.js'
import type { Page } from './navigation.js'

/** A place that a search finds. The names are short, since browsers load all entries at once. */
export interface SearchEntry {
  /** The page's name. */
  readonly p: string
  /** The heading. */
  readonly h: string
  /** The address below `/docs/`. */
  readonly u: string
  /** The text of the section. */
  readonly t: string
  /** More words by which people look for it. */
  readonly k?: string
}

/** The entries of a page: one for each heading. */
export function entriesOf(page: Pick<Page, 'address' | 'name'>, passages: readonly Passage[]): SearchEntry[] {
  return passages.map(({ heading, slug, level, text }) => ({
    p: page.name,
    h: heading,
    u: level === 1 ? page.address : `${page.address}#${slug}`,
    t: text,
  }))
}

/**
 * Adds to the entries the words by which people look for them.
 *
 * @throws Error where there are such words for a place that is not there
 */
export function withKeywords(entries: readonly SearchEntry[]): SearchEntry[] {
  const places = new Set(entries.map(({ u }) => u))
  const lost = Object.keys(keywords).filter((place) => !places.has(place))
  if (lost.length > 0) throw new Error(`There are keywords for places that are gone: ${lost.join(', ')}`)
  return entries.map((entry) => {
    const words = keywords[entry.u]
    return words === undefined ? entry : { ...entry, k: words }
  })
}
