import type { Handlers } from '../../platform/http/handler.js'
import { sendingStatus } from './halting/halting.js'

export function sendingHandlers(): Pick<Handlers, 'retrieveSendingStatus'> {
  return {
    retrieveSendingStatus: async ({ principal, db }) => ({
      status: 200,
      body: await sendingStatus(db, principal.workspaceId),
    }),
  }
}
