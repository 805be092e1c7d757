import type * as wire from '../../generated/client/index.js'
import type { WebhookEvent } from './events.js'
import type { Open } from './open.js'
import type { SegmentRule } from './segment-rules.js'

// Requests stay as narrow as the contract: a value that it does not know is more likely misspelt than new.
export type * from '../../generated/sdk/replies.js'

export type Event = WebhookEvent
export type EventList = Omit<Open<wire.EventList>, 'data'> & { data: Event[] }

/** A segment, with its rule in the shape in which requests have it. */
export type Segment = Omit<Open<wire.Segment>, 'rule'> & { rule: SegmentRule }
export type SegmentList = Omit<Open<wire.SegmentList>, 'data'> & { data: Segment[] }
