import type * as wire from '../../generated/client/index.js'
import type { WithDates } from './times.js'

// Requests with times. The contract has them as strings; the SDK also accepts a Date.
export type ListContactEventsRequest = WithDates<wire.ListContactEventsRequest>
export type ListContactsRequest = WithDates<wire.ListContactsRequest>
export type ListDeletionsRequest = WithDates<wire.ListDeletionsRequest>
export type ListDmarcSourcesRequest = WithDates<wire.ListDmarcSourcesRequest>
export type ListDomainsRequest = WithDates<wire.ListDomainsRequest>
export type ListEventsRequest = WithDates<wire.ListEventsRequest>
export type ListMessageLogsRequest = WithDates<wire.ListMessageLogsRequest>
export type ListMessagesRequest = WithDates<wire.ListMessagesRequest>
export type ListSubscriberListsRequest = WithDates<wire.ListSubscriberListsRequest>
export type ListSubscriptionsRequest = WithDates<wire.ListSubscriptionsRequest>
export type ListWebhookDeliveriesRequest = WithDates<wire.ListWebhookDeliveriesRequest>
export type ListWebhooksRequest = WithDates<wire.ListWebhooksRequest>
export type ExportSuppressionsRequest = WithDates<wire.ExportSuppressionsRequest>
export type RecordContactEventRequest = WithDates<wire.RecordContactEventRequest>

/** The key to create. */
export interface CreateApiKeyRequest extends Omit<wire.CreateApiKeyRequest, 'restrictions'> {
  restrictions?: WithDates<wire.ApiKeyRestrictions>
}
