import { ApiError } from '../../../platform/http/errors/api-error.js'
import { OwnedPlaces } from '../../../platform/queue/owned-places.js'

/**
 * The most files that are received at once, for one workspace and in all: each holds half a megabyte while it
 * arrives.
 */
export const uploadLimits = { ofOwner: 10, inAll: 40 }

const places = new OwnedPlaces(uploadLimits.inAll)

/**
 * Receives a file with contacts or suppressions, which may take as long as its sender likes.
 *
 * @throws ApiError 503 `unavailable` if as many as allowed are being received; what the work throws
 */
export async function takingFile<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const leave = places.take([{ owner: workspaceId, part: uploadLimits.ofOwner / uploadLimits.inAll }])
  if (leave === undefined)
    throw new ApiError('unavailable', 'Too many files are being imported. Try again once one has arrived.', {
      retryAfter: 1,
    })
  try {
    return await work()
  } finally {
    leave()
  }
}
