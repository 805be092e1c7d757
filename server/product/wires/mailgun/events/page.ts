import type { components } from '../../../../../generated/api-types.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/** A page of a list of events, in the terms of the service's own lists. */
export interface PageQuery {
  /** True if the oldest events come first. */
  readonly isAscending: boolean
  readonly limit: number
  readonly types: components['schemas']['EventType'][]
  readonly since?: string
  readonly until?: string
  readonly recipient?: string
  readonly category?: string
  readonly message_id?: string
  /** Left out for the first page, and null for the page after the last one. */
  readonly cursor?: string | null | undefined
}

/** Writes a page into one segment of a path, as Mailgun's clients give it back. */
export function writePage(query: PageQuery): string {
  return Buffer.from(JSON.stringify(query)).toString('base64url')
}

/**
 * Reads what {@link writePage} has written. The operations that get the values check them.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function readPage(text: string): PageQuery {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<PageQuery> | null
    if (value !== null && Array.isArray(value.types) && typeof value.isAscending === 'boolean')
      return { ...value, isAscending: value.isAscending, types: value.types, limit: Number(value.limit) }
  } catch {
    // Refused below.
  }
  throw refusedValue('/path/page', 'pattern', 'is not a page that a list has named')
}
