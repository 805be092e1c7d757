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
