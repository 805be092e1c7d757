import type * as wire from '../../../generated/client/models.js'
import type {
  AutomationExit,
  AutomationReentry,
  AutomationStep,
  AutomationTrigger,
} from '../requests/automation-steps.js'
import type { WebhookEvent } from './events.js'
import type { Mutable, Open, OpenEvent } from './open.js'
import type { SegmentRule } from '../requests/segment-rules.js'

// Requests stay as narrow as the contract, because an unknown value there is more likely misspelt than new.
export type * from '../../../generated/sdk/replies.js'
// Exported by name, so that these take precedence over types with the same names in the generated list.
export type {
  AcceptedBatchItem,
  AutomationTriggered,
  BatchItemResult,
  BatchResult,
  CancelledMessage,
  CancelledMessages,
  ContactBatchItemResult,
  ContactBatchResult,
  ContactImport,
  ContactImportList,
  Deletion,
  DeletionList,
  InboundRouteTest,
  RejectedBatchItem,
  RejectedContact,
  StoredContact,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryList,
} from './results.js'

/** An event, as the API returns it. With an API key, `inbound.received` contains only ids. */
export type Event =
  | Exclude<WebhookEvent, { type: 'inbound.received' }>
  | OpenEvent<wire.RetrievedInboundReceivedEvent>
export type EventList = Omit<Open<wire.EventList>, 'data'> & { data: Event[] }
export type FollowedEventPage = Omit<Open<wire.FollowedEventPage>, 'data'> & { data: Event[] }

/** A segment, with its rule in the shape that requests use. */
export type Segment = Omit<Open<wire.Segment>, 'rule'> & { rule: Mutable<SegmentRule> }
export type SegmentList = Omit<Open<wire.SegmentList>, 'data'> & { data: Segment[] }

/** The parts of a version, in the shape that requests use. */
interface Definition {
  trigger: AutomationTrigger
  entry_rule: SegmentRule | null
  reentry: AutomationReentry
  exit_on: AutomationExit[]
  steps: AutomationStep[]
}

/** A version of an automation. You can use its parts in a request. */
export type AutomationVersion = Omit<Open<wire.AutomationVersion>, keyof Definition> & Mutable<Definition>
export type AutomationVersionList = Omit<Open<wire.AutomationVersionList>, 'data'> & {
  data: AutomationVersion[]
}
