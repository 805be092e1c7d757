import type { Schema } from './words.js'

/** The members of a value to look at, by its schema. */
interface Plan {
  /** Members that count as absent if they are an empty list. */
  readonly absent: readonly string[]
  readonly members: readonly (readonly [name: string, plan: () => Plan])[]
  readonly items: (() => Plan) | undefined
}

/**
 * Makes a function that takes out of a body the empty lists that count as absent (`x-empty-is-absent`). Clients that
 * are generated for Java and others send an empty list for a field that their user has not set, and cannot leave it
 * out.
 *
 * @param body a schema of the contract
 * @param follow returns the schema that a reference stands for
 * @returns a function that changes the value that it gets, which may be anything
 */
export function emptyListsIn(body: Schema, follow: (schema: Schema) => Schema): (value: unknown) => void {
  const plans = new Map<Schema, Plan>()
  const planOf = (schema: Schema): Plan => {
    const node = follow(schema)
    const known = plans.get(node)
    if (known !== undefined) return known
    const below = (one: Schema | undefined) =>
      one !== undefined && reaches(one, follow) ? () => planOf(one) : undefined
    const properties = Object.entries(node.properties ?? {})
    const plan = {
      absent: properties.filter(([, one]) => isMarked(one, follow)).map(([name]) => name),
      members: properties.flatMap(([name, one]) => {
        const next = below(one)
        return next === undefined ? [] : [[name, next] as const]
      }),
      items: below(node.items),
    }
    plans.set(node, plan)
    return plan
  }
  const take = (value: unknown, { absent, members, items }: Plan): void => {
    if (Array.isArray(value)) {
      const plan = items?.()
      if (plan !== undefined) for (const item of value as unknown[]) take(item, plan)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const object = value as Record<string, unknown>
    for (const name of absent) if (isEmptyList(ownMember(object, name))) delete object[name]
    for (const [name, plan] of members) {
      const member = ownMember(object, name)
      if (member !== undefined) take(member, plan())
    }
  }
  return reaches(body, follow) ? (value) => take(value, planOf(body)) : () => undefined
}

function isMarked(schema: Schema, follow: (schema: Schema) => Schema): boolean {
  return follow(schema)['x-empty-is-absent'] === true
}

/** Tells whether anything below a schema is marked. */
function reaches(schema: Schema, follow: (schema: Schema) => Schema, seen = new Set<Schema>()): boolean {
  const node = follow(schema)
  if (seen.has(node)) return false
  seen.add(node)
  const members = Object.values(node.properties ?? {})
  return [...members, ...(node.items === undefined ? [] : [node.items])].some(
    (one) => isMarked(one, follow) || reaches(one, follow, seen),
  )
}

function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
