import { Hono } from 'hono'
import { env } from 'hono/adapter'
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from 'postseal/webhooks'

const app = new Hono()

// An event may come more than once, under one id. In production keep the ids in a store that all instances
// share: at the edge each has a memory of its own.
const processed = new Set<string>()

app.post('/webhooks/postseal', async (c) => {
  let event: WebhookEvent
  try {
    event = await verifyWebhook({
      payload: await c.req.text(), // Not c.req.json(): the signature is over the text as it came.
      headers: c.req.raw.headers,
      secret: env<{ POSTSEAL_WEBHOOK_SECRET?: string }>(c).POSTSEAL_WEBHOOK_SECRET,
    })
  } catch (error) {
    // Anything else is our own mistake, such as a secret that is not set: a 500, and the event comes again.
    if (!(error instanceof WebhookVerificationError)) throw error
    console.warn(`A webhook was refused: ${error.code}. ${error.message}`)
    return c.body(null, 400)
  }

  if (!processed.has(event.id)) {
    await act(event) // If it fails, that is a 500, and the event comes again.
    processed.add(event.id)
  }
  return c.body(null, 204)
})

async function act(event: WebhookEvent): Promise<void> {
  switch (event.type) {
    case 'message.bounced':
    case 'message.failed':
      console.log(event.id, event.type, event.data.log_id, event.data.class)
      break
    default: // Among them types that are newer than the package.
      console.log(event.id, event.type)
  }
}

// What Cloudflare Workers, Deno and Bun serve as it is.
export default app
