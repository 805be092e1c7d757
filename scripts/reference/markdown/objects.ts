import { followed, type Parameter, type Schema } from '../contract.js'
import { jsonLiteral } from '../../../base/text/literal.js'
import { boundsOf, hasFields, itemsOf, nameOf, valuesOf } from '../schema-facts.js'
import { blocks, code, table } from './blocks.js'

/** A link to the page that a schema has to itself, by the schema's name. */
export type PageOf = (name: string) => string | undefined

/** A field or parameter as a row of its table. */
interface Row {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  /** In place of the schema's own. */
  readonly description?: string | undefined
  readonly example?: unknown
}

/**
 * Writes the schemas of one page as tables. What a field refers to by name is told once, under a heading of its own, so
 * that a schema within itself has an end; objects without a name are told where they are, as `parent.field`.
 */
export class ObjectTables {
  readonly #named = new Set<string>()
  /** Names that are referred to and not told yet. */
  readonly #open: { readonly name: string; readonly schema: Schema }[] = []
  readonly #pageOf: PageOf

  constructor(pageOf: PageOf = () => undefined) {
    this.#pageOf = pageOf
  }

  /** Returns the contents of a body: its description and its fields, or its type if it has no fields. */
  body(schema: Schema): string {
    const name = nameOf(schema)
    const found = followed<Schema>(schema)
    if (!hasFields(found)) return blocks(found.description ?? '', `Type: ${this.#typeOf(schema)}`)
    if (found.items !== undefined) return `An ${this.#typeOf(schema)}.`
    if (name !== undefined && this.#named.has(name)) return `As ${code(name)}.`
    if (name !== undefined) this.#named.add(name)
    return this.#fieldsOf(found)
  }

  parameters(parameters: readonly Parameter[]): string {
    const rows = parameters.map((parameter) => {
      const [name, ...others] = this.#cells({ ...parameter, required: parameter.required === true })
      return [name ?? '', parameter.in, ...others]
    })
    return table(['Name', 'In', 'Type', 'Required', 'Meaning'], rows)
  }

  /** The objects that were referred to by name since the page began, each under a heading. */
  objects(): string {
    const told: string[] = []
    for (let next = this.#open.shift(); next !== undefined; next = this.#open.shift()) {
      told.push(`### ${next.name}`, this.#fieldsOf(next.schema))
    }
    return told.length === 0 ? '' : blocks('## Objects', ...told)
  }

  #fieldsOf(schema: Schema): string {
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives !== undefined) {
      return blocks(
        schema.description ?? '',
        `One of: ${alternatives.map((one) => this.#typeOf(one)).join(', ')}.`,
      )
    }
    const rows = this.#rowsOf(schema, '').map((row) => this.#cells(row))
    return blocks(schema.description ?? '', table(['Field', 'Type', 'Required', 'Meaning'], rows))
  }

  /** @param within what stands before the names of the fields */
  #rowsOf(schema: Schema, within: string): Row[] {
    const { properties = {}, required = [], additionalProperties } = schema
    const fields = Object.entries(properties).map(([name, field]): Row => ({
      name: within + name,
      schema: field,
      required: required.includes(name),
    }))
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
      fields.push({ name: `${within}<any name>`, schema: additionalProperties, required: false })
    }
    return fields.flatMap((row) => [row, ...this.#within(row)])
  }

  /** The fields of an object without a name. */
  #within({ name, schema }: Row): Row[] {
    const inner = itemsOf(schema)
    const alternatives = inner.oneOf ?? inner.anyOf ?? [inner]
    const lists = inner === schema ? '' : '[]'
    return alternatives
      .filter((one) => nameOf(one) === undefined && nameOf(inner) === undefined)
      .flatMap((one) => this.#rowsOf(one, `${name}${lists}.`))
  }

  #cells({ name, schema, required, description, example }: Row): string[] {
    const found = followed<Schema>(schema)
    const values = valuesOf(found).map((value) => code(String(value)))
    const rules = [
      ...boundsOf(found),
      ...(found.default === undefined ? [] : [`${code(JSON.stringify(found.default))} by default`]),
    ].join(', ')
    const said = description ?? schema.description ?? found.description ?? ''
    const meaning = [
      found.deprecated === true ? 'Deprecated.' : '',
      said,
      values.length === 0 ? '' : `One of ${values.join(', ')}.`,
      rules === '' ? '' : `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`,
      exampleOf(found, example ?? found.example),
    ]
    return [
      code(name),
      this.#typeOf(schema),
      required ? 'yes' : 'no',
      meaning.filter((part) => part !== '').join(' '),
    ]
  }

  /** The type in words: `array of NamedAddress`, `string or null`. */
  #typeOf(schema: Schema): string {
    const name = nameOf(schema)
    const found = followed<Schema>(schema)
    if (found.const !== undefined) return code(JSON.stringify(found.const))
    if (name !== undefined && hasFields(found) && found.items === undefined) return this.#refer(name, found)
    const alternatives = found.oneOf ?? found.anyOf
    if (alternatives !== undefined) return alternatives.map((one) => this.#typeOf(one)).join(' or ')
    const types = typeof found.type === 'string' ? [found.type] : (found.type ?? ['any'])
    return types
      .map((type) => {
        if (type === 'array')
          return `array of ${found.items === undefined ? 'any' : this.#typeOf(found.items)}`
        return type === 'string' && found.format !== undefined ? `string (${found.format})` : type
      })
      .join(' or ')
  }

  #refer(name: string, schema: Schema): string {
    const page = this.#pageOf(name)
    if (page !== undefined) return page
    if (!this.#named.has(name)) {
      this.#named.add(name)
      this.#open.push({ name, schema })
    }
    return code(name)
  }
}

/** One that the values or the fields tell already is left out, and so is a long one. */
function exampleOf(schema: Schema, example: unknown): string {
  if (example === undefined || schema.enum !== undefined || schema.const !== undefined) return ''
  if (typeof example === 'object' && example !== null && schema.properties !== undefined) return ''
  const text = typeof example === 'string' ? example : jsonLiteral(example)
  return text.length > 120 ? '' : `Example: ${code(text.replace(/\s+/g, ' '))}`
}
