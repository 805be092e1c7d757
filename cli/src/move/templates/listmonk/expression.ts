import { comparison, flag, join, truthy, type Condition } from '../liquid/condition.js'
import type { Draft } from '../liquid/draft.js'
import { quoted } from '../liquid/literal.js'
import { allVariables, local, memberOf, textOf, type Reference } from '../liquid/reference.js'

/** Says that an action has no counterpart. */
export class Unconvertible extends Error {
  override name = 'Unconvertible'
}

/** The meaning of the names at a place of a template. */
export interface Place {
  /** The value of the dot; undefined for listmonk's data. */
  readonly dot: Reference | undefined
  /** The variables, with their `$`. */
  readonly named: ReadonlyMap<string, Reference>
  readonly line: number
  readonly draft: Draft
}

/** Most parentheses within each other. */
const maxDepth = 50

/** An expression as a tree: a word, or a function with its arguments. */
export type Tree = string | readonly Tree[]

/** Reads a pipeline into a tree, in which the last function is the first: `a | b c` is `(b c a)`. */
export function treeOf(words: readonly string[]): Tree {
  const open: Tree[][] = [[]]
  const pipes: (Tree[] | undefined)[] = [undefined]
  const close = (): Tree => {
    const call = open.pop() as Tree[]
    const before = pipes.pop()
    const all = before === undefined ? call : [...call, single(before)]
    return single(all)
  }
  for (const word of words) {
    if (word === '(') {
      if (open.length > maxDepth) throw new Unconvertible('the expression has too many parentheses')
      open.push([])
      pipes.push(undefined)
    } else if (word === ')') {
      if (open.length < 2) throw new Unconvertible('a parenthesis closes nothing')
      const tree = close()
      open.at(-1)?.push(tree)
    } else if (word === '|') {
      const call = open.pop() as Tree[]
      const before = pipes.pop()
      pipes.push(before === undefined ? call : [...call, single(before)])
      open.push([])
    } else open.at(-1)?.push(word)
  }
  if (open.length !== 1) throw new Unconvertible('a parenthesis is not closed')
  return close()
}

function single(call: readonly Tree[]): Tree {
  return call.length === 1 ? (call[0] as Tree) : call
}

/** Returns the text of a string; undefined for another word. */
export function stringOf(tree: Tree | undefined): string | undefined {
  if (typeof tree !== 'string') return undefined
  if (tree.startsWith('`')) return tree.slice(1, -1)
  if (!tree.startsWith('"')) return undefined
  try {
    return JSON.parse(tree) as string
  } catch {
    throw new Unconvertible(`the string ${tree.slice(0, 80)} has an escape without a counterpart`)
  }
}

/** The parts of a subscriber that a contact has, too. */
const ofSubscriber: Readonly<Record<string, Reference>> = {
  Email: local('contact', 'email'),
  Name: local('contact', 'name'),
}

/** Returns the reference of a path such as `.Subscriber.Email` or `$item.name`; undefined if it is no path. */
export function referenceOf(tree: Tree, place: Place): Reference | undefined {
  if (typeof tree !== 'string' || !/^[$.]/.test(tree)) return undefined
  const [head = '', ...names] = tree.split('.')
  if (head.startsWith('$') && head !== '$') {
    const found = place.named.get(head)
    if (found === undefined) throw new Unconvertible(`\`${head}\` is no variable`)
    return memberOf(found, ...names)
  }
  const path = names.filter((name) => name !== '')
  if (head === '' && place.dot !== undefined) return memberOf(place.dot, ...path)
  const [first, second = '', ...rest] = path
  if (first === 'Tx' && second === 'Data' && rest.length > 0) return memberOf(allVariables, ...rest)
  if (first === 'Subscriber' && second === 'Attribs' && rest.length > 0)
    return local('contact', 'properties', ...rest)
  const found = first === 'Subscriber' && rest.length === 0 && Object.hasOwn(ofSubscriber, second)
  if (found) return ofSubscriber[second]
  throw new Unconvertible(`there is no counterpart of \`${tree}\``)
}

/** Returns the condition that a value is not empty. */
export function conditionOf(tree: Tree, place: Place): Condition {
  if (typeof tree !== 'string') {
    const [name, ...rest] = tree
    if (name === 'and' || name === 'or')
      return join(
        rest.map((each) => conditionOf(each, place)),
        name,
        place.draft,
      )
    if (name === 'not' && rest[0] !== undefined) return flag(conditionOf(rest[0], place), place.draft, true)
    const operator = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' }[String(name)]
    const [left, ...right] = rest
    if (operator !== undefined && left !== undefined && right.length > 0)
      return join(
        right.map((each) => comparison(operandOf(left, place), operator, operandOf(each, place))),
        'or',
        place.draft,
      )
  }
  if (tree === 'true' || tree === 'false') return { before: '', text: tree }
  return truthy(operandOf(tree, place))
}

/** Writes a side of a comparison. */
function operandOf(tree: Tree, place: Place): string {
  const text = stringOf(tree)
  if (text !== undefined) return quoted(text)
  if (typeof tree === 'string' && /^(-?\d+(\.\d+)?|true|false|nil)$/.test(tree)) return tree
  if (typeof tree !== 'string' && tree[0] === 'len' && tree[1] !== undefined) {
    const list = referenceOf(tree[1], place)
    if (list !== undefined && place.draft.use(list, 'array', place.line))
      return textOf(memberOf(list, 'length'))
  }
  const reference = referenceOf(tree, place)
  if (reference === undefined) throw new Unconvertible(`there is no counterpart of \`${nameOf(tree)}\``)
  if (!place.draft.use(reference, 'any', place.line)) throw new Unconvertible('')
  return textOf(reference)
}

/** Names an expression by its function. */
export function nameOf(tree: Tree): string {
  return typeof tree === 'string' ? tree.slice(0, 80) : nameOf(tree[0] ?? '')
}
