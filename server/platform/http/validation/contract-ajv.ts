import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isEmailAddress } from '../../../../base/addresses/address.js'

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
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    verbose: true,
    allErrors,
  })
  ;(addFormats as unknown as (instance: Ajv2020, options: { mode: 'full' }) => void)(ajv, { mode: 'full' })
  for (const [name, check] of Object.entries(ownFormats)) ajv.addFormat(name, check)
  ajv.addSchema(contract, 'contract')
  return ajv
}
