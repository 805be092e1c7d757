import { resolve, type ContractOperation } from '../api/contract.js'

/** Bodies that break the contract in one place, made from its schemas and examples. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | string[]
  readonly required?: string[]
  readonly properties?: Record<string, Schema>
}

/** A body that must be refused, and where it is wrong. */
export interface Violation {
  readonly body: Record<string, unknown>
  /** As the detail of the error names it. */
  readonly path: string
  readonly code: string
}

/** Every field that is required left out, every field of another type, and one that there is not. */
export function violationsOf(operation: ContractOperation): Violation[] {
  const media = operation.requestBody?.content['application/json']
  if (media === undefined) return []
  const schema = resolve(media.schema as Schema) as Schema
  const example = media.example as Record<string, unknown>
  const broken = (name: string, code: string, change: Record<string, unknown>) => ({
    body: { ...example, ...change },
    path: `/body/${name}`,
    code,
  })
  return [
    ...(schema.required ?? []).map((name) => broken(name, 'required', { [name]: undefined })),
    ...Object.entries(schema.properties ?? {}).map(([name, property]) =>
      broken(name, 'type', { [name]: ofAnotherType(resolve(property) as Schema) }),
    ),
    broken('colour', 'additionalProperties', { colour: 'red' }),
  ]
}

/** A value that a schema does not take, whatever else it asks for. */
function ofAnotherType({ type = [] }: Schema): unknown {
  return [type].flat().includes('string') ? 5 : 'x'
}
