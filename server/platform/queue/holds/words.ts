import type { HeldCount } from './held.js'

/** Returns the numbers of held rows for a person: `1 delivery and 3 webhooks`. */
export function heldText({ deliveries, webhooks }: HeldCount): string {
  return listOf([counted(deliveries, 'delivery', 'deliveries'), counted(webhooks, 'webhook', 'webhooks')])
}

/** Returns the numbers of programs that a restore has paused for a person: `1 campaign and 2 automations`. */
export function pausedText(paused: { readonly campaigns: number; readonly automations: number }): string {
  return listOf([
    counted(paused.campaigns, 'campaign', 'campaigns'),
    counted(paused.automations, 'automation', 'automations'),
  ])
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

const listOf = (parts: readonly string[][]) => parts.flat().join(' and ') || 'nothing'
