import type * as wire from '../../generated/client/index.js'
import type { WebhookEvent } from './events.js'
import type { Open } from './open.js'

// Requests stay as narrow as the contract: a value that it does not know is more likely misspelt than new.
export type * from '../../generated/sdk/replies.js'

export type Event = WebhookEvent
export type EventList = Omit<Open<wire.EventList>, 'data'> & { data: Event[] }
