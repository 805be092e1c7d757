import type { components } from '../../../../generated/api-types.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { finding, notFound } from './codes.js'

type Stream = components['schemas']['Stream']

/** The streams of Postmark, and those of this service. */
export const streams = { outbound: 'transactional', broadcast: 'bulk' } as const satisfies Record<
  string,
  Stream
>
export type StreamId = keyof typeof streams

/** Returns Postmark's name for a stream. */
export function streamId(stream: Stream): StreamId {
  return stream === 'bulk' ? 'broadcast' : 'outbound'
}

/**
 * Returns the stream that a path names.
 *
 * @throws ApiError 404 `not_found` for another than the two that there are
 */
export async function streamInPath(id: string): Promise<StreamId> {
  if (id === 'outbound' || id === 'broadcast') return id
  const message =
    'There is no such stream: Postseal has outbound (transactional mail) and broadcast (bulk mail).'
  return finding(notFound.stream, Promise.reject(new ApiError('not_found', message)))
}
