import type { ApiResponse } from '../../generated/client/index.js'

/**
 * Gives a reply the type that this package has for it, which says more than the contract's: of an event, what its
 * `type` says, and of a result, what its `status` says.
 */
export function typed<Result>(reply: Promise<ApiResponse<unknown>>): Promise<ApiResponse<Result>> {
  return reply as Promise<ApiResponse<Result>>
}
