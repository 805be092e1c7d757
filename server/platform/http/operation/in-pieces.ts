import { refusalSentences, storageRefusalOf } from '../../db/connection/storage-refusal.js'
import { ApiError } from '../errors/api-error.js'

/**
 * Does work of a request that commits piece by piece. If the database stores nothing more, the reply of other
 * requests says that nothing was stored, which here may be wrong.
 *
 * @param stored a sentence about the pieces that are stored by then, and what to do
 * @throws ApiError 503 `unavailable` if the database refuses to store more, and any error of the work
 */
export async function inPieces<T>(work: () => Promise<T>, stored: string): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const refusal = storageRefusalOf(cause)
    if (refusal === undefined) throw cause
    // The same wait as when nothing was stored.
    throw new ApiError('unavailable', `${refusalSentences[refusal]} ${stored}`, { retryAfter: 5, cause })
  }
}
