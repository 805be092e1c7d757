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
}

export type EventType = keyof EventData & Schemas['EventType']

/** An event about to be recorded. `data` is in the outside form: it is read and delivered as it is kept. */
export type NewEvent = {
  [Type in EventType]: {
    readonly id: Uuid
    readonly projectId: Uuid
    readonly environment: Environment
    readonly type: Type
    readonly data: EventData[Type]
  }
}[EventType]
