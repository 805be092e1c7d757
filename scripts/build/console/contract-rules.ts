import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

type Schema = Record<string, unknown> & {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  required?: string[]
}

/** The keywords that a form can check by itself. */
const keywords = [
  'type',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
] as const

/**
 * Makes `contract:Name` a module: the rules of the schema `Name` of the contract, for a form. So a form refuses what the
 * API would, by the same rules, and each screen carries only those that it uses.
 *
 * @param contract the path of the published contract
 */
export function contractRules(contract: string): Plugin {
  return {
    name: 'contract-rules',
    setup(build) {
      let loading: Promise<Record<string, Schema>> | undefined
      const schemas = () =>
        (loading ??= readFile(contract, 'utf8').then(
          (text) =>
            (JSON.parse(text) as { components: { schemas: Record<string, Schema> } }).components.schemas,
        ))
      build.onResolve({ filter: /^contract:/ }, ({ path }) => ({
        path: path.slice('contract:'.length),
        namespace: 'contract',
      }))
      build.onLoad({ filter: /.*/, namespace: 'contract' }, async ({ path: name }) => {
        const all = await schemas()
        if (all[name] === undefined) return { errors: [{ text: `The contract has no schema ${name}.` }] }
        return { contents: JSON.stringify(rulesOf(all[name], all)), loader: 'json' }
      })
    },
  }
}

/** The rules of an object's properties, as deep as `depth`; a deeper or recursive value has none of its own. */
function rulesOf(schema: Schema, all: Record<string, Schema>, depth = 3): Record<string, unknown> {
  const { properties = {}, required = [] } = merged(schema, all)
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const own = merged(property, all)
      const rule: Record<string, unknown> = {}
      for (const keyword of keywords) if (own[keyword] !== undefined) rule[keyword] = own[keyword]
      if (required.includes(name)) rule.required = true
      if (depth > 0 && own.items !== undefined)
        rule.items = rulesOf({ properties: { item: own.items } }, all, depth - 1).item
      if (depth > 0 && own.properties !== undefined) rule.properties = rulesOf(own, all, depth - 1)
      return [name, rule]
    }),
  )
}

/** A schema with what it refers to and consists of. */
function merged(schema: Schema, all: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const parts = [...(name === undefined ? [] : [all[name] ?? {}]), ...(schema.allOf ?? [])]
  return parts.reduceRight<Schema>(
    (sum, part) => {
      const { properties, required = [], ...rest } = merged(part, all)
      return {
        ...rest,
        ...sum,
        ...(properties && { properties: { ...properties, ...sum.properties } }),
        required: [...required, ...(sum.required ?? [])],
      }
    },
    { ...schema, $ref: undefined },
  )
}
