import type { Handlers } from '../http/handler.js'
import { deliveryHandlers, type DeliveryDependencies } from './deliveries/handlers.js'
import { webhookHealthHandlers } from './health/handlers.js'
import { subscriptionHandlers, type SubscriptionDependencies } from './subscriptions/handlers.js'

type WebhookOperation = keyof (ReturnType<typeof subscriptionHandlers> &
  ReturnType<typeof deliveryHandlers> &
  ReturnType<typeof webhookHealthHandlers>)

export function webhookHandlers(
  dependencies: SubscriptionDependencies & DeliveryDependencies,
): Pick<Handlers, WebhookOperation> {
  return {
    ...subscriptionHandlers(dependencies),
    ...deliveryHandlers(dependencies),
    ...webhookHealthHandlers(),
  }
}
