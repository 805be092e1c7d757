import type { Role } from '../config.js'
import { ApiError } from './errors.js'
import type { Handlers } from './handler.js'

/** How long the database may take to answer before the process counts as not ready. */
const patienceMs = 2_000

/**
 * @param roles what this process does
 * @param isStopping whether it drains, and should get no more traffic
 */
export function healthHandlers(
  roles: readonly Role[],
  isStopping: () => boolean,
): Pick<Handlers, 'retrieveHealth' | 'retrieveReadiness'> {
  return {
    retrieveHealth: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),

    retrieveReadiness: async ({ db }) => {
      if (isStopping()) throw notReady('The service is stopping.')
      try {
        await db.raw('select 1').timeout(patienceMs)
      } catch (error) {
        throw notReady('The service cannot reach its database.', error)
      }
      return { status: 200, body: { status: 'ready', roles: [...roles] } }
    },
  }
}

function notReady(message: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', message, { headers: { 'Retry-After': '1' }, cause })
}
