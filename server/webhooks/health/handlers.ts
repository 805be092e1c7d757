import type { Handlers } from '../../http/handler.js'
import { listHealth } from './list.js'

export function webhookHealthHandlers(): Pick<Handlers, 'listWebhookHealth'> {
  return {
    listWebhookHealth: async ({ principal, query, db }) => ({
      status: 200,
      body: await listHealth(db, principal, query),
    }),
  }
}
