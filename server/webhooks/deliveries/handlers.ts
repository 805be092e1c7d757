import type { Handlers } from '../../http/handler.js'
import type { RetentionStart } from '../../workspace/retention.js'

export interface DeliveryDependencies {
  /** Where each workspace's retention window begins. */
  readonly retention: RetentionStart
  /** Tells the worker of this process that something is due. */
  readonly wake: () => void
}

type Operation = 'listWebhookDeliveries' | 'retrieveWebhookDelivery' | 'testWebhook' | 'replayWebhookDelivery'

export function deliveryHandlers(_dependencies: DeliveryDependencies): Pick<Handlers, Operation> {
  const notYet = () => Promise.reject(new Error('not yet'))
  return {
    listWebhookDeliveries: notYet,
    retrieveWebhookDelivery: notYet,
    testWebhook: notYet,
    replayWebhookDelivery: notYet,
  }
}
