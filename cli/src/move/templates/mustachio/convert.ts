import type { Converted } from '../converted.js'
import { truthy } from '../liquid/condition.js'
import { Draft, itemNameOf } from '../liquid/draft.js'
import { literal } from '../liquid/literal.js'
import { allVariables, local, memberOf, textOf, type Reference } from '../liquid/reference.js'
import { isPath, tokensOf, type Token } from './tokens.js'

/** A value with the value that it was reached from, to which `../` leads. */
interface Context {
  readonly reference: Reference
  readonly parent: Context | undefined
}

/** An open section. */
interface Section {
  readonly path: string
  readonly isEach: boolean
  readonly at: number
  /** The context around it. */
  readonly outside: Context
  /** The tags that end it. */
  readonly end: string
  /** The value that is not missing in it; undefined for none. */
  readonly present: string | undefined
}

/** Most sections within each other. */
const maxDepth = 100

type Tag = Exclude<Token, { kind: 'text' }>

/** Converts a template of Mustachio, the language of Postmark. */
export function mustachioToLiquid(source: string, isHtml: boolean): Converted {
  const draft = new Draft(source, isHtml, source.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  const conversion = new Conversion(draft)
  for (const token of tokensOf(source)) {
    const reason = conversion.take(token)
    if (reason !== undefined) return draft.refused(draft.lineAt(token.at), reason)
  }
  const [open] = conversion.sections
  if (open === undefined) return draft.done(conversion.text)
  return draft.refused(draft.lineAt(open.at), `the section \`${open.path}\` is not closed`)
}

class Conversion {
  text = ''
  readonly sections: Section[] = []
  readonly #draft: Draft
  #context: Context = { reference: allVariables, parent: undefined }

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** Converts a token. Returns why the template cannot be read, if Mustachio would not read it either. */
  take(token: Token): string | undefined {
    if (token.kind === 'text') {
      this.text += literal(token.text)
      return undefined
    }
    if (token.kind === 'raw' && /^@content$/.test(token.path)) {
      this.text += '{% block %}{% endblock %}'
      return undefined
    }
    if (token.kind === 'wrong') return `\`${token.text.slice(0, 80)}\` is not the syntax of each`
    if (token.kind === 'endEach') return this.#close(token, true)
    if (!isPath(token.path)) {
      this.#leave(token, `\`${token.text.slice(0, 80)}\` has no valid path`)
      return token.kind === 'value' || token.kind === 'raw' ? undefined : 'the path of a section is not valid'
    }
    if (token.kind === 'close') return this.#close(token, false)
    if (token.kind === 'value' || token.kind === 'raw') this.#show(token)
    else return this.#open(token)
    return undefined
  }

  #leave({ text, at }: Tag, reason?: string): void {
    if (reason !== undefined) this.#draft.problem(this.#draft.lineAt(at), reason)
    this.text += literal(text)
  }

  #show(token: Tag): void {
    const { reference } = this.#at(token.path)
    const isPresent = this.sections.some(({ present }) => present === textOf(reference))
    const line = this.#draft.lineAt(token.at)
    const shown = this.#draft.show(reference, line, { isRaw: token.kind === 'raw', isPresent })
    if (shown === undefined) this.#leave(token)
    else this.text += shown
  }

  #open(token: Tag): string | undefined {
    const last = this.sections.at(-1)
    // A section within one of the same path ends that, so `{{^a}}` is the `else` of `{{#a}}`.
    if (last !== undefined && !last.isEach && last.path === token.path) this.#close(token, false)
    if (this.sections.length >= maxDepth) return 'the template has too many sections in each other'
    const context = this.#at(token.path)
    const isEach = token.kind === 'each'
    const line = this.#draft.lineAt(token.at)
    const { path, at } = token
    const section = { path, at, isEach, outside: this.#context }
    if (!this.#draft.use(context.reference, isEach ? 'array' : 'any', line)) {
      this.#leave(token)
      this.sections.push({ ...section, end: literal(`{{/${isEach ? 'each' : path}}}`), present: undefined })
      this.#context = context
      return undefined
    }
    const text = textOf(context.reference)
    if (isEach) {
      const item = this.#draft.newName(itemNameOf(context.reference))
      this.text += `{% if ${text} %}{% for ${item} in ${text} %}`
      this.sections.push({ ...section, end: '{% endfor %}{% endif %}', present: item })
      this.#context = { reference: local(item), parent: context }
      return undefined
    }
    const tag = token.kind === 'open' ? 'if' : 'unless'
    this.text += `{% ${tag} ${truthy(text).text} %}`
    this.sections.push({ ...section, end: `{% end${tag} %}`, present: tag === 'if' ? text : undefined })
    this.#context = context
    return undefined
  }

  #close({ path, text }: Tag, isEach: boolean): string | undefined {
    const last = this.sections.at(-1)
    if (last === undefined || last.isEach !== isEach || (!isEach && last.path !== path))
      return `\`${text.slice(0, 80)}\` closes no open section`
    this.sections.pop()
    this.text += last.end
    this.#context = last.outside
    return undefined
  }

  /** Returns the context of a path. `../` leads from an item to its list, and from there to what has the list. */
  #at(path: string): Context {
    let context = this.#context
    for (const [name] of path.matchAll(/\.\.\/|[^./]+/g)) {
      if (name === '../') context = context.parent ?? context
      else context = { reference: memberOf(context.reference, name), parent: context }
    }
    return context
  }
}
