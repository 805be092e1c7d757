import type { ErrorObject, SchemaValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isEmailAddress } from '../../mail-address.js'

/**
 * Formats of the contract for which JSON Schema's own checks are too strict. Every validator must know them.
 */
export const ownFormats = { 'idn-email': isEmailAddress } as const

/**
 * Makes an Ajv that validates values by schemas of the contract: `{ $ref: 'contract#/components/schemas/…'
 * }`. Its errors carry the schema and the value, from which error messages are made.
 *
 * @param contract the contract, already checked; it must not change any more
 * @param allErrors whether to continue after the first mistake; the size of the values must then be bounded
 */
export function contractAjv(contract: object, allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, verbose: true, allErrors })
  ;(addFormats as unknown as (instance: Ajv2020, options: { mode: 'full' }) => void)(ajv, { mode: 'full' })
  for (const [name, check] of Object.entries(ownFormats)) ajv.addFormat(name, check)
  ajv.addKeyword({
    keyword: 'x-required-without',
    type: 'object',
    schemaType: 'object',
    // Errors come in the order of the keywords, and this is a kind of `required`.
    before: 'propertyNames',
    validate: requiredWithout,
  })
  ajv.addSchema(contract, 'contract')
  return ajv
}

/**
 * Checks `x-required-without: { a: [b, c] }`: without the field `a`, the fields `b` and `c` are required. The
 * errors are those of `required`. JSON Schema's `if` could say the same, but generators of clients cannot read it.
 */
const requiredWithout: SchemaValidateFunction = (
  rules: Readonly<Record<string, readonly string[]>>,
  data: Readonly<Record<string, unknown>>,
) => {
  const missing = Object.entries(rules).flatMap(([name, needed]) =>
    Object.hasOwn(data, name) ? [] : needed.filter((each) => !Object.hasOwn(data, each)),
  )
  requiredWithout.errors = missing.map((missingProperty): Partial<ErrorObject> => ({
    keyword: 'required',
    params: { missingProperty },
    message: 'is required',
  }))
  return missing.length === 0
}
