import juice from 'juice'
import { madePiece, type Piece } from './pieces.js'

// juice would leave out what stands between the braces of two values.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name]

/** Whether HTML has rules to inline. */
const hasRules = /<style[\s>]/i

/**
 * Writes the rules of `<style>` into the elements' `style` attributes. Media queries, fonts and the like
 * stay. Nothing is fetched: links to style sheets stay links.
 */
export function inlineCss(html: string): string {
  return hasRules.test(html) ? juice(html) : html
}

/** Which element is the first, or comes after another, depends on loops and conditions. */
const dependsOnOrder = /<style[^>]*>[^<]*(:(first|last|nth|only|empty|not|has)\b|[+~])[^<]*<\/style/i

/** Whether the rules that apply could differ from one render to the next. */
function dependsOnRender(marked: string, mark: string): boolean {
  if (dependsOnOrder.test(marked)) return true
  if (new RegExp(`<style[^>]*>[^<]*${mark}`, 'i').test(marked)) return true
  return (marked.match(/<[a-z][^<>]*>/gi) ?? []).some((tag) => {
    if (!tag.includes(mark)) return false
    // A whole attribute, a class or an id that a tag or an output makes.
    const bare = tag.replace(/\s(?!class|id)[\w:-]+\s*=\s*("[^"]*"|'[^']*')/gi, '')
    if (bare.includes(mark)) return true
    // Declarations that a tag adds or leaves out are no declarations to a parser of CSS.
    return new RegExp(`\\sstyle\\s*=\\s*("[^"]*|'[^']*)${mark}\\d+t`, 'i').test(tag)
  })
}

/**
 * Inlines CSS in a template, with marks in place of its tags and outputs.
 *
 * @returns undefined where that could give another mail than inlining after rendering, or the marks do not
 *   come through: juice mangles Liquid in styles
 */
export function inlineBeforeRender(pieces: readonly Piece[]): Piece[] | undefined {
  const texts = pieces.map(({ kind, text }) => (kind === 'text' ? text : '')).join('')
  if (!hasRules.test(texts)) return [...pieces]
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

/** A word that no text has. It is the same for the same texts. */
function markFor(texts: string): string {
  for (let n = 0; ; n += 1) {
    const mark = `lq${n}m`
    if (!texts.includes(mark)) return mark
  }
}
