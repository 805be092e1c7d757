import type { components } from '../../generated/api-types.js'
import type { Uuid } from '../db/ids.js'
import type { Environment } from '../workspace/principal.js'

type Schemas = components['schemas']

/** The data of each type of event, as the contract has it. */
export interface EventData {
  'message.accepted': Schemas['MessageAcceptedData']
  'message.scheduled': Schemas['MessageScheduledData']
  'message.deferred': Schemas['DeferralData']
  'message.delivered': Schemas['DeliveryData']
  'message.bounced': Schemas['DeliveryData']
  'message.failed': Schemas['DeliveryData']
  'message.suppressed': Schemas['SuppressedData']
  'message.cancelled': Schemas['MessageCancelledData']
  'message.complained': Schemas['ComplaintData']
  'message.unsubscribed': Schemas['UnsubscribedData']
  'subscription.requested': Schemas['SubscriptionData']
  'subscription.confirmed': Schemas['SubscriptionData']
  'suppression.added': Schemas['SuppressionData']
  'domain.verified': Schemas['DomainStateData']
  'domain.degraded': Schemas['DomainStateData']
  'domain.failed': Schemas['DomainStateData']
  'webhook.disabled': Schemas['WebhookDisabledData']
  'webhook.test': Schemas['WebhookTestData']
}

export type EventType = keyof EventData & Schemas['EventType']

/** Types that may be about no project but the workspace. */
type OfWorkspace =
  | 'suppression.added'
  | 'domain.verified'
  | 'domain.degraded'
  | 'domain.failed'
  | 'webhook.disabled'
  | 'webhook.test'

/** An event about to be recorded. `data` is in the outside form: it is read and delivered as it is kept. */
export type NewEvent = {
  [Type in EventType]: {
    readonly id: Uuid
    readonly projectId: Type extends OfWorkspace ? Uuid | null : Uuid
    readonly environment: Type extends OfWorkspace ? Environment | null : Environment
    readonly type: Type
    readonly data: EventData[Type]
  }
}[EventType]
