import type { Converted, Problem, Variable } from '../converted.js'
import { literal } from './literal.js'
import { textOf, type Reference } from './reference.js'

/** The type that a use of a variable asks for. A value that is shown, compared or tested may be of each type. */
export type UsedType = 'any' | 'object' | 'array'

/** The types from the least certain to the most certain use. */
const certainty: readonly Variable['type'][] = ['any', 'object', 'array']

/** Returns the type that two uses of a variable have in common. */
export function commonType<Type extends Variable['type']>(one: Type, other: Type): Type {
  return certainty.indexOf(one) < certainty.indexOf(other) ? other : one
}

/** The words of Liquid and the variables of the service, which no template can declare. */
const reserved = new Set(
  'contact unsubscribe_url true false nil null empty blank and or not contains forloop tablerowloop'.split(
    ' ',
  ),
)

/** Most problems that a conversion reports. */
const maxProblems = 100

/** Most names of a path. */
const maxNames = 100

/** Most variables that a conversion reports. A template can declare fewer. */
const maxVariables = 1000

/** Gathers what a conversion finds out about a template while it writes the text. */
export class Draft {
  readonly isHtml: boolean
  readonly #source: string
  readonly #taken: Set<string>
  readonly #problems: Problem[] = []
  readonly #types = new Map<string, UsedType>()
  /** The default of each variable that has the same one wherever it is shown. */
  readonly #defaults = new Map<string, string | undefined>()
  #begins: number[] | undefined

  /**
   * @param taken names that the source uses, which the conversion must not give to anything else
   */
  constructor(source: string, isHtml: boolean, taken: Iterable<string> = []) {
    this.#source = source
    this.isHtml = isHtml
    this.#taken = new Set([...reserved, ...taken])
  }

  /** Returns a name that neither the source nor the conversion uses yet. */
  newName(wanted: string): string {
    let name = wanted
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}_${count}`
    this.#taken.add(name)
    return name
  }

  problem(line: number, reason: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push({ line, reason })
  }

  /** Returns the line of an offset in the source. */
  lineAt(offset: number): number {
    this.#begins ??= [...this.#source.matchAll(/\n/g)].map(({ index }) => index)
    let from = 0
    let to = this.#begins.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#begins[middle] ?? 0) < offset) from = middle + 1
      else to = middle
    }
    return from + 1
  }

  /**
   * Notes that the template uses a value.
   *
   * @returns false if the value cannot be named in Liquid, which is then a problem
   */
  use(reference: Reference, type: UsedType, line: number): boolean {
    const [head, member] = reference.path
    if (reference.path.length > maxNames) {
      this.problem(line, `a path has more than ${maxNames} names`)
      return false
    }
    if (reference.path.some((name) => name.includes("'") && name.includes('"'))) {
      this.problem(line, `the name ${reference.path.join('.')} has both kinds of quotes`)
      return false
    }
    if (reference.isLocal) return true
    if (head === undefined) {
      this.problem(line, 'the object of all values cannot be used as a value')
      return false
    }
    if (reserved.has(head)) {
      this.problem(line, `\`${head}\` has a meaning of its own, so no variable can have this name`)
      return false
    }
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(head)) {
      const limits = 'up to 64 letters, digits and underscores, and does not begin with a digit'
      this.problem(line, `\`${head.slice(0, 80)}\` cannot be the name of a variable, which has ${limits}`)
      return false
    }
    const used = member === undefined ? type : typeOfOwner(member)
    if (this.#types.size >= maxVariables && !this.#types.has(head)) return true
    this.#types.set(head, commonType(this.#types.get(head) ?? used, used))
    return true
  }

  /**
   * Shows a value, and nothing if it is missing.
   *
   * @param how.isRaw true to leave the value unescaped in HTML
   * @param how.isPresent true if the value is known not to be missing
   * @param how.fallback text to show for a missing or empty value
   */
  show(
    reference: Reference,
    line: number,
    how: { readonly isRaw: boolean; readonly isPresent?: boolean; readonly fallback?: string },
  ): string | undefined {
    if (!this.use(reference, 'any', line)) return undefined
    const [head] = reference.path
    if (!reference.isLocal && reference.path.length === 1 && head !== undefined) {
      const differs = this.#defaults.has(head) && this.#defaults.get(head) !== how.fallback
      this.#defaults.set(head, differs ? undefined : how.fallback)
    }
    const filters = how.isPresent ? [] : [`default: ${how.fallback ?? "''"}`]
    return this.output(textOf(reference), filters, how.isRaw)
  }

  /** Writes the output of an expression. */
  output(expression: string, filters: readonly string[], isRaw: boolean): string {
    return `{{ ${[expression, ...filters, ...(isRaw && this.isHtml ? ['raw'] : [])].join(' | ')} }}`
  }

  /** Returns the converted source with its variables and problems. */
  done(text: string, { required = false }: { readonly required?: boolean } = {}): Converted {
    const variables = [...this.#types].map(([name, type]): Variable => {
      const fallback = type === 'any' ? this.#defaults.get(name) : undefined
      const value = fallback === undefined ? undefined : unquoted(fallback)
      return {
        name,
        type,
        ...((!required || value !== undefined) && { required: false }),
        ...(value !== undefined && { default: value }),
      }
    })
    return { text, variables, problems: this.#problems.sort((one, other) => one.line - other.line) }
  }

  /** Returns a source that the converter could not read, as it is, with the problem. */
  refused(line: number, reason: string): Converted {
    this.problem(line, reason)
    return { text: literal(this.#source), variables: [], problems: this.#problems }
  }
}

/** Returns the type of a value that has a member. A text has a length, too. */
function typeOfOwner(member: string): UsedType {
  if (member === 'length') return 'any'
  return /^\d+$/.test(member) ? 'array' : 'object'
}

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** Names an item of a list: `item` for `items`. */
export function itemNameOf({ path }: Reference): string {
  const last = path.at(-1) ?? ''
  const single = last
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  return single !== last && /^[A-Za-z_][A-Za-z0-9_]{0,40}$/.test(single) ? single : 'item'
}
