import type { Uuid } from './ids.js'

/** UUIDs one after the other, 16 bytes each. */
export function uuidBytes(...uuids: readonly Uuid[]): Buffer {
  return Buffer.from(uuids.join('').replaceAll('-', ''), 'hex')
}

/** The UUID that stands at this place. */
export function uuidAt(bytes: Buffer, offset: number): Uuid {
  const hex = bytes.toString('hex', offset, offset + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
