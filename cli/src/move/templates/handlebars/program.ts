import { literal } from '../liquid/literal.js'
import { writeBlock } from './blocks.js'
import { writeMustache } from './mustaches.js'
import { isPartial, withPartials, writePartial } from './partials.js'
import type { Surroundings, Work } from './scope.js'
import { Unconvertible } from './values.js'
import type { Block, Content, Mustache, Node, Partial, PathExpression, Program } from './tree.js'

/** Longest text of a conversion. Partials in each other could multiply without end. */
const maxText = 4_000_000

/** Writes the statements of a program in Liquid. Those without a counterpart stay as they are. */
export function writeProgram(program: Program | undefined, outside: Surroundings, work: Work): string {
  if (program === undefined) return ''
  const around = withPartials(program, outside)
  let text = ''
  for (const node of program.body) {
    try {
      if (text.length > maxText) throw new Unconvertible('the template grows too long by its partials')
      text += writeStatement(node, around, work)
    } catch (error) {
      if (!(error instanceof Unconvertible)) throw error
      text += work.leave(node, error.message)
      if (text.length > maxText) break
    }
  }
  return text
}

function writeStatement(node: Node, around: Surroundings, work: Work): string {
  switch (node.type) {
    case 'ContentStatement': {
      const { value } = node as Content
      return literal(around.indent === '' ? value : value.replace(/\n/g, `\n${around.indent}`))
    }
    case 'CommentStatement':
      return ''
    case 'MustacheStatement':
      return writeMustache(node as Mustache, around, work)
    case 'BlockStatement': {
      if (work.sourceOf(node).startsWith('{{{{')) return writeRaw(node as Block)
      return writeBlock(node as Block, around, work)
    }
    case 'PartialStatement':
    case 'PartialBlockStatement':
      return writePartial(node as Partial, around, work)
    default:
      if (isPartial(node)) return ''
      throw new Unconvertible('decorators have no counterpart')
  }
}

/** Writes `{{{{raw}}}}`, whose content is shown as it is. */
function writeRaw({ path, params, program }: Block): string {
  const { original } = path as PathExpression
  if (original !== 'raw' || params.length > 0)
    throw new Unconvertible(`there is no counterpart of the block \`${original}\``)
  return (program?.body ?? []).map((node) => literal((node as Content).value)).join('')
}
