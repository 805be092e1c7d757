import {
  evalToken,
  Tag,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs'
import { readRenderCall, type RenderCall } from './render-tag.js'

/** The `forloop` of a partial that is shown for each item. */
interface Loop {
  readonly length: number
  readonly index: number
  readonly index0: number
  readonly rindex: number
  readonly rindex0: number
  readonly first: boolean
  readonly last: boolean
}

/**
 * Renders a partial in a version that was put together: the partial is between the `render` tag and `endrender`,
 * which has the partial's default values. The partial sees its arguments and the contact alone.
 */
export class PartialTag extends Tag {
  readonly #call: RenderCall
  readonly #templates: Template[] = []
  readonly #defaults: Readonly<Record<string, unknown>>

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid)
    this.#call = readRenderCall(token, this.tokenizer, liquid.options.keyValueSeparator)
    let next = remaining.shift()
    while (next !== undefined && (next as TagToken).name !== 'endrender') {
      this.#templates.push(parser.parseToken(next, remaining))
      next = remaining.shift()
    }
    if (next === undefined) throw new Error(`tag ${token.getText()} not closed`)
    const json = Buffer.from((next as TagToken).args.trim(), 'base64url').toString()
    this.#defaults = JSON.parse(json) as Record<string, unknown>
  }

  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void> {
    const { binding, args } = this.#call
    const given = (yield args.render(ctx)) as Record<string, unknown>
    const value = binding && ((yield evalToken(binding.value, ctx)) as unknown)
    if (binding?.keyword !== 'for') {
      yield this.#show(ctx, emitter, { ...given, ...(binding && { [binding.alias]: value }) })
      return
    }
    const items = itemsOf(value)
    ctx.memoryLimit.use(items.length)
    for (const [index, item] of items.entries()) {
      const forloop = loopAt(index, items.length)
      yield this.#show(ctx, emitter, { ...given, [binding.alias]: item, forloop })
    }
  }

  #show(ctx: Context, emitter: Emitter, values: Readonly<Record<string, unknown>>): unknown {
    const own = ctx.spawn(Object.assign(Object.create(null) as object, this.#defaults, values))
    return this.liquid.renderer.renderTemplates(this.#templates, own, emitter)
  }
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function loopAt(index: number, length: number): Loop {
  const [first, last] = [index === 0, index === length - 1]
  return {
    length,
    index: index + 1,
    index0: index,
    rindex: length - index,
    rindex0: length - index - 1,
    first,
    last,
  }
}
