import { isNode, walk, type Node } from '../document.js'

/** A text of an example, and the member that it is in. */
export interface Text {
  readonly key: string
  readonly text: string
}

/** Members in which others have chosen the names: customers, and the authors of WebAuthn. */
const namedByOthers = new Set(['credential', 'metadata', 'options'])

/** Every text within an example, but for what others have named. */
export function textsOf(value: unknown, key = ''): Text[] {
  if (namedByOthers.has(key)) return []
  if (typeof value === 'string') return [{ key, text: value }]
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, key))
  return isNode(value) ? Object.entries(value).flatMap(([name, item]) => textsOf(item, name)) : []
}

/**
 * Returns the prefixes of ids by the members that hold them: members whose schema has a pattern that begins with a
 * prefix.
 */
export function prefixesOf(contract: Node): ReadonlyMap<string, ReadonlySet<string>> {
  const schemas = (contract['components'] as Node | undefined)?.['schemas'] as Node | undefined
  const prefixOf = (schema: unknown) => {
    const reference = isNode(schema) ? schema['$ref'] : undefined
    const named = typeof reference === 'string' ? schemas?.[reference.split('/').at(-1) ?? ''] : schema
    return isNode(named) ? /^\^([a-z]+)_\[0-7\]/.exec(String(named['pattern']))?.[1] : undefined
  }
  const found = new Map<string, Set<string>>()
  for (const { node } of walk(contract)) {
    for (const [key, schema] of Object.entries(isNode(node['properties']) ? node['properties'] : {})) {
      const prefix = prefixOf(schema)
      if (prefix !== undefined) found.set(key, (found.get(key) ?? new Set()).add(prefix))
    }
  }
  return found
}

/** Why an id is none: a TypeID (github.com/jetify-com/typeid) of a UUIDv7, with a prefix that its member takes. */
export function wrongId({ key, text }: Text, prefixes: ReadonlySet<string>): string | undefined {
  const [, prefix, suffix] = /^([a-z]+)_([0-9a-hjkmnp-tv-z]{26})$/.exec(text) ?? []
  if (prefix === undefined || suffix === undefined) return `${key} ${text} is not a TypeID`
  if (!prefixes.has(prefix)) return `${key} ${text} does not begin with ${[...prefixes].join(' or ')}`
  return isUuid7(suffix) ? undefined : `${key} ${text} is not of a UUIDv7`
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Version and variant stand where RFC 9562, section 5.7 has them; 26 times 5 bits are two too many. */
function isUuid7(suffix: string): boolean {
  const number = [...suffix].reduce((sum, letter) => sum * 32n + BigInt(alphabet.indexOf(letter)), 0n)
  return number < 1n << 128n && ((number >> 76n) & 15n) === 7n && ((number >> 62n) & 3n) === 2n
}

/** Why a timestamp is not as the service writes it: RFC 3339 in UTC with milliseconds, and a day of the calendar. */
export function wrongTime({ key, text }: Text): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[Tt ]/.test(text)) return undefined
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
    ? undefined
    : `${key} ${text} is not in UTC with milliseconds`
}
