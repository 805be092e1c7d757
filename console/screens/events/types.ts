import rules from 'contract:UpsertWebhookRequest'

/** The event types that the contract lists. */
export const eventTypes: readonly string[] = (rules.events?.items?.enum ?? []).filter(
  (type): type is string => type !== null && type !== '*',
)
