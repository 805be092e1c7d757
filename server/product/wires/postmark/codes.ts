import { ApiError } from '../../../platform/http/errors/api-error.js'

/** Postmark's codes for things that it does not find. */
export const notFound = { bounce: 407, domain: 510, message: 701, template: 1101, stream: 1226 } as const

const codes = new WeakMap<ApiError, number>()

/** Returns the code that Postmark has for an error, if a call's kind of thing decides it. */
export function postmarkCodeOf(error: ApiError): number | undefined {
  return codes.get(error)
}

/**
 * Gives the error of a thing that is not there Postmark's code for this kind of thing.
 *
 * @throws ApiError as the call does
 */
export async function finding<Reply>(code: number, calling: Promise<Reply>): Promise<Reply> {
  try {
    return await calling
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') codes.set(error, code)
    throw error
  }
}
