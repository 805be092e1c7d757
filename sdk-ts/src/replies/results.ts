import type * as wire from '../../../generated/client/models.js'
import type { Open } from './open.js'

// Replies whose status determines their other fields. They are unions, so that the compiler knows this too.

/** Represents every string that is not a known value. Exists for the compiler only. */
declare enum NewerStatus {
  any = 'a status that is newer than this package',
}

/** A reply with one status. `Known` has the fields whose types depend on the status. The other fields are unchanged. */
type Having<Reply, Known> = Omit<Reply, keyof Known> & Known

type BatchItemReply = Omit<Open<wire.BatchItemResult>, 'status' | 'message' | 'error' | 'replayed'>

/** A stored and queued item, accepted by this request or by an earlier one with the same key. */
export interface AcceptedBatchItem extends BatchItemReply {
  status: 'accepted'
  message: Open<wire.AcceptedMessage>
  /** True if an earlier request with this key was accepted, so that nothing was sent again. Otherwise absent. */
  replayed?: true
  error?: never
}

/** A rejected item. Nothing of it was stored, and you can use its key again. */
export interface RejectedBatchItem extends BatchItemReply {
  status: 'rejected'
  error: Open<wire.BatchItemError>
  message?: never
  replayed?: never
}

/** The outcome of a batch item. `status` says whether the item has a `message` or an `error`. */
export type BatchItemResult = AcceptedBatchItem | RejectedBatchItem
export type BatchResult = Having<Open<wire.BatchResult>, { data: BatchItemResult[] }>

type ContactBatchItemReply = Omit<Open<wire.ContactBatchItemResult>, 'status' | 'contact' | 'error'>

/** A stored contact of a batch. */
export interface StoredContact extends ContactBatchItemReply {
  status: 'created' | 'updated'
  contact: Open<wire.Contact>
  error?: never
}

/** A rejected contact of a batch. Nothing of it was stored. */
export interface RejectedContact extends ContactBatchItemReply {
  status: 'rejected'
  error: Open<wire.ContactBatchItemError>
  contact?: never
}

/** The outcome of a contact in a batch. `status` says whether it has a `contact` or an `error`. */
export type ContactBatchItemResult = StoredContact | RejectedContact
export type ContactBatchResult = Having<Open<wire.ContactBatchResult>, { data: ContactBatchItemResult[] }>

/** The outcome of cancelling one message. `status` says whether there is an `error`. */
export type CancelledMessage =
  | Having<Open<wire.CancelledMessage>, { status: 'cancelled'; error: null }>
  | Having<
      Open<wire.CancelledMessage>,
      { status: 'rejected'; error: NonNullable<Open<wire.CancelledMessage>['error']> }
    >
export type CancelledMessages = Having<Open<wire.CancelledMessages>, { data: CancelledMessage[] }>

/** The result of a trigger. `outcome` says whether there is a `run`, or a `reason` why none started. */
export type AutomationTriggered =
  | { outcome: 'started'; run: Open<wire.AutomationRun>; reason: null }
  | { outcome: 'ignored'; run: null; reason: string }

/** The reply that the receiving server would send. If `accepted` is true, a route accepts the mail. */
export type InboundRouteTest =
  | Having<Open<wire.InboundRouteTest>, { accepted: true; route: Open<wire.TestedInboundRoute> & object }>
  | Having<Open<wire.InboundRouteTest>, { accepted: false }>

/** An attempt to deliver an event. If no reply arrived, `status` is null and `error` says why. */
export type WebhookAttempt =
  | Having<Open<wire.WebhookAttempt>, { status: number }>
  | Having<
      Open<wire.WebhookAttempt>,
      { status: null; error: NonNullable<Open<wire.WebhookAttempt>['error']>; response_body: null }
    >
export type WebhookDelivery = Having<Open<wire.WebhookDelivery>, { attempts: WebhookAttempt[] }>
export type WebhookDeliveryList = Having<Open<wire.WebhookDeliveryList>, { data: WebhookDelivery[] }>

/** A contact file and the progress of its import. If `status` is `failed`, there is an `error`. */
export type ContactImport =
  | Having<Open<wire.ContactImport>, { status: 'running'; error: null; completed_at: null }>
  | Having<Open<wire.ContactImport>, { status: 'completed' | 'cancelled'; error: null; completed_at: string }>
  | Having<
      Open<wire.ContactImport>,
      { status: 'failed'; error: NonNullable<Open<wire.ContactImport>['error']>; completed_at: string }
    >
  | Having<Open<wire.ContactImport>, { status: NewerStatus }>
export type ContactImportList = Having<Open<wire.ContactImportList>, { data: ContactImport[] }>

/**
 * The erasure of one address. If `status` is `completed`, it has the time of completion. It never contains the
 * address.
 */
export type Deletion =
  | Having<Open<wire.Deletion>, { status: 'running'; completed_at: null }>
  | Having<Open<wire.Deletion>, { status: 'completed'; completed_at: string }>
  | Having<Open<wire.Deletion>, { status: NewerStatus }>
export type DeletionList = Having<Open<wire.DeletionList>, { data: Deletion[] }>
