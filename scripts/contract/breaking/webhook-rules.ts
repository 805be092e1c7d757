import type { Change } from './changes.js'
import type { Rule } from './rule.js'

/** About what is sent to webhooks: its headers stand where an operation has parameters, its body as a request's. */
export const webhookRules: readonly Rule[] = [
  {
    id: 'webhook-header-removed',
    breaks: (change) =>
      ofWebhook(change) && change.typeName === 'Parameter' && change.kind === 'removed'
        ? 'Receivers that read it find nothing.'
        : undefined,
  },
  {
    id: 'webhook-part-optional',
    breaks: (change) =>
      ofWebhook(change) &&
      ['Parameter', 'RequestBody'].includes(change.typeName) &&
      change.property === 'required' &&
      change.revision?.value !== true
        ? 'It was always sent, and may be left out now.'
        : undefined,
  },
  {
    id: 'webhook-media-type-added',
    breaks: (change) =>
      ofWebhook(change) && change.typeName === 'MediaType' && change.kind === 'added'
        ? 'Receivers cannot choose what they are sent.'
        : undefined,
  },
]

function ofWebhook({ path }: Change): boolean {
  return path.startsWith('#/webhooks/')
}
