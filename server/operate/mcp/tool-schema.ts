import { resolve, type ContractDocument } from '../../../base/contract/document.js'

/** JSON Schema in the contract's dialect (OpenAPI 3.1 takes the dialect 2020-12). */
export type Schema = { readonly [key: string]: unknown }

/** Input of a tool: always an object, as the Model Context Protocol requires. */
export interface InputSchema extends Schema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/**
 * Makes the schema of a tool's input. Schemas of the contract that the properties refer to are in its `$defs`, so
 * that the schema can be read alone.
 *
 * @param properties schemas of the contract, with references into it
 */
export function inputSchema(
  contract: ContractDocument,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): InputSchema {
  const definitions = new Map<string, Schema>()
  const own = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      standalone(contract, schema, definitions) as Schema,
    ]),
  )
  return {
    type: 'object',
    properties: own,
    required,
    additionalProperties: false,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  }
}

/** Keywords that only documentation and the service's own build read. Agents pay for each word. */
const leftOut = /^(x-.*|examples?|discriminator|xml|externalDocs)$/

/**
 * Returns a schema of the contract whose references lead into `definitions`, to which the schemas they lead to are
 * added.
 */
function standalone(contract: ContractDocument, schema: unknown, definitions: Map<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => standalone(contract, item, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: unknown }
  if (typeof $ref === 'string') return { ...reference(contract, $ref, definitions), ...besides(schema) }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !leftOut.test(key))
      .map(([key, value]) => [
        key,
        key === 'properties'
          ? named(contract, value as object, definitions)
          : standalone(contract, value, definitions),
      ]),
  )
}

/** Returns properties by their names, none of which is a keyword here. */
function named(contract: ContractDocument, properties: object, definitions: Map<string, Schema>): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, standalone(contract, schema, definitions)]),
  )
}

function reference(contract: ContractDocument, $ref: string, definitions: Map<string, Schema>): Schema {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  if (!definitions.has(name)) {
    // Set first, because the schema may refer to itself.
    definitions.set(name, {})
    definitions.set(name, standalone(contract, resolve(contract, { $ref }), definitions) as Schema)
  }
  return { $ref: `#/$defs/${name}` }
}

/** Returns the keywords beside a reference, such as a description of its own. */
function besides(schema: object): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref' && !leftOut.test(key)))
}
