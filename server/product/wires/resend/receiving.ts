import type { components } from '../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { shownAddress } from '../frame/texts/addresses.js'
import { pageById } from '../frame/lists/pages.js'
import type { WireOperations } from '../frame/wire.js'

type InboundMessage = components['schemas']['InboundMessage']

/** The operations of emails that Resend receives. They are inbound messages. */
export const receiving = {
  listReceivedEmails: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listInboundMessages', { query: page })).body
    const { data, has_more } = await pageById(query, 'inm', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(shown) } }
  },

  getReceivedEmail: async ({ path: { email_id: id } }, { call }) => {
    const { body } = await call('retrieveInboundMessage', { path: { id } })
    const { html, text } = body
    const headers = Object.fromEntries(body.headers.map(({ name, value }) => [name.toLowerCase(), value]))
    return { status: 200, body: { object: 'email', ...shown(body), html, text, headers } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function shown(message: InboundMessage): resend['schemas']['ListedReceivedEmail'] {
  const [sender] = message.from
  return {
    id: message.id,
    // The header can name others than the service received the email for.
    to: message.to.length > 0 ? message.to.map(shownAddress) : [...message.envelope.to],
    from: sender === undefined ? message.envelope.from : shownAddress(sender),
    subject: message.subject,
    message_id: message.header_message_id ?? '',
    bcc: [],
    cc: message.cc.map(shownAddress),
    reply_to: message.reply_to.map(shownAddress),
    created_at: message.received_at,
    attachments: message.attachments.map(({ id, filename, content_type, content_id, disposition, size }) => ({
      id,
      filename,
      content_type,
      content_id,
      content_disposition: disposition,
      size,
    })),
  }
}
