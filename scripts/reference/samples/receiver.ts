/** An event as the contract shows it, as far as a receiver is made of it. */
interface ExampleEvent {
  readonly data: object
}

/**
 * A function that takes the webhooks of a type of event, for any server that has the web's requests and
 * replies.
 */
export function typescriptReceiver(type: string, { data }: ExampleEvent): string {
  const [field = ''] = Object.keys(data)
  return `import { verifyWebhook } from 'postseal/webhooks'

export async function receive(request: Request): Promise<Response> {
  // Rejects where the signature is not right.
  const event = await verifyWebhook({
    payload: await request.arrayBuffer(),
    headers: request.headers,
    secret: process.env.POSTSEAL_WEBHOOK_SECRET,
  })
  if (event.type === '${type}') {
    console.log(event.data.${field})
  }
  return new Response()
}
`
}

/**
 * Returns the receiver in Python, for any framework: it takes the bytes of the body and the header from the
 * framework's request.
 */
export function pythonReceiver(type: string, { data }: ExampleEvent): string {
  const [field = ''] = Object.keys(data)
  return `import os
from collections.abc import Mapping

from postseal.webhooks import verify_webhook


def receive(body: bytes, headers: Mapping[str, str]) -> None:
    # Raises where the signature is not right.
    event = verify_webhook(
        body,
        headers=headers,
        secret=os.environ["POSTSEAL_WEBHOOK_SECRET"],
    )
    if event["type"] == "${type}":
        print(event["data"]["${field}"])
`
}
