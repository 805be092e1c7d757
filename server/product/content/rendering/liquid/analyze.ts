import { Tag, type Liquid, type Parser, type TagToken, type Template, type TopLevelToken } from 'liquidjs'
import { contactMistakes, contactName, type ContactMistake } from './contact-paths.js'
import { openEngine } from './engine.js'
import { mistakesOf } from './liquid-mistakes.js'
import type { File } from '../compiling/pieces.js'
import { readRenderCall, readTemplateId, type RenderCall } from './render-tag.js'
import type { Mistake, TemplateKind } from '../compiling/source.js'

/** A name that a source takes from outside of itself. */
export interface UsedName {
  readonly name: string
  readonly line: number
  readonly column: number
}

/** A `layout` or `render` tag. */
export interface Reference {
  readonly tag: 'layout' | 'render'
  readonly id: string
  /** Names of the arguments that a `render` tag passes to the partial. */
  readonly given: readonly string[]
  readonly line: number
  readonly column: number
}

export interface Analysis {
  readonly names: readonly UsedName[]
  readonly references: readonly Reference[]
  /** Uses of the contact that have no value for any contact. */
  readonly ofContact: readonly ContactMistake[]
  /** Mistakes in the syntax, one at most: after the first nothing else is certain. */
  readonly mistakes: readonly Mistake[]
}

/** Collects the templates that the tags of an engine name. */
interface Collector {
  references: Reference[]
}

/**
 * Reads a source as its author wrote it: its syntax, the names it needs, and the templates it names.
 *
 * @param composes true if the source may name layouts and partials, which subjects cannot
 */
export function analyze(source: string, file: File, kind: TemplateKind, composes: boolean): Analysis {
  const collector: Collector = { references: [] }
  const mayFrame = composes && kind !== 'partial'
  const engine = openEngine(file.field === 'html', {
    layout: mayFrame ? layoutTag(collector) : undefined,
    block: mayFrame ? blockTag : undefined,
    render: composes ? renderTag(collector) : undefined,
  })
  try {
    const { globals } = engine.parseAndAnalyzeSync(source, undefined, { partials: false })
    const names = Object.entries(globals).flatMap(([name, variables]) =>
      variables.slice(0, 20).map(({ location: { row, col } }) => ({ name, line: row, column: col })),
    )
    const ofContact = contactMistakes(globals[contactName] ?? [])
    return { names, references: collector.references, ofContact, mistakes: [] }
  } catch (error) {
    const [mistake] = mistakesOf(error, () => file, 'syntax')
    return { names: [], references: [], ofContact: [], mistakes: mistake === undefined ? [] : [mistake] }
  }
}

function placeOf(token: TagToken): { line: number; column: number } {
  const [line = 1, column = 1] = token.getPosition()
  return { line, column }
}

function layoutTag(collector: Collector) {
  return class extends Tag {
    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid)
      const id = readTemplateId(token, this.tokenizer)
      this.tokenizer.skipBlank()
      if (!this.tokenizer.end()) throw new Error('the tag layout takes an id and nothing else')
      collector.references.push({ tag: 'layout', id, given: [], ...placeOf(token) })
    }

    override render(): void {
      throw new Error('is only analyzed')
    }
  }
}

function renderTag(collector: Collector) {
  return class extends Tag {
    readonly call: RenderCall

    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid)
      const call = readRenderCall(token, this.tokenizer, liquid.options.keyValueSeparator)
      const given = Object.keys(call.args.hash)
      if (call.binding !== undefined) given.push(call.binding.alias)
      collector.references.push({ tag: 'render', id: call.id, given, ...placeOf(token) })
      this.call = call
    }

    *arguments() {
      if (this.call.binding !== undefined) yield this.call.binding.value
      for (const value of Object.values(this.call.args.hash)) if (value !== undefined) yield value as never
    }

    override render(): void {
      throw new Error('is only analyzed')
    }
  }
}

/** Parses `block` as its author wrote it; the content may show `block.super`. */
const blockTag = class extends Tag {
  readonly templates: Template[] = []

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid)
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      if ((next as TagToken).name === 'endblock') return
      this.templates.push(parser.parseToken(next, remaining))
    }
    throw new Error(`tag ${token.getText()} not closed`)
  }

  *children(): Generator<unknown, Template[]> {
    yield
    return this.templates
  }

  blockScope(): string[] {
    return ['block']
  }

  override render(): void {
    throw new Error('is only analyzed')
  }
}
