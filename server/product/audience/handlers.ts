import type { RetentionStart } from '../../platform/db/retention.js'
import { contactHandlers, type ContactDependencies } from './contacts/handlers.js'
import { deletionHandlers, type DeletionDependencies } from './erasure/handlers.js'
import { subscriberListHandlers } from './lists/handlers.js'
import { segmentHandlers } from './segments/handlers.js'
import { subscriptionHandlers, type SubscriptionDependencies } from './subscriptions/handlers.js'
import { suppressionHandlers, type SuppressionDependencies } from './suppressions/handlers.js'
import { topicHandlers } from './topics/handlers.js'

export interface AudienceDependencies
  extends ContactDependencies, DeletionDependencies, SubscriptionDependencies, SuppressionDependencies {
  /** Where each workspace's retention window begins. */
  readonly retention: RetentionStart
}

/** The handlers of contacts and what is kept of them: segments, lists, subscriptions, topics, suppressions, erasure. */
export function audienceHandlers(dependencies: AudienceDependencies) {
  return {
    ...contactHandlers(dependencies),
    ...deletionHandlers(dependencies),
    ...segmentHandlers(dependencies.retention),
    ...subscriberListHandlers(),
    ...subscriptionHandlers(dependencies),
    ...suppressionHandlers(dependencies),
    ...topicHandlers(dependencies),
  }
}
