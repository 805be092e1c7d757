import type { Handlers } from '../http/handler.js'
import { deliveryHandlers, type DeliveryDependencies } from './deliveries/handlers.js'
import { webhookHealthHandlers } from './health/handlers.js'
import {
  webhookSubscriptionHandlers,
  type WebhookSubscriptionDependencies,
} from './subscriptions/handlers.js'

type WebhookOperation = keyof (ReturnType<typeof webhookSubscriptionHandlers> &
  ReturnType<typeof deliveryHandlers> &
  ReturnType<typeof webhookHealthHandlers>)

export function webhookHandlers(
  dependencies: WebhookSubscriptionDependencies & DeliveryDependencies,
): Pick<Handlers, WebhookOperation> {
  return {
    ...webhookSubscriptionHandlers(dependencies),
    ...deliveryHandlers(dependencies),
    ...webhookHealthHandlers(),
  }
}
