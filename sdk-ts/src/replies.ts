import type * as wire from '../../generated/client/index.js'
import type { Open } from './open.js'

// Requests stay as narrow as the contract: a value that it does not know is more likely misspelt than new.
export type AcceptedMessage = Open<wire.AcceptedMessage>
export type ApiKey = Open<wire.ApiKey>
export type ApiKeyList = Open<wire.ApiKeyList>
export type BatchItemError = Open<wire.BatchItemError>
export type BatchItemResult = Open<wire.BatchItemResult>
export type BatchResult = Open<wire.BatchResult>
export type CreatedApiKey = Open<wire.CreatedApiKey>
export type DeliveryAttempt = Open<wire.DeliveryAttempt>
export type DmarcBlocker = Open<wire.DmarcBlocker>
export type DmarcDispositions = Open<wire.DmarcDispositions>
export type DmarcDnsRecord = Open<wire.DmarcDnsRecord>
export type DmarcEvidence = Open<wire.DmarcEvidence>
export type DmarcRamp = Open<wire.DmarcRamp>
export type DmarcRampList = Open<wire.DmarcRampList>
export type DmarcSource = Open<wire.DmarcSource>
export type DmarcSourceList = Open<wire.DmarcSourceList>
export type DmarcUnexplainedSource = Open<wire.DmarcUnexplainedSource>
export type Domain = Open<wire.Domain>
export type DomainDkimKey = Open<wire.DomainDkimKey>
export type DomainList = Open<wire.DomainList>
export type DomainRecord = Open<wire.DomainRecord>
export type ErrorDetail = Open<wire.ErrorDetail>
export type Event = Open<wire.Event>
export type EventList = Open<wire.EventList>
export type KeptAttachment = Open<wire.KeptAttachment>
export type Message = Open<wire.Message>
export type MessageContent = Open<wire.MessageContent>
export type MessageList = Open<wire.MessageList>
export type MessageLog = Open<wire.MessageLog>
export type MessageLogList = Open<wire.MessageLogList>
export type Project = Open<wire.Project>
export type ProjectList = Open<wire.ProjectList>
export type Recipient = Open<wire.Recipient>
export type SavedWebhook = Open<wire.SavedWebhook>
export type SendingStatus = Open<wire.SendingStatus>
export type SendingWindow = Open<wire.SendingWindow>
export type WebhookAttempt = Open<wire.WebhookAttempt>
export type WebhookDelivery = Open<wire.WebhookDelivery>
export type WebhookDeliveryList = Open<wire.WebhookDeliveryList>
export type WebhookHealth = Open<wire.WebhookHealth>
export type WebhookHealthList = Open<wire.WebhookHealthList>
export type WebhookList = Open<wire.WebhookList>
export type WebhookSecret = Open<wire.WebhookSecret>
export type WebhookSubscription = Open<wire.WebhookSubscription>
