import { Parser } from 'htmlparser2'
import { FactCollector, type HtmlFacts } from './html-facts.js'

/**
 * Largest depth of elements. The parser looks for the element that a tag closes among all that are open, so its time
 * would grow with the square of what a stranger sends. Elements of a mail are not nested that deep.
 */
const maxDepth = 500
const chunkLength = 1024

/**
 * Reads the facts of an HTML, in a time that grows with its length alone.
 *
 * @returns `tooDeep` if elements are nested too deep; the facts are those before that place
 */
export function readHtml(html: string): { readonly facts: HtmlFacts; readonly tooDeep: boolean } {
  const facts = new FactCollector()
  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      facts.open(name, attributes)
    },
    ontext: (text) => facts.text(text),
    onclosetag: (name) => {
      depth -= 1
      facts.close(name)
    },
  })
  for (let at = 0; at < html.length; at += chunkLength) {
    if (depth > maxDepth) return { facts, tooDeep: true }
    parser.write(html.slice(at, at + chunkLength))
  }
  parser.end()
  return { facts, tooDeep: false }
}
