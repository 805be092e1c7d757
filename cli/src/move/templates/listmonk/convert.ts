import type { Converted } from '../converted.js'
import { join, truthy, type Condition } from '../liquid/condition.js'
import { Draft, itemNameOf } from '../liquid/draft.js'
import { literal } from '../liquid/literal.js'
import { local, textOf, type Reference } from '../liquid/reference.js'
import { piecesOf, wordsOf, type Piece } from './actions.js'
import { conditionOf, referenceOf, treeOf, Unconvertible, type Place, type Tree } from './expression.js'
import { outputOf } from './output.js'

/** An open `if`, `with` or `range`. */
interface Frame {
  readonly at: number
  /** The tags that end the loop, before `else` or the end. */
  loop: string
  /** The tags that end it. */
  end: string
  readonly dot: Reference | undefined
  readonly named: ReadonlyMap<string, Reference>
}

/** Most blocks within each other. */
const maxDepth = 100

/** Converts a template of listmonk, in which Go's templates are written. */
export function listmonkToLiquid(source: string, isHtml: boolean): Converted {
  const draft = new Draft(source, isHtml, source.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  const pieces = piecesOf(source)
  if (typeof pieces === 'number') return draft.refused(draft.lineAt(pieces), 'an action does not end')
  const conversion = new Conversion(draft)
  for (const piece of pieces) {
    const reason = conversion.take(piece)
    if (reason !== undefined) return draft.refused(draft.lineAt(piece.at), reason)
  }
  const open = conversion.frames.at(-1)
  if (open !== undefined) return draft.refused(draft.lineAt(open.at), 'a block is not closed by `end`')
  return draft.done(conversion.text)
}

class Conversion {
  text = ''
  readonly frames: Frame[] = []
  readonly #draft: Draft
  #dot: Reference | undefined
  #named: ReadonlyMap<string, Reference> = new Map()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** Converts a piece. Returns why the template cannot be read, if it is not one of Go. */
  take(piece: Piece): string | undefined {
    if (!piece.isAction) {
      this.text += literal(piece.text.replace(/@TrackLink(?=["'\s>])/g, ''))
      return undefined
    }
    if (piece.text.startsWith('/*')) return undefined
    const isBlock = /^(if|with|range)\b/.test(piece.text)
    try {
      const words = wordsOf(piece.text)
      if (words === undefined) throw new Unconvertible(`\`${piece.source.slice(0, 80)}\` cannot be read`)
      const [first, ...rest] = words
      if (first === 'end') return this.#end()
      if (first === 'else') return this.#else(rest, piece)
      if (isBlock && this.frames.length >= maxDepth) return 'the template has too many blocks in each other'
      if (first === 'if') this.#if(rest, piece)
      else if (first === 'with') this.#with(rest, piece)
      else if (first === 'range') this.#range(rest, piece)
      else if (first === 'define' || first === 'block') return `\`${first}\` has no counterpart`
      else if (words[1] === ':=' && first !== undefined) this.#name(first, words.slice(2), piece)
      else this.text += outputOf(treeOf(words), this.#place(piece))
    } catch (error) {
      if (!(error instanceof Unconvertible)) throw error
      if (error.message !== '') this.#draft.problem(this.#draft.lineAt(piece.at), error.message)
      this.text += literal(piece.source)
      if (isBlock) this.#push(piece, literal('{{ end }}'))
    }
    return undefined
  }

  #place({ at }: Piece): Place {
    return { dot: this.#dot, named: this.#named, line: this.#draft.lineAt(at), draft: this.#draft }
  }

  #push({ at }: Piece, end: string, loop = ''): void {
    this.frames.push({ at, loop, end, dot: this.#dot, named: this.#named })
  }

  #name(name: string, words: readonly string[], piece: Piece): void {
    const reference = referenceOf(treeOf(words), this.#place(piece))
    if (reference === undefined) throw new Unconvertible(`\`${name}\` is not the name of a value`)
    this.#named = new Map([...this.#named, [name, reference]])
  }

  #if(words: readonly string[], piece: Piece): void {
    const condition = conditionOf(treeOf(words), this.#place(piece))
    this.text += `${condition.before}{% if ${condition.text} %}`
    this.#push(piece, '{% endif %}')
  }

  #with(words: readonly string[], piece: Piece): void {
    const reference = this.#used(treeOf(words), piece, 'object')
    this.text += `{% if ${truthy(textOf(reference)).text} %}`
    this.#push(piece, '{% endif %}')
    this.#dot = reference
  }

  #range(words: readonly string[], piece: Piece): void {
    const at = words.indexOf(':=')
    const names = at < 0 ? [] : words.slice(0, at).filter((word) => word !== ',')
    const list = this.#used(treeOf(words.slice(at + 1)), piece, 'array')
    const name = this.#draft.newName(itemNameOf(list))
    const text = textOf(list)
    const isThere: Condition = { before: '', text }
    const filled = join([isThere, { before: '', text: `${text} != empty` }], 'and', this.#draft)
    this.text += `{% if ${filled.text} %}{% for ${name} in ${text} %}`
    this.#push(piece, '{% endif %}', '{% endfor %}')
    this.#dot = local(name)
    const [one, other] = names
    const added: [string, Reference][] = []
    if (one !== undefined && other === undefined) added.push([one, local(name)])
    if (one !== undefined && other !== undefined) {
      // An inner loop has a `forloop` of its own.
      const position = this.#draft.newName('position')
      this.text += `{% assign ${position} = forloop.index0 %}`
      added.push([one, local(position)], [other, local(name)])
    }
    this.#named = new Map([...this.#named, ...added])
  }

  #used(tree: Tree, piece: Piece, type: 'array' | 'object'): Reference {
    const place = this.#place(piece)
    const reference = referenceOf(tree, place)
    if (reference === undefined) throw new Unconvertible('a block of a function’s result has no counterpart')
    if (!this.#draft.use(reference, type, place.line)) throw new Unconvertible('')
    return reference
  }

  #else(words: readonly string[], piece: Piece): string | undefined {
    const frame = this.frames.at(-1)
    if (frame === undefined) return '`else` is in no block'
    this.text += frame.loop
    frame.loop = ''
    this.#dot = frame.dot
    this.#named = frame.named
    if (frame.end !== '' && !frame.end.includes('endif')) {
      this.text += literal(piece.source)
      return undefined
    }
    if (words.length === 0) {
      this.text += '{% else %}'
      return undefined
    }
    if (words[0] !== 'if') throw new Unconvertible('`else` with another block than `if` has no counterpart')
    const condition = conditionOf(treeOf(words.slice(1)), this.#place(piece))
    if (condition.before === '') this.text += `{% elsif ${condition.text} %}`
    else {
      this.text += `{% else %}${condition.before}{% if ${condition.text} %}`
      frame.end += '{% endif %}'
    }
    return undefined
  }

  #end(): string | undefined {
    const frame = this.frames.pop()
    if (frame === undefined) return '`end` is in no block'
    this.text += frame.loop + frame.end
    this.#dot = frame.dot
    this.#named = frame.named
    return undefined
  }
}
