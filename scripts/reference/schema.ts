import { escaped } from '../pages/escape.js'
import { markdownFragment } from '../pages/markdown.js'
import { followed, type Schema } from './contract.js'
import { jsonLiteral } from '../../base/text/literal.js'
import { boundsOf, hasFields, itemsOf, nameOf, valuesOf } from './schema-facts.js'

/**
 * Writes the schemas of one page. A schema with a name is written once; where it comes again, a link leads to it, so
 * that one within itself has an end.
 *
 * @param pageOf the page that a schema has to itself, by the schema's name
 */
export class SchemaWriter {
  readonly #written = new Set<string>()
  readonly #pageOf: (name: string) => string | undefined

  constructor(pageOf: (name: string) => string | undefined = () => undefined) {
    this.#pageOf = pageOf
  }

  /** The fields of an object or of each of its alternatives; empty where a value has none. */
  fields(schema: Schema): string {
    const name = nameOf(schema)
    const found = followed<Schema>(schema)
    if (found.items !== undefined) return this.fields(found.items)
    if (name === undefined) return this.#innerOf(found)
    if (this.#written.has(name)) return ''
    this.#written.add(name)
    const inner = this.#innerOf(found)
    return inner === '' ? '' : `<div id="schema-${name}" tabindex="-1">${inner}</div>`
  }

  /** Returns the description that the contract has of a schema as a whole. */
  about(schema: Schema): string {
    return markdownFragment(followed<Schema>(schema).description ?? '')
  }

  /** One line of a list: a parameter, a field or a header. */
  item(
    name: string,
    schema: Schema,
    { required = false, description = '', example }: ItemOptions = {},
  ): string {
    const found = followed<Schema>(schema)
    const shown = example ?? found.example
    const notes = [description !== '' ? description : (schema.description ?? found.description ?? '')].map(
      (text) => markdownFragment(text),
    )
    const marks = [
      `<span class="type">${this.#typeOf(schema)}</span>`,
      ...(required ? ['<span class="required">required</span>'] : []),
      ...(found.deprecated === true ? ['<span class="deprecated">deprecated</span>'] : []),
    ]
    return `<li>
<p class="field"><code>${escaped(name).replaceAll('_', '_<wbr>')}</code> ${marks.join(' ')}</p>
${notes.join('')}${rulesOf(found)}${exampleOf(found, shown)}${this.#nested(name, schema)}</li>`
  }

  #innerOf(schema: Schema): string {
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives !== undefined) return this.#alternatives(alternatives)
    const { properties = {}, required = [], additionalProperties } = schema
    const items = Object.entries(properties).map(([name, field]) =>
      this.item(name, field, { required: required.includes(name) }),
    )
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
      items.push(this.item('any name', additionalProperties))
    }
    return items.length === 0 ? '' : `<ul class="fields">\n${items.join('\n')}\n</ul>`
  }

  /** Objects by their names; alternatives that are no objects are told by the type alone. */
  #alternatives(alternatives: readonly Schema[]): string {
    const objects = alternatives.filter((schema) => hasFields(followed<Schema>(schema)))
    if (objects.length === 0) return ''
    if (objects.length === 1) return this.fields(objects[0] as Schema)
    const items = objects.map((schema) => {
      const name = nameOf(schema) ?? 'object'
      const page = this.#pageOf(name)
      if (page !== undefined) return `<li>${page}</li>`
      const link = this.#linkTo(name)
      if (link !== undefined) return `<li>${link}</li>`
      const about = markdownFragment(followed<Schema>(schema).description ?? '')
      return `<li><details><summary>${escaped(name)}</summary>${about}${this.fields(schema)}</details></li>`
    })
    return `<p>One of:</p>\n<ul class="alternatives">\n${items.join('\n')}\n</ul>`
  }

  /** Returns the fields within a field, folded away. */
  #nested(name: string, schema: Schema): string {
    const within = itemsOf(schema)
    const named = nameOf(within)
    if (!hasFields(followed<Schema>(within))) return ''
    if (named !== undefined && this.#written.has(named)) return ''
    // The rows of a list are what it is about.
    return `<details${name === 'data' ? ' open' : ''}><summary>Fields of <code>${escaped(name)}</code></summary>
${this.fields(within)}
</details>`
  }

  #linkTo(name: string): string | undefined {
    return this.#written.has(name) ? `<a href="#schema-${name}">${escaped(name)}</a>` : undefined
  }

  /** The type in words: `array of NamedAddress`, `string or null`. */
  #typeOf(schema: Schema): string {
    const name = nameOf(schema)
    const found = followed<Schema>(schema)
    if (found.const !== undefined) return `<code>${escaped(JSON.stringify(found.const))}</code>`
    const alternatives = found.oneOf ?? found.anyOf
    if (alternatives !== undefined && name === undefined) {
      return alternatives.map((alternative) => this.#typeOf(alternative)).join(' or ')
    }
    if (name !== undefined && hasFields(found))
      return this.#pageOf(name) ?? this.#linkTo(name) ?? escaped(name)
    if (alternatives !== undefined) return alternatives.map((one) => this.#typeOf(one)).join(' or ')
    const types = typeof found.type === 'string' ? [found.type] : (found.type ?? ['any'])
    return types
      .map((type) => {
        if (type === 'array')
          return `array of ${found.items === undefined ? 'any' : this.#typeOf(found.items)}`
        return type === 'string' && found.format !== undefined ? `string (${escaped(found.format)})` : type
      })
      .join(' or ')
  }
}

interface ItemOptions {
  readonly required?: boolean
  /** In place of the schema's own. */
  readonly description?: string
  readonly example?: unknown
}

/** Returns the rules of a value beside its type: the values it can have, how long or large it may be, its default. */
function rulesOf(schema: Schema): string {
  const values = valuesOf(schema)
  const rules = [
    ...boundsOf(schema),
    ...(schema.default === undefined
      ? []
      : [`<code>${escaped(JSON.stringify(schema.default))}</code> by default`]),
  ]
  return [
    values.length === 0
      ? ''
      : `<p class="rules">One of ${values.map((value) => `<code>${escaped(String(value))}</code>`).join(' ')}</p>\n`,
    rules.length === 0 ? '' : `<p class="rules">${capitalized(rules.join(', '))}</p>\n`,
  ].join('')
}

/** An example says more than a pattern. One that the values or the fields tell already is left out. */
function exampleOf(schema: Schema, example: unknown): string {
  if (example === undefined || schema.enum !== undefined || schema.const !== undefined) return ''
  if (typeof example === 'object' && example !== null && schema.properties !== undefined) return ''
  const text = typeof example === 'string' ? example : jsonLiteral(example)
  if (text.length > 300) return ''
  return text.includes('\n')
    ? `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
    : `<p class="rules">Example: <code>${escaped(text)}</code></p>\n`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
