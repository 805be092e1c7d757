import type { components } from '../../../../../generated/api-types.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { ifFound } from '../../frame/outcomes.js'
import type { WireService } from '../../frame/wire.js'

/** The fields of a request that say who gets a broadcast. */
interface GivenAudience {
  readonly segment_id?: string
  readonly audience_id?: string
  readonly topic_id?: string | null
}

interface OwnAudience {
  readonly audience?: { readonly segment_id: string }
  readonly topic?: string | null
}

/**
 * Returns the audience and the topic that a request names, as campaigns have them.
 *
 * @throws ApiError 422 `validation_failed` if the project has no such segment or topic
 */
export async function audienceOf(
  { segment_id: segment, audience_id: audience, topic_id: topic }: GivenAudience,
  projectId: string,
  { call }: WireService<'retrieveSegment' | 'retrieveTopic'>,
): Promise<OwnAudience> {
  const id = segment ?? audience
  if (segment !== undefined && audience !== undefined && segment !== audience)
    throw refusedValue('/body/audience_id', 'conflict', 'is the old name of segment_id, and must be the same')
  if (id !== undefined) {
    const found = await ifFound(call('retrieveSegment', { path: { id } }))
    if (found?.body.project_id !== projectId) {
      const field = segment === undefined ? 'audience_id' : 'segment_id'
      throw refusedValue(`/body/${field}`, 'not_found', 'is not the id of a segment of the project')
    }
  }
  return {
    ...(id !== undefined && { audience: { segment_id: id } }),
    ...(topic !== undefined && { topic: topic === null ? null : await keyOf(topic) }),
  }

  async function keyOf(topicId: string): Promise<string> {
    const found = await ifFound(call('retrieveTopic', { path: { id: topicId } }))
    if (found?.body.project_id === projectId) return found.body.key
    throw refusedValue('/body/topic_id', 'not_found', 'is not the id of a topic of the project')
  }
}

/** Returns the audience of a campaign, to give it to a campaign. */
export function audienceOfCampaign({
  audience: { list_id, segment_id, exclude_segment_id },
}: Pick<components['schemas']['Campaign'], 'audience'>): components['schemas']['CampaignAudience'] {
  return {
    ...(list_id !== null && { list_id }),
    ...(segment_id !== null && { segment_id }),
    ...(exclude_segment_id !== null && { exclude_segment_id }),
  }
}

/** The most pages of topics that are read to find one. */
const maxPages = 20

/** Returns the id of the topic that has a campaign's key; null if there is none. */
export async function topicIdOf(
  { topic: key, project_id: projectId }: components['schemas']['Campaign'],
  { call }: WireService<'listTopics'>,
): Promise<string | null> {
  let cursor: string | null = null
  for (let read = 0; key !== null && read < maxPages; read += 1) {
    const query = { limit: 100, project_id: projectId, ...(cursor !== null && { cursor }) }
    const page: components['schemas']['TopicList'] = (await call('listTopics', { query })).body
    const found = page.data.find((topic) => topic.key === key)
    if (found !== undefined) return found.id
    cursor = page.next_cursor
    if (cursor === null) return null
  }
  return null
}
