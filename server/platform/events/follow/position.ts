import { writeUuid } from '../../../../base/text/uuid-bytes.js'
import { nilUuid, uuidOfBytes, type Uuid } from '../../db/ids.js'
import { refusedValue, type ApiError } from '../../http/errors/api-error.js'

/**
 * The place up to which somebody has followed the events of a workspace.
 *
 * - `past`: events recorded before `order` are read by their ids, beginning after `id`. This finds the events of a
 *   span of time.
 * - `live`: all events before `order` and `id` have been read, and the events after it follow in the order in which
 *   they were recorded.
 */
export interface FollowPosition {
  readonly phase: 'past' | 'live'
  /** A number as in `events.recorded_in`. */
  readonly order: bigint
  readonly id: Uuid
  /** The time at which there was nothing more to read, or the time of the last event that was read. */
  readonly at: Date
}

/** A time before there was any event. */
const earliest = new Date('2020-01-01T00:00:00Z')

const phases = ['past', 'live'] as const
const bytes = 1 + 8 + 16 + 6

/** Returns the outside form of a position. */
export function cursorOfPosition({ phase, order, id, at }: FollowPosition): string {
  const cursor = Buffer.alloc(bytes)
  cursor.writeUInt8(phases.indexOf(phase))
  cursor.writeBigInt64BE(order, 1)
  writeUuid(id, cursor, 9)
  cursor.writeUIntBE(at.getTime(), 25, 6)
  return cursor.toString('base64url')
}

/**
 * Parses the outside form of a position.
 *
 * @throws ApiError 422 `validation_failed` if the cursor is not one of ours
 */
export function positionOfCursor(text: string): FollowPosition {
  const cursor = Buffer.from(text, 'base64url')
  if (cursor.length !== bytes || cursor.toString('base64url') !== text) throw noPosition()
  const phase = phases[cursor.readUInt8()]
  const order = cursor.readBigInt64BE(1)
  const idBytes = cursor.subarray(9, 25)
  const id = phase === 'live' && idBytes.every((byte) => byte === 0) ? nilUuid : uuidOfBytes(idBytes)
  const at = new Date(cursor.readUIntBE(25, 6))
  if (phase === undefined || id === undefined || order < 0n || at < earliest) throw noPosition()
  return { phase, order, id, at }
}

function noPosition(): ApiError {
  return refusedValue(
    '/query/after',
    'cursor',
    'must be the next_cursor of an earlier reply with followed events',
  )
}
