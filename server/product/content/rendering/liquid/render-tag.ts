import { Hash, TagToken, TokenKind, type Tokenizer, type ValueToken } from 'liquidjs'

/** Matches an id of a template in the outside form. */
const templateId = /^tpl_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** The part `with product as item`, or `for products as item`. */
interface Binding {
  readonly keyword: 'with' | 'for'
  readonly value: ValueToken
  readonly alias: string
}

/** The content of a `render` tag. */
export interface RenderCall {
  readonly id: string
  readonly binding: Binding | undefined
  readonly args: Hash
}

/**
 * Reads the id that a tag begins with.
 *
 * @throws Error if it is no id in quotes, or the tag is within `liquid`
 */
export function readTemplateId(token: TagToken, tokenizer: Tokenizer): string {
  if (token.kind !== TokenKind.Tag || !(token instanceof TagToken)) {
    throw new Error(`the tag ${token.name} must be a tag of its own, outside of liquid`)
  }
  tokenizer.skipBlank()
  const id = tokenizer.readQuoted()?.content
  if (id === undefined || !templateId.test(id)) {
    throw new Error(`the tag ${token.name} must name a template by its id in quotes, such as 'tpl_…'`)
  }
  return id
}

/**
 * Reads a `render` tag: its id, `with … as name` or `for … as name`, then `name: value` pairs.
 *
 * @throws Error if the tag is malformed
 */
export function readRenderCall(
  token: TagToken,
  tokenizer: Tokenizer,
  separator: string | undefined,
): RenderCall {
  const id = readTemplateId(token, tokenizer)
  const binding = readBinding(tokenizer)
  return { id, binding, args: new Hash(tokenizer, separator) }
}

function readBinding(tokenizer: Tokenizer): Binding | undefined {
  tokenizer.skipBlank()
  const begin = tokenizer.p
  const keyword = tokenizer.readIdentifier().content
  tokenizer.skipBlank()
  // The word may be an argument of that name as well: `with: true`.
  if ((keyword !== 'with' && keyword !== 'for') || tokenizer.peek() === ':') {
    tokenizer.p = begin
    return undefined
  }
  const value = tokenizer.readValue()
  if (value === undefined || tokenizer.readIdentifier().content !== 'as') {
    throw new Error(`${keyword} must be followed by a value and \`as name\``)
  }
  const alias = tokenizer.readIdentifier().content
  if (alias === '') throw new Error(`${keyword} must be followed by a value and \`as name\``)
  tokenizer.skipBlank()
  if (tokenizer.peek() === ',') tokenizer.advance()
  return { keyword, value, alias }
}
