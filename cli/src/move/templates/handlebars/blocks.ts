import { choice, comparison, join, type Branch, type Condition } from '../liquid/condition.js'
import { itemNameOf } from '../liquid/draft.js'
import { local, textOf, type Reference } from '../liquid/reference.js'
import type { Loop, Surroundings, Value, Work } from './scope.js'
import {
  conditionOf,
  conditionOfHelper,
  isPath,
  referenceOf,
  simpleName,
  Unconvertible,
  valueOf,
} from './values.js'
import type { Block, Call, Node, PathExpression, Program } from './tree.js'

/**
 * Writes a block.
 *
 * @throws Unconvertible
 */
export function writeBlock(node: Block, around: Surroundings, work: Work): string {
  const name = simpleName(node.path)
  if (name === 'each' && node.params.length === 1) return writeEach(node, around, work)
  if (name === 'with' && node.params.length === 1) return writeWith(node, around, work)
  const branches: Branch[] = []
  let block: Block | undefined = node
  let otherwise = ''
  while (block !== undefined) {
    branches.push(branchOf(block, around, work))
    const next = chained(block.inverse)
    if (next === undefined) otherwise = work.write(block.inverse, around)
    block = next
  }
  return choice(branches, otherwise)
}

/** Returns the block of an `{{else if …}}`. */
function chained(inverse: Program | undefined): Block | undefined {
  const [only] = inverse?.body ?? []
  const isChained = (inverse as { chained?: boolean } | undefined)?.chained === true
  if (!isChained || inverse?.body.length !== 1 || only?.type !== 'BlockStatement') return undefined
  const name = simpleName((only as Block).path)
  return name === 'each' || name === 'with' ? undefined : (only as Block)
}

function branchOf(node: Block, around: Surroundings, work: Work): Branch {
  const name = simpleName(node.path)
  const [condition] = node.params
  if ((name === 'if' || name === 'unless') && condition !== undefined && node.params.length === 1) {
    const isNegated = name === 'unless'
    const test = withZero(node, conditionOf(condition, around, work))
    return {
      condition: test,
      isNegated,
      content: work.write(node.program, isNegated ? around : known(condition, around, work)),
    }
  }
  const compared = name === undefined ? undefined : conditionOfHelper(name, node.params, around, work)
  if (compared !== undefined) {
    const inner = name === 'and' ? node.params.reduce((all, each) => known(each, all, work), around) : around
    return { condition: compared, content: work.write(node.program, inner) }
  }
  if (node.params.length > 0 || !isPath(node.path))
    throw new Unconvertible(`there is no counterpart of the block \`${work.sourceOf(node.path)}\``)
  return branchOfValue(node, around, work)
}

/** Adds the hash argument `includeZero=true` to a condition. */
function withZero(node: Block, condition: Condition): Condition {
  const hasZero = (node.hash?.pairs ?? []).some(
    ({ key, value }) => key === 'includeZero' && (value as { value?: unknown }).value === true,
  )
  return hasZero ? { ...condition, text: condition.text.replace(/ and \S+ != 0$/, '') } : condition
}

/** Writes `{{^value}}`, and `{{#value}}` if its content is the same for a list, an object and a flag. */
function branchOfValue(node: Block, around: Surroundings, work: Work): Branch {
  const reference = referenceOf(node.path, around, work, 'any')
  const text = textOf(reference)
  const content = node.program?.body ?? []
  if (content.some(({ type }) => type !== 'ContentStatement' && type !== 'CommentStatement'))
    throw new Unconvertible(
      `\`{{#${work.sourceOf(node.path)}}}\` differs for lists, objects and flags: use each, with or if`,
    )
  if (content.length > 0)
    return { condition: { before: '', text }, content: work.write(node.program, around) }
  const condition = join([{ before: '', text }, comparison(text, '!=', 'empty')], 'and', work.draft)
  return { condition, content: '' }
}

/** Adds the values that are present where a condition is fulfilled. */
function known(node: Node, around: Surroundings, work: Work): Surroundings {
  if (node.type === 'SubExpression') {
    const { path, params } = node as Call
    return simpleName(path) === 'and' ? params.reduce((all, each) => known(each, all, work), around) : around
  }
  if (!isPath(node)) return around
  const value = valueOf(node, around, work)
  return 'reference' in value ? withPresent(value.reference, around) : around
}

function withPresent(reference: Reference, around: Surroundings): Surroundings {
  return { ...around, present: new Set([...around.present, textOf(reference)]) }
}

function named(node: Block, values: readonly (Loop | Value)[], around: Surroundings): Surroundings['named'] {
  const names = node.program?.blockParams ?? []
  return new Map([
    ...around.named,
    ...names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const])),
  ])
}

function writeWith(node: Block, around: Surroundings, work: Work): string {
  const reference = referenceOf(node.params[0] as Node, around, work, 'object')
  const text = textOf(reference)
  const isSame = text === textOf(around.scope.reference)
  const inner = {
    ...withPresent(reference, around),
    scope: isSame ? around.scope : { reference, parent: around.scope },
    named: named(node, [{ reference }], around),
  }
  const content = work.write(node.program, inner)
  if (around.present.has(text)) return content
  const condition = join([{ before: '', text }, comparison(text, '!=', "''")], 'and', work.draft)
  return choice([{ condition, content }], work.write(node.inverse, around))
}

function writeEach(node: Block, around: Surroundings, work: Work): string {
  const isObject = goesThroughObject(node)
  const list = referenceOf(node.params[0] as Node, around, work, isObject ? 'object' : 'array')
  const text = textOf(list)
  const name = work.draft.newName(isObject ? 'entry' : itemNameOf(list))
  const item = isObject ? local(name, '1') : local(name)
  const key = isObject ? local(name, '0') : undefined
  const loop: Loop = { parent: around.loop, key, keeps: new Map() }
  const content = work.write(node.program, {
    ...withPresent(item, withPresent(list, around)),
    scope: { reference: item, parent: around.scope },
    loop,
    named: named(node, [{ reference: item }, key === undefined ? loop : { reference: key }], around),
    present: new Set([...around.present, text, textOf(item), ...(key === undefined ? [] : [textOf(key)])]),
  })
  const keeps = [...loop.keeps].map(([member, kept]) => `{% assign ${kept} = forloop.${member} %}`).join('')
  const written = `{% for ${name} in ${text} %}${keeps}${content}{% endfor %}`
  const otherwise = work.write(node.inverse, around)
  if (otherwise === '' && around.present.has(text)) return written
  const isThere: Condition = { before: '', text }
  const condition =
    otherwise === '' ? isThere : join([isThere, comparison(text, '!=', 'empty')], 'and', work.draft)
  return choice([{ condition, content: written }], otherwise)
}

/** Returns whether the items have names, not positions: whether the block shows them. */
function goesThroughObject({ program }: Block): boolean {
  const name = program?.blockParams?.[1]
  if (name !== undefined) {
    if (/^(key|name)$|(_key|_name|Key|Name)$/.test(name)) return true
    if (!/^([inj]|idx|index|pos|position|no|nr|num|number)$|(_index|_idx|Index|Idx)$/.test(name))
      throw new Unconvertible(`\`${name}\` can be a position or a key: call it index or key`)
  }
  return readsKey(program)
}

function readsKey(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(readsKey)
  const { type, data, depth, parts, path, params } = node as {
    readonly [Name in keyof (PathExpression & Block)]?: (PathExpression & Block)[Name]
  }
  if (type === 'PathExpression') return data === true && depth === 0 && parts?.[0] === 'key'
  if (type === 'BlockStatement' && path !== undefined && simpleName(path) === 'each') return readsKey(params)
  return Object.entries(node).some(([name, value]) => name !== 'loc' && readsKey(value))
}
