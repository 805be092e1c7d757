/**
 * A user's first program with the package, but for how the package is imported: the program sends, is refused, and
 * takes a webhook. It needs nothing but what every JavaScript runtime of the Web has, and leaves what it saw in
 * `seen`.
 */
export const program = `
const event = { id: 'evt_1', type: 'message.delivered', data: {} }
const seen = { urls: [] }
const fetch = async (url, init) => {
  seen.urls.push(init.method + ' ' + url)
  if (url.endsWith('/v1/messages')) return Response.json({ id: 'msg_1', status: 'queued', recipients: [] }, { status: 202 })
  return Response.json({ error: { code: 'not_found', message: 'There is none.', request_id: 'req_1' } }, { status: 404 })
}
const work = async () => {
  const client = new Postseal({ apiKey: 'pk_test_1', baseURL: 'https://mail.example.com', fetch })
  const message = { project_id: 'prj_1', from_email: 'a@shop.example', to: [{ email: 'b@example.com' }], subject: 'S', text: 'T' }
  seen.id = (await client.messages.send(message)).id
  seen.refused = await client.messages.retrieve('msg_2').catch((error) => error instanceof NotFoundError && error.code)
  const secret = 'whsec_' + 'k'.repeat(43)
  const signed = await signTestWebhook({ event, secret })
  seen.event = (await verifyWebhook({ ...signed, secret })).type
  seen.forged = await verifyWebhook({ ...signed, secret: 'whsec_' + 'l'.repeat(43) }).catch((error) => error instanceof WebhookVerificationError && error.code)
}
`

/** The results that {@link program} has in `seen` at its end. */
export const expected = {
  urls: ['POST https://mail.example.com/v1/messages', 'GET https://mail.example.com/v1/messages/msg_2'],
  id: 'msg_1',
  refused: 'not_found',
  event: 'message.delivered',
  forged: 'signature_mismatch',
}

/** The imports of {@link program}, as an ES module. */
export const imports = `
import { NotFoundError, Postseal } from 'postseal'
import { WebhookVerificationError, signTestWebhook, verifyWebhook } from 'postseal/webhooks'
`

/** The imports of the program for CommonJS. */
export const requires = `
const { NotFoundError, Postseal } = require('postseal')
const { WebhookVerificationError, signTestWebhook, verifyWebhook } = require('postseal/webhooks')
`

/** The import of `postseal/testing`. Not a part of {@link program}, because that entry point works in Node only. */
export const importsOfTesting = `
import { startTestServer } from 'postseal/testing'
`
