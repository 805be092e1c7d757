import { deliveryHandlers, type DeliveryDependencies } from './deliveries/handlers.js'
import { webhookHealthHandlers } from './health/handlers.js'
import type { ReceiverAddresses } from './receivers/addresses.js'
import { webhookReceiverHandlers, type WebhookReceiverDependencies } from './receivers/handlers.js'
import {
  webhookSubscriptionHandlers,
  type WebhookSubscriptionDependencies,
} from './subscriptions/handlers.js'

export interface WebhookDependencies
  extends DeliveryDependencies, WebhookReceiverDependencies, WebhookSubscriptionDependencies {
  /** The addresses of receivers, and whether an address is one of them. */
  readonly receivers: ReceiverAddresses
}

/** The handlers of subscriptions of webhooks, their deliveries and health, and of receivers. */
export function webhookHandlers(dependencies: WebhookDependencies) {
  return {
    ...deliveryHandlers(dependencies),
    ...webhookHealthHandlers(),
    ...webhookReceiverHandlers(dependencies),
    ...webhookSubscriptionHandlers(dependencies),
  }
}
