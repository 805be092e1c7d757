/** JSON Pointers (RFC 6901), by which errors locate a value. */

/** Returns the decoded tokens of a pointer. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'))
}

/** Encodes a name as a token of a pointer (section 3). */
export function pointerToken(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1')
}

/** Returns the value that a pointer leads to, or undefined. Only own properties are found. */
export function valueAt(value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (node, token) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, token)
        ? (node as Record<string, unknown>)[token]
        : undefined,
    value,
  )
}
