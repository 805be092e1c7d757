import juice from 'juice/client.js'
import { newestEdition, type Edition } from '../compiling/content.js'
import { madePiece, type Piece } from '../compiling/pieces.js'
import { hasStyles, inlineStyles } from './inline-styles.js'

/**
 * Writes the rules of `<style>` into the elements' `style` attributes, and leaves rules that match no element yet.
 * Nothing is fetched: links to style sheets stay links.
 */
export function inlineCss(html: string, edition: Edition = newestEdition): string {
  if (!hasStyles.test(html)) return html
  return edition === 1 ? juice(html) : inlineStyles(html)
}

/**
 * Matches selectors whose result depends on loops and conditions: which element is the first, or comes after another.
 */
const dependsOnOrder = /:(first|last|nth|only|empty|not|has)\b|[+~]/i

/** Returns whether the rules that apply could differ from one render to the next. */
function dependsOnRender(marked: string, mark: string): boolean {
  if (stylesIn(marked).some((css) => dependsOnOrder.test(css) || css.includes(mark))) return true
  return (marked.match(/<[a-z][^<>]*>/gi) ?? []).some((tag) => {
    if (!tag.includes(mark)) return false
    // A mark outside of other attributes' values stands for a whole attribute, a class or an id.
    const bare = tag.replace(/\s(?!class|id)[\w:-]+\s*=\s*("[^"]*"|'[^']*')/gi, '')
    if (bare.includes(mark)) return true
    // Declarations that a tag adds or leaves out are no declarations to a parser of CSS.
    return new RegExp(`\\sstyle\\s*=\\s*("[^"]*|'[^']*)${mark}\\d+t`, 'i').test(tag)
  })
}

/** Returns the text of each style element of HTML, with its attributes. */
function stylesIn(html: string): string[] {
  const [, ...styles] = html.split(/<style(?=[\s>])/i)
  return styles.map((rest) => rest.slice(0, rest.search(/<\/style|$/i)))
}

/**
 * Inlines CSS in a template, with marks in place of its tags and outputs.
 *
 * @returns undefined if that could give another mail than inlining after rendering, or a mark is lost on the way
 */
export function inlineBeforeRender(pieces: readonly Piece[]): Piece[] | undefined {
  const texts = pieces.map(({ kind, text }) => (kind === 'text' ? text : '')).join('')
  if (!hasStyles.test(texts)) return [...pieces]
  const mark = markFor(texts)
  const liquid = pieces.filter(({ kind }) => kind !== 'text')
  let count = 0
  const marked = pieces
    .map(({ kind, text }) => (kind === 'text' ? text : `${mark}${count++}${kind[0]}`))
    .join('')
  if (dependsOnRender(marked, mark)) return undefined

  const parts = inlineCss(marked).split(new RegExp(`${mark}(\\d+)[to]`))
  const inOrder = liquid.every((_, index) => parts[2 * index + 1] === String(index))
  if (parts.length !== 2 * liquid.length + 1 || !inOrder) return undefined
  return parts.flatMap((part, index) => {
    const piece = index % 2 === 1 ? liquid[Number(part)] : undefined
    return piece ?? (part === '' ? [] : madePiece(part))
  })
}

/** Returns a word that no text has. It is the same for the same texts. */
function markFor(texts: string): string {
  for (let n = 0; ; n += 1) {
    const mark = `lq${n}m`
    if (!texts.includes(mark)) return mark
  }
}
