/** What is known of a kept message without opening it. */
export interface StoredMessage {
  readonly id: string
  /** When the last byte had arrived, ISO 8601 in UTC. */
  readonly received_at: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  /** Length of the raw message, in bytes. */
  readonly size: number
}

/** Ids of the sink: the prefix and a UUID v7 in base 32, which sorts by time. */
export const sinkId = /^snk_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Whether it is what is known of a message, as read from a file. */
export function isStoredMessage(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null) return false
  const { id, received_at, envelope, size } = value as Partial<Record<keyof StoredMessage, unknown>>
  if (typeof id !== 'string' || typeof received_at !== 'string' || typeof size !== 'number') return false
  if (typeof envelope !== 'object' || envelope === null) return false
  const { from, to } = envelope as { from?: unknown; to?: unknown }
  return typeof from === 'string' && Array.isArray(to) && to.every((each) => typeof each === 'string')
}

/** Whether a file system error says that the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
