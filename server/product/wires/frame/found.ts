import { ApiError } from '../../../platform/http/errors/api-error.js'

/** Returns what a call returns, or undefined if there is no such thing. */
export async function ifFound<Reply>(reading: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
