import type { HeldCount } from './hold.js'

/** How much is held, for a person: `1 delivery and 3 webhooks`. */
export function heldText({ deliveries, webhooks }: HeldCount): string {
  const parts = [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`]),
    ...(webhooks === 0 ? [] : [webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`]),
  ]
  return parts.join(' and ') || 'nothing'
}
