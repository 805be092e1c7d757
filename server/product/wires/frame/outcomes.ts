import { ApiError, validationFailed } from '../../../platform/http/errors/api-error.js'

/**
 * Names the place in a wire's request that a call was made for. Without this, mistakes are named where the called
 * operation has the value.
 *
 * @param path JSON Pointer to the value in the wire's request
 * @throws ApiError as the call does
 */
export async function placedAt<Reply>(path: string, calling: Promise<Reply>): Promise<Reply> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    throw validationFailed((error.details ?? []).map(({ code, message }) => ({ path, code, message })))
  }
}

/** Returns the reply of a call, or undefined if the service has no such thing, or no longer has it. */
export async function ifFound<Reply>(reading: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'content_gone'))
      return undefined
    throw error
  }
}

/**
 * Adds to the refusal to delete a suppression that the recipient asked for how it is deleted: the requests of other
 * services have no such choice.
 *
 * @param id the id of the suppression
 */
export async function orForced<Reply>(id: string, deleting: Promise<Reply>): Promise<Reply> {
  try {
    return await deleting
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
    const way = `DELETE /v1/suppressions/${id}?force=true of Postseal's own API`
    throw new ApiError('invalid_state', `${error.message} Send ${way}.`)
  }
}
