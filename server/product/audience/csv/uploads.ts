import { ApiError } from '../../../platform/http/errors/api-error.js'
import { OwnedPlaces } from '../../../platform/queue/owned-places.js'

/** How many files are taken at once, and of one workspace: each holds half a megabyte while it arrives. */
export const uploadLimits = { ofOwner: 10, inAll: 40 }

const places = new OwnedPlaces(uploadLimits.inAll)

/**
 * Takes a file with contacts or suppressions, which may take as long as its sender likes.
 *
 * @throws ApiError 503 `unavailable` where as many are being taken as may; what the work throws
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
