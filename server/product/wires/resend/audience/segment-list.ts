import type { components } from '../../../../../generated/api-types.js'
import type { components as resend } from '../../../../../generated/wires/resend.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { IdPageQuery } from '../../frame/lists/pages.js'
import type { WireService } from '../../frame/wire.js'

type Segment = components['schemas']['Segment']

/**
 * Reads all segments, the newest first.
 *
 * @param projectId leaves out the segments of other projects
 */
export async function allSegments(
  { call }: WireService<'listSegments'>,
  projectId?: string,
): Promise<Segment[]> {
  const segments: Segment[] = []
  let cursor: string | null = null
  do {
    const query = {
      limit: 100,
      ...(cursor !== null && { cursor }),
      ...(projectId !== undefined && { project_id: projectId }),
    }
    const page: components['schemas']['SegmentList'] = (await call('listSegments', { query })).body
    segments.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return segments
}

/**
 * Returns a page of segments that were read whole.
 *
 * @throws ApiError 422 `validation_failed` if `after` or `before` is none of them
 */
export function pageOfSegments(
  segments: readonly Segment[],
  { limit = 20, after, before }: IdPageQuery,
): { data: Segment[]; has_more: boolean } {
  const placeOf = (id: string, parameter: string) => {
    const place = segments.findIndex((segment) => segment.id === id)
    if (place >= 0) return place
    throw refusedValue(`/query/${parameter}`, 'not_found', 'is not the id of an item of this list')
  }
  if (before !== undefined) {
    const end = placeOf(before, 'before')
    const start = Math.max(0, end - limit)
    return { data: segments.slice(start, end), has_more: start > 0 }
  }
  const start = after === undefined ? 0 : placeOf(after, 'after') + 1
  return { data: segments.slice(start, start + limit), has_more: start + limit < segments.length }
}

/** Presents a segment as Resend lists one. */
export function listedSegment({ id, name, created_at }: Segment): resend['schemas']['ListedSegment'] {
  return { id, name, created_at }
}
