/**
 * A function that takes the webhooks of a type of event, for any server that has the web's requests and
 * replies.
 */
export function receiverSample(type: string, example: { readonly data: object }): string {
  const [field = ''] = Object.keys(example.data)
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
