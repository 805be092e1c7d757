/**
 * The items under a changelog's headings of one name (keepachangelog.com), each in one line.
 *
 * @param changelog Markdown
 */
export function itemsUnder(heading: 'Deprecated' | 'Removed', changelog: string): string[] {
  return changelog
    .split(/^#+ /m)
    .filter((section) => (section.split('\n')[0] ?? '').trim() === heading)
    .flatMap((section) => section.split(/^- /m).slice(1))
    .map((item) => item.replace(/\s+/g, ' ').trim())
}

/**
 * Returns true if an item says that security or law demands the change that it announces, and why: `(security: it
 * leaked addresses)`. Nothing else ends something sooner than promised.
 */
export function isException(item: string): boolean {
  return /\((security|law): [^)]*[^)\s][^)]*\)/.test(item)
}
