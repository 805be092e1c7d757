import { keptValue, type Scope, type Surroundings, type Value, type Work } from './scope.js'
import { referenceOf, Unconvertible, valueOf } from './values.js'
import type { Block, LiteralExpression, Node, Partial, PathExpression, Program } from './tree.js'

const empty: Program = { body: [], blockParams: [] }

/** Returns the surroundings of a program, in which the partials that it defines have their names. */
export function withPartials(program: Program, around: Surroundings): Surroundings {
  const defined = program.body.filter(isPartial)
  if (defined.length === 0) return around
  const partials = new Map(around.partials)
  for (const { params, program: content } of defined) {
    partials.set(String((params[0] as LiteralExpression).value), content ?? empty)
  }
  return { ...around, partials }
}

/** Returns whether a statement is `{{#*inline "name"}}`. */
export function isPartial(node: Node): node is Block {
  const { type, path, params } = node as Block
  return (
    type === 'DecoratorBlock' &&
    (path as PathExpression).original === 'inline' &&
    params[0]?.type === 'StringLiteral'
  )
}

/**
 * Writes the content of a partial in the place of its call.
 *
 * @throws Unconvertible
 */
export function writePartial(node: Partial, around: Surroundings, work: Work): string {
  const name = (node.name as PathExpression).original as unknown
  const content = typeof name === 'string' ? around.partials.get(name) : undefined
  if (content === undefined) {
    const isBlock = node.type === 'PartialBlockStatement' && name !== '@partial-block'
    if (isBlock) return work.write(node.program, around)
    throw new Unconvertible(`the template has no partial \`${work.sourceOf(node.name)}\``)
  }
  if (around.inside.includes(content)) throw new Unconvertible(`the partial \`${String(name)}\` calls itself`)
  if (work.calls.left-- <= 0) throw new Unconvertible('the template has too many calls of partials')
  const indent = (node as { indent?: string }).indent ?? ''
  const partials = new Map(around.partials)
  partials.delete('@partial-block')
  if (node.type === 'PartialBlockStatement') partials.set('@partial-block', node.program ?? empty)
  const written = work.write(content, {
    ...around,
    partials,
    scope: scopeOf(node, around, work),
    inside: [...around.inside, content],
    named: new Map(),
    indent: around.indent + indent,
  })
  // The end of the last line begins none.
  return indent === ''
    ? written
    : indent + written.replace(new RegExp(`(?<=\n)${around.indent}${indent}$`), '')
}

function scopeOf({ params, hash }: Partial, around: Surroundings, work: Work): Scope {
  const [object] = params
  const scope: Scope =
    object === undefined
      ? around.scope
      : { reference: referenceOf(object, around, work, 'object'), parent: around.scope }
  if (hash === undefined) return scope
  const added = new Map<string, Value>(scope.added)
  for (const { key, value } of hash.pairs) {
    const given = valueOf(value, around, work)
    const [head, member = ''] = 'reference' in given ? given.reference.path : []
    // Loops of the partial have a `forloop` of their own.
    const isOfLoop = head === 'forloop' && around.loop !== undefined
    added.set(key, isOfLoop ? { reference: keptValue(around.loop, member, work.draft) } : given)
  }
  return { ...scope, added }
}
