import type { CompiledContent } from './content.js'
import type { Available } from '../pool/jobs.js'
import { maxCompiled, maxTags } from '../limits.js'
import { madePiece, takeApart, type Piece } from './pieces.js'
import type { Mistake, TemplateKind } from './source.js'
import type { RuleCode } from '../../../../platform/http/errors/rules.js'

/** The layouts and partials that a source can name, by outside id, with their content. */
export type Library = ReadonlyMap<string, Available & { readonly compiled: CompiledContent }>

/** Says that a source cannot be put together. */
export class FlattenError extends Error {
  override name = 'FlattenError'

  constructor(readonly mistake: Mistake) {
    super(mistake.message)
  }
}

/**
 * Puts a body together with its layout and its partials, so that a version depends on nothing outside of it. The
 * blocks of a message replace those of its layout; content outside of the blocks goes to the layout's block without a
 * name. A partial stays between its `render` tag and a made `endrender` tag.
 *
 * @throws FlattenError
 */
export function flatten(
  pieces: readonly Piece[],
  field: 'html' | 'text',
  kind: TemplateKind,
  library: Library,
): Piece[] {
  const whole = withPartials(pieces, field, library)
  const at = whole.findIndex(({ tag }) => tag === 'layout')
  const framed = at < 0 ? whole : framedBy(whole, at, { field, kind, library })
  const size = framed.reduce((sum, { text }) => sum + text.length, 0)
  if (size > maxCompiled) throw mistaken(pieces[0], 'too_long', 'is too long with its layout and partials')
  if (framed.filter((piece) => piece.kind !== 'text').length > maxTags) {
    throw mistaken(
      pieces[0],
      'too_long',
      `has more than ${maxTags} tags and values with its layout and partials`,
    )
  }
  return kind === 'layout' ? framed : withDefaults(framed)
}

function mistaken(piece: Piece | undefined, code: RuleCode, message: string): FlattenError {
  const { place } = piece ?? {}
  const { templateId, field, locale } = place?.file ?? {}
  return new FlattenError({
    code,
    message,
    ...(field !== undefined && { field }),
    ...(locale !== undefined && { locale }),
    ...(templateId !== undefined && { templateId }),
    ...(place && { line: place.line, column: place.column }),
  })
}

/** Returns the pieces of a layout or partial that a tag names. */
function bodyOf(
  reference: Piece,
  field: 'html' | 'text',
  library: Library,
): { body: Piece[]; used: Available } {
  const id = /tpl_\w+/.exec(reference.text)?.[0] ?? ''
  const used = library.get(id)
  const kind = reference.tag === 'layout' ? 'layout' : 'partial'
  if (used === undefined) {
    throw mistaken(
      reference,
      'unknown_template',
      `names ${id}, which is not a published ${kind} of this project`,
    )
  }
  if (used.kind !== kind)
    throw mistaken(reference, 'unknown_template', `names ${id}, which is a ${used.kind}, not a ${kind}`)
  const assembled = used.compiled[field]
  if (assembled === undefined)
    throw mistaken(reference, 'unknown_template', `names ${id}, which has no ${field}`)
  const files = used.compiled.files.map((file) => ({ ...file, templateId: file.templateId ?? id }))
  return { body: takeApart(assembled, files), used }
}

function withPartials(pieces: readonly Piece[], field: 'html' | 'text', library: Library): Piece[] {
  let inComment = false
  let size = 0
  return pieces.flatMap((piece) => {
    if (piece.tag === 'comment') inComment = true
    if (piece.tag === 'endcomment') inComment = false
    if (piece.tag !== 'render' || inComment) return [piece]
    const { body, used } = bodyOf(piece, field, library)
    size += body.reduce((sum, { text }) => sum + text.length, 0)
    if (size > maxCompiled) throw mistaken(piece, 'too_long', 'is too long with its layout and partials')
    return [piece, ...body, madePiece(`{% endrender ${defaultsOf(used)} %}`, 'tag', 'endrender')]
  })
}

/** Returns the default values of a partial's variables: JSON in base64url, which ends no tag. */
function defaultsOf({ variables }: Available): string {
  const defaults = variables.filter((variable) => variable.default !== undefined)
  const values = Object.fromEntries(defaults.map((variable) => [variable.name, variable.default]))
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** A block of a message or layout: its name, and the pieces between its tags. */
interface Block {
  readonly name: string
  readonly begin: Piece
  readonly body: Piece[]
}

function framedBy(
  pieces: readonly Piece[],
  at: number,
  {
    field,
    kind,
    library,
  }: { readonly field: 'html' | 'text'; readonly kind: TemplateKind; readonly library: Library },
): Piece[] {
  const tag = pieces[at]
  if (tag === undefined || firstShown(pieces.slice(0, at)) !== undefined) {
    throw mistaken(tag, 'layout_position', 'must begin with its layout')
  }
  const again = pieces.slice(at + 1).find((piece) => piece.tag === 'layout')
  if (again !== undefined) throw mistaken(again, 'layout_position', 'must have one layout')
  const { body } = bodyOf(tag, field, library)
  const places = new Set(body.filter((piece) => piece.tag === 'block').map(nameOf))
  // A nested layout's block that the outer layout lacks is for messages to fill.
  const isOwn = (piece: Piece) => kind === 'layout' && !places.has(nameOf(piece))
  const { blocks, rest } = blocksOf(pieces.slice(at + 1), isOwn)
  for (const block of blocks.values()) {
    if (!places.has(block.name)) {
      throw mistaken(
        block.begin,
        'unknown_block',
        `has the block ${block.name || 'without a name'}, which the layout lacks`,
      )
    }
  }
  const outside = firstShown(rest)
  if (outside !== undefined && (!places.has('') || blocks.has(''))) {
    const near = outside.place === undefined ? tag : outside
    throw mistaken(near, 'outside_block', 'has content outside of the blocks of its layout')
  }
  if (!blocks.has('') && outside !== undefined) blocks.set('', { name: '', begin: tag, body: rest })
  return replaced(body, blocks)
}

/** Returns the first piece that is neither blank nor a comment. */
function firstShown(pieces: readonly Piece[]): Piece | undefined {
  let inComment = false
  return pieces.find(({ kind, text, tag }) => {
    if (tag === 'comment') inComment = true
    const shown = !inComment && !tag.startsWith('#') && (kind !== 'text' || text.trim() !== '')
    if (tag === 'endcomment') inComment = false
    return shown
  })
}

function nameOf({ text }: Piece): string {
  return /^\{%-?\s*block\s+(\w+)/.exec(text)?.[1] ?? ''
}

const opening = new Set(['if', 'unless', 'for', 'tablerow', 'case', 'capture', 'render'])
const closing = new Set(['endif', 'endunless', 'endfor', 'endtablerow', 'endcase', 'endcapture', 'endrender'])

/** Returns the blocks of a message, and the pieces outside of them, in which the message's own blocks stay. */
function blocksOf(
  pieces: readonly Piece[],
  isOwn: (piece: Piece) => boolean,
): { blocks: Map<string, Block>; rest: Piece[] } {
  const blocks = new Map<string, Block>()
  const rest: Piece[] = []
  let depth = 0
  let within = 0
  let own = 0
  let block: Block | undefined
  let inComment = false
  for (const piece of pieces) {
    const tag: string = inComment && piece.tag !== 'endcomment' ? '' : piece.tag
    if (tag === 'comment' || tag === 'endcomment') inComment = tag === 'comment'
    if (tag === 'block' && block === undefined && (own > 0 || isOwn(piece))) {
      own += 1
    } else if (tag === 'endblock' && block === undefined && own > 0) {
      own -= 1
    } else if (tag === 'block' && block === undefined) {
      if (depth > 0) throw mistaken(piece, 'block_position', 'has a block within another tag')
      block = { name: nameOf(piece), begin: piece, body: [] }
      if (blocks.has(block.name)) throw mistaken(piece, 'block_position', `has the block ${block.name} twice`)
      blocks.set(block.name, block)
      within = 0
      continue
    } else if (tag === 'endblock' && within === 0) {
      block = undefined
      continue
    } else if (tag === 'block' || tag === 'endblock') {
      within += tag === 'block' ? 1 : -1
    }
    if (opening.has(tag)) depth += 1
    if (closing.has(tag)) depth -= 1
    ;(block?.body ?? rest).push(piece)
  }
  return { blocks, rest }
}

/** Returns the index of the end of a block that begins at an index. */
function endOf(pieces: readonly Piece[], begin: number): number {
  let depth = 0
  for (let at = begin; at < pieces.length; at += 1) {
    const tag = pieces[at]?.tag
    if (tag === 'block') depth += 1
    if (tag === 'endblock') depth -= 1
    if (depth === 0) return at
  }
  return pieces.length - 1
}

/** Returns a layout with other blocks in place of its own. Blocks that are not replaced stay. */
function replaced(layout: readonly Piece[], blocks: ReadonlyMap<string, Block>): Piece[] {
  const result: Piece[] = []
  for (let at = 0; at < layout.length; at += 1) {
    const piece = layout[at]
    if (piece === undefined) break
    const block = piece.tag === 'block' ? blocks.get(nameOf(piece)) : undefined
    if (block === undefined) {
      result.push(piece)
      continue
    }
    const end = endOf(layout, at)
    const original = replaced(layout.slice(at + 1, end), blocks)
    for (const own of block.body) {
      if (isSuper(own)) result.push(...original)
      else result.push(own)
    }
    at = end
  }
  return result
}

/** Returns whether a piece shows the layout's content of its block. */
function isSuper({ kind, text }: Piece): boolean {
  return kind === 'output' && /^\{\{-?\s*block\.super\s*-?\}\}$/.test(text)
}

/** Returns the pieces without the tags of blocks, so that each block shows its own content. */
function withDefaults(pieces: readonly Piece[]): Piece[] {
  const stray = pieces.find((piece) => piece.kind !== 'text' && /\bblock\.super\b/.test(piece.text))
  if (stray !== undefined) {
    throw mistaken(
      stray,
      'block_position',
      'shows block.super other than as {{ block.super }} in a block of its layout',
    )
  }
  return pieces.filter(({ tag }) => tag !== 'block' && tag !== 'endblock')
}
