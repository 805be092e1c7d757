/** What stands between the braces of a placeholder. */
export type PlaceholderName = 'confirm_url' | 'list_name'

/** A text in its parts, in the order in which they stand: what is text, and what a placeholder is named. */
type Part = { readonly text: string } | { readonly name: string }

/**
 * Takes a text apart at its `{{...}}`. One that is never closed is text. It goes through the text once, whatever stands
 * in it: a pattern would look for the end of each beginning anew.
 */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (;;) {
    const begin = template.indexOf('{{', at)
    const end = begin < 0 ? -1 : template.indexOf('}}', begin + 2)
    if (end < 0) return [...parts, { text: template.slice(at) }]
    parts.push({ text: template.slice(at, begin) }, { name: template.slice(begin + 2, end).trim() })
    at = end + 2
  }
}

/** The names of all placeholders of a text, known or not. */
export function placeholdersOf(template: string): string[] {
  return partsOf(template).flatMap((part) => ('name' in part ? [part.name] : []))
}

/**
 * Fills a text in. What is filled in is not looked through again, whatever braces it has.
 *
 * @param valueOf what stands for each name, in the form that this text takes
 */
export function fillIn(template: string, valueOf: (name: PlaceholderName) => string): string {
  return partsOf(template)
    .map((part) => ('text' in part ? part.text : valueOf(part.name as PlaceholderName)))
    .join('')
}
