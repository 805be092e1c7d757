import type { Handlers } from '../../http/handler.js'

export function webhookHealthHandlers(): Pick<Handlers, 'listWebhookHealth'> {
  const notYet = () => Promise.reject(new Error('not yet'))
  return { listWebhookHealth: notYet }
}
