import { v7 } from 'uuid'
import { uuidAt, uuidOfHex } from '../../../base/text/uuid-bytes.js'

/**
 * Ids. Inside the service and in the database an id is a UUIDv7 (RFC 9562, section 5.7), so ids sort by the
 * time they were made and a row needs no column for it. Outside it is a TypeID: the same UUID in base32
 * behind a prefix that names the resource. Handlers and presenters translate; nothing between them does.
 */

declare const of: unique symbol

/** A UUID as PostgreSQL writes it. */
export type Uuid = string & { readonly [of]?: 'workspace' | 'other' }

/**
 * The id of a workspace. Every statement of one workspace asks for it, and the compiler refuses any other id in its
 * place.
 */
export type WorkspaceId = string & { readonly [of]?: 'workspace' }

/** The prefixes, one for each resource. */
export type Prefix =
  | 'ws'
  | 'usr'
  | 'ses'
  | 'psk'
  | 'pkr'
  | 'pkc'
  | 'aud'
  | 'prj'
  | 'key'
  | 'dom'
  | 'dms'
  | 'msg'
  | 'log'
  | 'evt'
  | 'whk'
  | 'whd'
  | 'whr'
  | 'whq'
  | 'sup'
  | 'con'
  | 'cim'
  | 'cev'
  | 'lst'
  | 'sub'
  | 'top'
  | 'del'
  | 'tpl'
  | 'seg'
  | 'cmp'
  | 'aut'
  | 'run'
  | 'inr'
  | 'inm'
  | 'att'
  | 'req'
  | 'snk'

/** Stands for "no project" in keys that cannot be null, and for "no workspace". */
export const nilUuid: WorkspaceId = '00000000-0000-0000-0000-000000000000'

/** A UUID that is above every id. */
export const greatestUuid: Uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Makes a new UUIDv7, which is larger than every one that this process made before. */
export function newUuid(): Uuid {
  return v7()
}

let own: Uuid | undefined

/** Returns the id of this process, for rows that no other process counts in. It is made at the first call. */
export function processId(): Uuid {
  return (own ??= newUuid())
}

/** Makes the id of a new workspace. */
export function newWorkspaceId(): WorkspaceId {
  return newUuid() as WorkspaceId
}

/**
 * Returns the outside form of an id. It is written here because lists and webhooks are full of ids: typeid-js took
 * half of the time in which a webhook's body was made. An id takes 0.3 µs here and 1.9 µs in typeid-js 1.2.
 */
export function toTypeId(prefix: Prefix, uuid: Uuid): string {
  return `${prefix}_${base32(uuid)}`
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const digitCodes = Array.from(digits, (digit) => digit.charCodeAt(0))
/** The value of each hexadecimal digit, by its code. */
const hexValues = Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`))
const dash = '-'.charCodeAt(0)
/**
 * The buffer in which an id is written before it becomes a string: one string of 26 is made, and none of its
 * beginnings.
 */
const written = Buffer.alloc(26)

/** Encodes 128 bits as 26 digits of five bits, with two zero bits ahead. */
function base32(uuid: Uuid): string {
  let bits = 0
  let bitsLeft = 2
  let at = 0
  for (let index = 0; index < uuid.length; index += 1) {
    const code = uuid.charCodeAt(index)
    if (code === dash) continue
    bits = ((bits << 4) | (hexValues[code] ?? 0)) & 0xfff
    bitsLeft += 4
    if (bitsLeft < 5) continue
    bitsLeft -= 5
    written[at] = digitCodes[(bits >> bitsLeft) & 31] ?? 0
    at += 1
  }
  return written.toString('latin1', 0, at)
}

/**
 * Returns the inside form of an id. The contract defines the outside form, so ids that arrive here have been
 * validated. That says nothing of their bits: an id of no version of UUID was never made here, and is looked for in
 * vain like any other.
 *
 * @throws Error if the text is not a TypeID of this prefix
 */
export function fromTypeId(prefix: 'ws', id: string): WorkspaceId
export function fromTypeId(prefix: Prefix, id: string): Uuid
export function fromTypeId(prefix: Prefix, id: string): Uuid {
  const start = prefix.length + 1
  if (id.length !== start + 26 || !id.startsWith(`${prefix}_`)) throw new Error(`not an id with ${prefix}_`)
  // The first two digits are eight bits, and four each of the others are 20.
  let hex = hexOf(id, start, 2, 2)
  for (let at = start + 2; at < id.length; at += 4) hex += hexOf(id, at, 4, 5)
  return uuidOfHex(hex)
}

/** The value of each character as a digit, by its code. */
const digitValues = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]))

/**
 * Reads a part of an id as hexadecimal digits.
 *
 * @throws Error if there is anything but digits, or there are more bits than places
 */
function hexOf(id: string, at: number, length: number, places: number): string {
  let bits = 0
  for (let index = at; index < at + length; index += 1) {
    const value = digitValues.get(id.charCodeAt(index))
    if (value === undefined) throw new Error('an id has a character that is no digit')
    bits = bits * 32 + value
  }
  const hex = bits.toString(16).padStart(places, '0')
  if (hex.length > places) throw new Error('an id has more than 128 bits')
  return hex
}

/** Returns the time at which an id was made, to the millisecond. */
export function timeOf(uuid: Uuid): Date {
  return new Date(parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

/** Returns the UUIDv7 that bytes are (RFC 9562, section 5.7), or undefined if they are none. */
export function uuidOfBytes(bytes: Buffer): Uuid | undefined {
  const uuid = uuidAt(bytes, 0)
  return bytes.length === 16 && /^.{14}7.{4}[89ab]/.test(uuid) ? uuid : undefined
}

/** Returns the least UUIDv7 of a time: ids made at or after the time are not below it, ids made before are. */
export function minUuidAt(time: Date): Uuid {
  const ms = Math.max(0, Math.min(time.getTime(), 2 ** 48 - 1))
  const hex = Math.trunc(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Returns the least UUIDv7 of the millisecond after a time, which is written as in RFC 3339: ids made until then are
 * below it.
 */
export function firstIdAfter(at: string): Uuid {
  return minUuidAt(new Date(new Date(at).getTime() + 1))
}

/** Makes a new UUIDv7 as if it had been made at a time, which is written as in RFC 3339. */
export function newUuidAt(at: string): Uuid {
  return v7({ msecs: new Date(at).getTime() })
}

/** Returns the UUID right before another, which is not the nil UUID. */
export function uuidBefore(uuid: Uuid): Uuid {
  return moved(uuid, -1n)
}

/** Returns the UUID right after another, which is not the greatest one. */
export function uuidAfter(uuid: Uuid): Uuid {
  return moved(uuid, 1n)
}

function moved(uuid: Uuid, by: bigint): Uuid {
  return uuidOfHex((BigInt(`0x${uuid.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0'))
}
