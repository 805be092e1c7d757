import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isEmailAddress } from '../../../base/addresses/address.js'
import { isNode, type Node } from '../document.js'

/** Says what is wrong with a value, or nothing. */
export type Judge = (schema: unknown, value: unknown) => string | undefined

/**
 * Judges values by the schemas of a contract (JSON Schema 2020-12, with formats), where an object takes no properties but
 * those that are named: a contract leaves replies open for what is added later, and an example has none of that. Redocly
 * CLI judges examples as well, but takes any text for an address of e-mail and passes over headers.
 */
export function strictJudge(contract: Node): Judge {
  // The schemas themselves are checked by Redocly CLI. Each judges a few values, so code that is faster takes longer to
  // make than it saves.
  const ajv = new Ajv2020({
    strict: false,
    code: { optimize: false },
    allErrors: true,
    validateSchema: false,
  })
  ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
  ajv.addFormat('idn-email', isEmailAddress)
  ajv.addSchema(closed(contract) as Node, 'contract')
  const compiled = new Map<string, ValidateFunction>()

  return (schema, value) => {
    const key = JSON.stringify(schema)
    const validate = compiled.get(key) ?? ajv.compile(absolute(closed(schema)) as Node)
    compiled.set(key, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'it' })
  }
}

/** Objects with named properties take no others, nullable ones among them. */
function closed(value: unknown): unknown {
  return mapNodes(value, (node) =>
    isNode(node['properties']) && !('additionalProperties' in node) && isSchema(node)
      ? { ...node, additionalProperties: false }
      : node,
  )
}

/** An object that happens to have a property of that name is none. */
function isSchema({ type }: Node): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}

/** #/components/… -> contract#/components/… */
function absolute(value: unknown): unknown {
  return mapNodes(value, (node) => {
    const { $ref } = node
    return typeof $ref === 'string' && $ref.startsWith('#') ? { ...node, $ref: `contract${$ref}` } : node
  })
}

function mapNodes(value: unknown, map: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => mapNodes(item, map))
  if (!isNode(value)) return value
  return map(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapNodes(item, map)])))
}
