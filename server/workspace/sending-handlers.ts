import type { Handlers } from '../http/handler.js'
import { ApiError } from '../http/errors.js'

export function sendingHandlers(): Pick<Handlers, 'retrieveSendingStatus'> {
  return { retrieveSendingStatus: () => Promise.reject(new ApiError('unavailable', 'Not yet.')) }
}
