import { SINK_ID } from '../files.js'
import type { ListQuery } from '../store.js'
import type { ErrorDetail } from './errors.js'

const MAX_LIMIT = 1_000
const DEFAULT_LIMIT = 100

/** A query string as Express parses it, before anything is known of it. */
export type RawQuery = Readonly<Record<string, unknown>>

/**
 * Reads the query of a listing: `limit`, `cursor` and `to`. Unknown parameters are left alone.
 *
 * @returns the query, or every value that was refused
 */
export function readListQuery(raw: RawQuery): { query: ListQuery } | { refused: ErrorDetail[] } {
  const refused: ErrorDetail[] = []
  const refuse = (name: string, code: string, message: string) => {
    refused.push({ path: `/query/${name}`, code, message })
    return undefined
  }
  const single = (name: string) => {
    const value = raw[name]
    if (value === undefined || typeof value === 'string') return value
    return refuse(name, 'type', 'must be given once')
  }

  const limitText = single('limit')
  let limit = DEFAULT_LIMIT
  if (limitText !== undefined) {
    limit = /^\d{1,4}$/.test(limitText) ? Number(limitText) : 0
    if (limit < 1 || limit > MAX_LIMIT)
      refuse('limit', 'range', `must be a whole number from 1 to ${MAX_LIMIT}`)
  }
  const before = single('cursor')
  if (before !== undefined && !SINK_ID.test(before)) {
    refuse('cursor', 'format', 'must be the next_cursor of an earlier page')
  }
  const to = single('to')
  if (to === '') refuse('to', 'format', 'must be an address')
  return refused.length > 0 ? { refused } : { query: { limit, before, to } }
}
