/**
 * Makes the anchors of a document's headings, as GitHub makes them, so that a link works in both places.
 *
 * @returns a function to call with the text of each heading in order
 */
export function headingSlugs(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
