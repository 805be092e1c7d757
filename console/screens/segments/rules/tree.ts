import type { Direction } from '../../../ui/controls/directions.js'
import type { SegmentRule } from 'postseal'

/** Way in which a group combines its nodes. `none` is `not` around `any`, `not_all` is `not` around `all`. */
export type Mode = 'all' | 'any' | 'none' | 'not_all'

export const conditionKinds = ['property', 'contact', 'event', 'message', 'list', 'topic', 'segment'] as const
export type ConditionKind = (typeof conditionKinds)[number]

/**
 * Content of a condition, as in the contract. A part that is not filled in yet is absent, an empty number is null.
 */
export type Body = Readonly<Record<string, unknown>>

export interface Condition {
  readonly id: string
  readonly kind: ConditionKind
  readonly body: Body
}

export interface Group {
  readonly id: string
  readonly mode: Mode
  /** True if the group is written without its own `all` or `any` as long as it has only one node. */
  readonly bare: boolean
  readonly children: readonly RuleNode[]
}

export type RuleNode = Group | Condition

/**
 * The contract's limits on a rule. The rules of referenced segments count as well, but only the service knows them.
 */
export const limits = { levels: 6, conditions: 50, history: 10 } as const

/** A rule as JSON, which may be incomplete. */
type Written = Readonly<Record<string, unknown>>

export function isGroup(node: RuleNode): node is Group {
  return 'children' in node
}

/** Returns an id of a node, which is valid on this page only. */
function newId(): string {
  return `n${Math.random().toString(36).slice(2, 12)}`
}

export function newCondition(kind: ConditionKind, body: Body): Condition {
  return { id: newId(), kind, body }
}

export function newGroup(mode: Mode, children: readonly RuleNode[] = [], bare = mode === 'none'): Group {
  return { id: newId(), mode, bare, children }
}

/** Converts a rule into a tree. Its root is always a group, so that there is a place to add nodes to. */
export function fromRule(rule: SegmentRule): Group {
  const node = read(rule)
  return isGroup(node) ? node : newGroup('all', [node], true)
}

function read(rule: SegmentRule): RuleNode {
  if (rule.all !== undefined) return newGroup('all', rule.all.map(read), false)
  if (rule.any !== undefined) return newGroup('any', rule.any.map(read), false)
  if (rule.not !== undefined) {
    if (rule.not.any !== undefined) return newGroup('none', rule.not.any.map(read), false)
    if (rule.not.all !== undefined) return newGroup('not_all', rule.not.all.map(read), false)
    return newGroup('none', [read(rule.not)], true)
  }
  const kind = conditionKinds.find((key) => rule[key] !== undefined)
  if (kind === undefined) throw new Error('A rule has none of the keys of a rule')
  return newCondition(kind, rule[kind] as unknown as Body)
}

/** Converts a tree into a rule. It follows the contract if nothing in the tree is incomplete. */
export function toRule(root: Group): SegmentRule {
  return write(root, '', () => {}) as unknown as SegmentRule
}

/** Returns the ids of the nodes by the JSON Pointers to them, which start at the rule. */
export function pointersOf(root: Group): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  write(root, '', (pointer, id) => found.set(pointer, id))
  return found
}

/** Returns the id of the node to which, or into which, a pointer leads. */
export function nodeAt(pointers: ReadonlyMap<string, string>, pointer: string): string | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const id = pointers.get(at)
    if (id !== undefined || at === '') return id
  }
}

function write(node: RuleNode, at: string, note: (pointer: string, id: string) => void): Written {
  note(at, node.id)
  if (!isGroup(node)) return { [node.kind]: node.body }
  const { mode, bare, children } = node
  const [first, second] = children
  const only = bare && second === undefined ? first : undefined
  const inside = (key: 'all' | 'any', place: string): Written =>
    only === undefined
      ? { [key]: children.map((child, index) => write(child, `${place}/${key}/${index}`, note)) }
      : write(only, place, note)
  switch (mode) {
    case 'all':
    case 'any':
      return inside(mode, at)
    case 'none':
      return { not: inside('any', `${at}/not`) }
    case 'not_all':
      return { not: inside('all', `${at}/not`) }
  }
}

export interface Place {
  readonly node: RuleNode
  /** Undefined for the root. */
  readonly parent: Group | undefined
  readonly index: number
}

/** Finds the parent and the index of a node. */
export function placeOf(root: Group, id: string): Place | undefined {
  if (root.id === id) return { node: root, parent: undefined, index: 0 }
  return search(root, id)
}

function search(parent: Group, id: string): Place | undefined {
  for (const [index, node] of parent.children.entries()) {
    if (node.id === id) return { node, parent, index }
    const found = isGroup(node) ? search(node, id) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns all nodes at any depth, in reading order. */
export function nodesOf(node: RuleNode): RuleNode[] {
  return isGroup(node) ? [node, ...node.children.flatMap(nodesOf)] : [node]
}

/** Replaces one node, which is not the root, by others. */
function replace(group: Group, id: string, by: (node: RuleNode) => readonly RuleNode[]): Group {
  return {
    ...group,
    children: group.children.flatMap((node) => {
      if (node.id === id) return by(node)
      return [isGroup(node) ? replace(node, id, by) : node]
    }),
  }
}

function withChildren(root: Group, id: string, by: (children: readonly RuleNode[]) => readonly RuleNode[]) {
  const changed = (group: Group): Group => ({ ...group, children: by(group.children) })
  if (root.id === id) return changed(root)
  return replace(root, id, (node) => [isGroup(node) ? changed(node) : node])
}

/** Inserts a node into a group, at its end if no index is given. */
export function add(root: Group, groupId: string, node: RuleNode, index?: number): Group {
  return withChildren(root, groupId, (children) =>
    children.toSpliced(Math.min(index ?? children.length, children.length), 0, node),
  )
}

export function remove(root: Group, id: string): Group {
  return replace(root, id, () => [])
}

/** Changes the content of a condition. */
export function setBody(root: Group, id: string, body: Body): Group {
  return replace(root, id, (node) => [isGroup(node) ? node : { ...node, body }])
}

export function setMode(root: Group, id: string, mode: Mode): Group {
  const changed = (group: Group): Group => ({ ...group, mode })
  if (root.id === id) return changed(root)
  return replace(root, id, (node) => [isGroup(node) ? changed(node) : node])
}

/** Inserts a copy of a node after it. */
export function duplicate(
  root: Group,
  id: string,
): { readonly root: Group; readonly copy: RuleNode } | undefined {
  const place = placeOf(root, id)
  if (place?.parent === undefined) return undefined
  const copy = copyOf(place.node)
  return { root: add(root, place.parent.id, copy, place.index + 1), copy }
}

function copyOf(node: RuleNode): RuleNode {
  return isGroup(node)
    ? { ...node, id: newId(), children: node.children.map(copyOf) }
    : { ...node, id: newId() }
}

/** Puts a group around a node. */
export function wrap(root: Group, id: string, mode: Mode): { readonly root: Group; readonly group: Group } {
  const group = newGroup(mode)
  return { root: replace(root, id, (node) => [{ ...group, children: [node] }]), group }
}

/** Replaces a group by its nodes. */
export function unwrap(root: Group, id: string): Group {
  return replace(root, id, (node) => (isGroup(node) ? node.children : [node]))
}

/**
 * Moves a node among its neighbours, into the group above it (or else below it), or out of its group.
 *
 * @returns undefined if the node can't be moved in that direction
 */
export function move(root: Group, id: string, direction: Direction): Group | undefined {
  const place = placeOf(root, id)
  if (place?.parent === undefined) return undefined
  const { node, parent, index } = place
  const rest = remove(root, id)
  switch (direction) {
    case 'up':
      return index === 0 ? undefined : add(rest, parent.id, node, index - 1)
    case 'down':
      return index === parent.children.length - 1 ? undefined : add(rest, parent.id, node, index + 1)
    case 'in': {
      const [above, below] = [parent.children[index - 1], parent.children[index + 1]]
      if (above !== undefined && isGroup(above)) return add(rest, above.id, node)
      return below !== undefined && isGroup(below) ? add(rest, below.id, node, 0) : undefined
    }
    case 'out': {
      const outer = placeOf(root, parent.id)
      return outer?.parent === undefined ? undefined : add(rest, outer.parent.id, node, outer.index + 1)
    }
  }
}

/**
 * Moves a node beside another, or to the beginning of a group.
 *
 * @returns undefined if the target is the node itself, or inside it
 */
export function drop(
  root: Group,
  id: string,
  target: string,
  where: 'before' | 'after' | 'inside',
): Group | undefined {
  const moved = placeOf(root, id)
  if (moved?.parent === undefined || nodesOf(moved.node).some((node) => node.id === target)) return undefined
  const rest = remove(root, id)
  if (where === 'inside') return add(rest, target, moved.node, 0)
  const beside = placeOf(rest, target)
  if (beside?.parent === undefined) return undefined
  return add(rest, beside.parent.id, moved.node, beside.index + (where === 'after' ? 1 : 0))
}

/** Counts the levels, the conditions and the conditions on history of a rule, which the contract limits. */
export function sizeOf(root: Group) {
  const conditions = nodesOf(root).filter((node): node is Condition => !isGroup(node))
  return {
    levels: levelsOf(toRule(root)),
    conditions: conditions.length,
    history: conditions.filter(({ kind }) => kind === 'event' || kind === 'message').length,
  }
}

function levelsOf({ all, any, not }: SegmentRule): number {
  const inside: readonly SegmentRule[] = all ?? any ?? (not === undefined ? [] : [not])
  return 1 + Math.max(0, ...inside.map(levelsOf))
}

/** Says in a sentence which limit a rule exceeds; undefined if it exceeds none. */
export function excessOf(root: Group): string | undefined {
  const { levels, conditions, history } = sizeOf(root)
  if (levels > limits.levels) {
    return `A rule can have at most ${limits.levels} levels of groups, and this would have ${levels}. “None of” with several conditions takes two.`
  }
  if (conditions > limits.conditions) return `A rule has at most ${limits.conditions} conditions.`
  if (history > limits.history) {
    return `At most ${limits.history} conditions can be about events or mail.`
  }
  return undefined
}
