import type { Segment } from 'postseal'
import { client } from '../../api/client.js'

/**
 * Has a segment counted whose rule was just written, so that its size is known where it is listed. A count that cannot
 * start is no mistake of the form: the size is estimated then.
 */
export async function startCount(segment: Segment): Promise<Segment> {
  try {
    return await client.segments.count(segment.id)
  } catch {
    return segment
  }
}
