/**
 * The keys of one purpose: a single key, or a function that returns the key ring's current keys. The first
 * key signs and seals; all keys verify and open. Each key has 32 bytes.
 */
export type KeySource = Uint8Array | (() => readonly Uint8Array[])

/** Returns the keys that verify and open, the present key first. */
export function keysOf(source: KeySource): readonly Uint8Array[] {
  return typeof source === 'function' ? source() : [source]
}

/** Returns the key that signs and seals. */
export function presentKey(source: KeySource): Uint8Array {
  const [key] = keysOf(source)
  if (key === undefined) throw new Error('the key ring has no key for this purpose')
  return key
}
