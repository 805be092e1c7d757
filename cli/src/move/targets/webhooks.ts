import { oneByOne, type Made } from './one-by-one.js'
import { idOf, rowOf, textOf } from '../fields.js'
import type { Webhook } from '../items.js'

/** Brings webhooks in the other service's format, disabled, so that no event is sent before the switch. */
export const bringWebhooks = oneByOne<'webhooks'>('webhooks', {
  nameOf: ({ url }) => url,
  idOf: ({ id }) => id,
  find: async ({ to }, webhook) => {
    for await (const row of to.list('/v1/webhooks/status'))
      if (row['url'] === urlOf(webhook)) return { id: idOf(row, 'id') }
    return undefined
  },
  create: async ({ to, source, showOnce }, webhook, key): Promise<Made> => {
    const { url, events, losses } = webhook
    const reply = await to.change('PUT', '/v1/webhooks/status', {
      value: {
        url,
        events,
        format: source.webhookFormat,
        description: `Moved from ${source.title}`,
        enabled: false,
        allow_similar: true,
      },
      key,
    })
    const id = idOf(rowOf(reply['webhook']), 'id')
    const secret = textOf(reply, 'secret')
    if (secret !== undefined) await showOnce({ url, secret })
    return {
      id,
      remarks: [
        ...losses,
        `it is disabled, and has a new signing secret. Enable it when you switch: postseal webhooks update --id ${id} --enabled`,
        ...(secret === undefined
          ? [`its secret cannot be shown again: postseal webhooks rotate-secret ${id}`]
          : []),
      ].map((reason) => ({ item: url, reason })),
    }
  },
})

/** Returns the URL in its normal form, as the service lists it. */
function urlOf({ url }: Webhook): string {
  try {
    return new URL(url).href
  } catch {
    return url
  }
}
