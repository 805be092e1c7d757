import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from 'postseal/webhooks'

// An event may come more than once, under one id. In production keep the ids where your data is: insert them
// under a unique key, in the transaction that acts on the event. Instances of a function share no memory.
const processed = new Set<string>()

export async function POST(request: Request): Promise<Response> {
  let event: WebhookEvent
  try {
    event = await verifyWebhook({
      payload: await request.text(), // Not request.json(): the signature is over the text as it came.
      headers: request.headers,
      secret: process.env.POSTSEAL_WEBHOOK_SECRET,
    })
  } catch (error) {
    // Anything else is our own mistake, such as a secret that is not set: a 500, and the event comes again.
    if (!(error instanceof WebhookVerificationError)) throw error
    console.warn(`A webhook was refused: ${error.code}. ${error.message}`)
    return new Response(null, { status: 400 })
  }

  if (!processed.has(event.id)) {
    await act(event) // If it fails, that is a 500, and the event comes again.
    processed.add(event.id)
  }
  return new Response(null, { status: 204 })
}

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
