import { parse } from '@handlebars/parser'

/**
 * The trees of @handlebars/parser, with the parts that the conversion reads. The package's own types name their module
 * without its ending, which TypeScript does not find here.
 */

export interface Position {
  readonly line: number
  readonly column: number
}

export interface Node {
  readonly type: string
  readonly loc: { readonly start: Position; readonly end: Position }
}

export interface Program {
  readonly body: readonly Node[]
  readonly blockParams?: readonly string[]
  /** True for the block of an `{{else if}}`. */
  readonly chained?: boolean
}

export interface PathExpression extends Node {
  readonly data: boolean
  readonly depth: number
  readonly parts: readonly (string | Node)[]
  readonly original: string
}

/** A string, a number or a boolean. */
export interface LiteralExpression extends Node {
  readonly value: string | number | boolean
}

export interface Hash {
  readonly pairs: readonly { readonly key: string; readonly value: Node }[]
}

/** A helper or a variable with its parameters: a subexpression, an output or the begin of a block. */
export interface Call extends Node {
  readonly path: Node
  readonly params: readonly Node[]
  readonly hash: Hash | undefined
}

export interface Mustache extends Call {
  readonly escaped: boolean
}

export interface Block extends Call {
  readonly program: Program | undefined
  readonly inverse: Program | undefined
}

export interface Partial extends Node {
  readonly name: Node
  readonly params: readonly Node[]
  readonly hash: Hash | undefined
  readonly indent?: string
  /** The content between the tags; undefined for a partial without any. */
  readonly program?: Program
}

/** Text or a comment. */
export interface Content extends Node {
  readonly value: string
}

/**
 * Reads a template as Handlebars does, with its removal of spaces and line breaks.
 *
 * @throws Error whose message has the line
 */
export function read(source: string): Program {
  const tree: unknown = parse(source)
  return tree as Program
}
