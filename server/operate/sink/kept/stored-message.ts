/** The parts of a kept message that are known without opening it. */
export interface StoredMessage {
  readonly id: string
  /** Time at which the last byte had arrived, ISO 8601 in UTC. */
  readonly received_at: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  /** Length of the raw message, in bytes. */
  readonly size: number
}

/** Pattern of the sink's ids: the prefix and a UUID v7 in base 32, which sorts by time. */
export const sinkId = /^snk_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Returns whether a value, as read from a file, describes a message. */
export function isStoredMessage(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null) return false
  const { id, received_at, envelope, size } = value as Partial<Record<keyof StoredMessage, unknown>>
  if (typeof id !== 'string' || typeof received_at !== 'string' || typeof size !== 'number') return false
  if (typeof envelope !== 'object' || envelope === null) return false
  const { from, to } = envelope as { from?: unknown; to?: unknown }
  return typeof from === 'string' && Array.isArray(to) && to.every((each) => typeof each === 'string')
}

/** Returns whether a file system error says that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
