import type * as wire from '../../../generated/client/models.js'
import type { Open } from './open.js'

// Replies whose status says which of their other fields are there: unions, so that the compiler knows it, too.

/** Stands for every string that is none of the known ones. Exists for the compiler only. */
declare enum NewerStatus {
  any = 'a status that is newer than this package',
}

/** A reply of one status: the types that the status gives its fields, and the others as they are. */
type Having<Reply, Known> = Omit<Reply, keyof Known> & Known

type BatchItemReply = Omit<Open<wire.BatchItemResult>, 'status' | 'message' | 'error' | 'replayed'>

/** An item that is stored and queued, now or by an earlier request with its key. */
export interface AcceptedBatchItem extends BatchItemReply {
  status: 'accepted'
  message: Open<wire.AcceptedMessage>
  /** True if an earlier request with this key was accepted and nothing was sent again; else absent. */
  replayed?: true
  error?: never
}

/** An item of which nothing was stored. The same key may be used again. */
export interface RejectedBatchItem extends BatchItemReply {
  status: 'rejected'
  error: Open<wire.BatchItemError>
  message?: never
  replayed?: never
}

/** The outcome of an item of a batch: `status` says whether it has a `message` or an `error`. */
export type BatchItemResult = AcceptedBatchItem | RejectedBatchItem
export type BatchResult = Having<Open<wire.BatchResult>, { data: BatchItemResult[] }>

type ContactBatchItemReply = Omit<Open<wire.ContactBatchItemResult>, 'status' | 'contact' | 'error'>

/** A contact of a batch that is stored. */
export interface StoredContact extends ContactBatchItemReply {
  status: 'created' | 'updated'
  contact: Open<wire.Contact>
  error?: never
}

/** A contact of a batch of which nothing was stored. */
export interface RejectedContact extends ContactBatchItemReply {
  status: 'rejected'
  error: Open<wire.ContactBatchItemError>
  contact?: never
}

/** The outcome of a contact of a batch: `status` says whether it has a `contact` or an `error`. */
export type ContactBatchItemResult = StoredContact | RejectedContact
export type ContactBatchResult = Having<Open<wire.ContactBatchResult>, { data: ContactBatchItemResult[] }>

/** The outcome of a message that was to be cancelled: `status` says whether there is an `error`. */
export type CancelledMessage =
  | Having<Open<wire.CancelledMessage>, { status: 'cancelled'; error: null }>
  | Having<
      Open<wire.CancelledMessage>,
      { status: 'rejected'; error: NonNullable<Open<wire.CancelledMessage>['error']> }
    >
export type CancelledMessages = Having<Open<wire.CancelledMessages>, { data: CancelledMessage[] }>

/** The outcome of a trigger: `outcome` says whether there is a `run`, or the `reason` why not. */
export type AutomationTriggered =
  | { outcome: 'started'; run: Open<wire.AutomationRun>; reason: null }
  | { outcome: 'ignored'; run: null; reason: string }

/** The reply that the receiver would send: a route takes mail that is `accepted`. */
export type InboundRouteTest =
  | Having<Open<wire.InboundRouteTest>, { accepted: true; route: Open<wire.TestedInboundRoute> & object }>
  | Having<Open<wire.InboundRouteTest>, { accepted: false }>

/** An attempt to deliver an event: without a reply, `status` is null and `error` says why. */
export type WebhookAttempt =
  | Having<Open<wire.WebhookAttempt>, { status: number }>
  | Having<
      Open<wire.WebhookAttempt>,
      { status: null; error: NonNullable<Open<wire.WebhookAttempt>['error']>; response_body: null }
    >
export type WebhookDelivery = Having<Open<wire.WebhookDelivery>, { attempts: WebhookAttempt[] }>
export type WebhookDeliveryList = Having<Open<wire.WebhookDeliveryList>, { data: WebhookDelivery[] }>

/** A file of contacts, and the progress of its import: one that `failed` has an `error`. */
export type ContactImport =
  | Having<Open<wire.ContactImport>, { status: 'running'; error: null; completed_at: null }>
  | Having<Open<wire.ContactImport>, { status: 'completed' | 'cancelled'; error: null; completed_at: string }>
  | Having<
      Open<wire.ContactImport>,
      { status: 'failed'; error: NonNullable<Open<wire.ContactImport>['error']>; completed_at: string }
    >
  | Having<Open<wire.ContactImport>, { status: NewerStatus }>
export type ContactImportList = Having<Open<wire.ContactImportList>, { data: ContactImport[] }>

/** The erasure of one address: one that is `completed` says when. It never names the address. */
export type Deletion =
  | Having<Open<wire.Deletion>, { status: 'running'; completed_at: null }>
  | Having<Open<wire.Deletion>, { status: 'completed'; completed_at: string }>
  | Having<Open<wire.Deletion>, { status: NewerStatus }>
export type DeletionList = Having<Open<wire.DeletionList>, { data: Deletion[] }>
