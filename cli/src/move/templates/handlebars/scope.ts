import type { Dialect } from '../converted.js'
import type { Draft } from '../liquid/draft.js'
import { local, type Reference } from '../liquid/reference.js'
import type { Node, Program } from './tree.js'

/** A value in Liquid: a reference, or an expression that cannot be missing, such as a string. */
export type Value =
  | { readonly reference: Reference }
  | { readonly expression: string; readonly literal?: string | number | boolean | null }

/** The object that names are looked up in, and those around it that `../` leads to. */
export interface Scope {
  readonly reference: Reference
  readonly parent: Scope | undefined
  /** Values that a call of a partial adds to the object. */
  readonly added?: ReadonlyMap<string, Value>
}

/** A loop around a part of a template. */
export interface Loop {
  readonly parent: Loop | undefined
  /** The reference of the item's key, if the loop goes through an object. */
  readonly key: Reference | undefined
  /** The names that inner loops read, by the member of `forloop`. The loop sets them at the beginning of each round. */
  readonly keeps: Map<string, string>
}

/** Everything around a part of a template that decides what the part means. */
export interface Surroundings {
  readonly scope: Scope
  readonly loop: Loop | undefined
  /** The values that are not missing here, as Liquid writes them. */
  readonly present: ReadonlySet<string>
  /** The names that blocks give with `as |name|`. */
  readonly named: ReadonlyMap<string, Value | Loop>
  readonly partials: ReadonlyMap<string, Program>
  /** The partials that this part is in. */
  readonly inside: readonly Program[]
  /** Spaces that stand before each line of a partial. */
  readonly indent: string
}

/** A conversion that is under way. */
export interface Work {
  readonly draft: Draft
  readonly dialect: Dialect
  /** True if the service escapes no values, not even in HTML. */
  readonly isUnescaped: boolean
  /** The number of calls of partials that are still converted. */
  readonly calls: { left: number }
  /** Returns the source of a node. */
  readonly sourceOf: (node: Node) => string
  /** Writes a part of the template in Liquid. */
  readonly write: (program: Program | undefined, around: Surroundings) => string
  /** Reports that a node cannot be converted, and returns it as text. */
  readonly leave: (node: Node, reason: string) => string
}

const loopMembers: Readonly<Record<string, string>> = { index: 'index0', first: 'first', last: 'last' }

/** Returns a loop's own value such as `@index`; undefined if there is none. */
export function loopValue(
  name: string,
  depth: number,
  around: Surroundings,
  draft: Draft,
): Reference | undefined {
  let { loop } = around
  for (let up = 0; up < depth; up++) loop = loop?.parent
  if (loop === undefined) return undefined
  if (name === 'key') return loop.key
  const member = Object.hasOwn(loopMembers, name) ? loopMembers[name] : undefined
  if (member === undefined) return undefined
  return loop === around.loop ? local('forloop', member) : keptValue(loop, member, draft)
}

/** Returns a member of a loop's `forloop` by a name that inner loops have, too. */
export function keptValue(loop: Loop, member: string, draft: Draft): Reference {
  const kept = loop.keeps.get(member) ?? draft.newName(`outer_${member.replace(/\d$/, '')}`)
  loop.keeps.set(member, kept)
  return local(kept)
}
