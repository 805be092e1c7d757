import { expect } from 'vitest'
import { call, type ApiReply } from '../api/api.js'

/** A template with a sender, and values for it. */
export const receipt = {
  subject: 'Receipt {{ number }}',
  html: '<p>Thank you, {{ name }}.</p>',
  text: 'Thank you, {{ name }}.',
  from_email: 'billing@shop.example',
  from_name: 'Shop',
  reply_to: [{ email: 'help@shop.example' }],
  variables: [{ name: 'name' }, { name: 'number' }],
}
export const variables = { name: 'A & B', number: 'A-1' }

interface Reference {
  template_id?: string
  alias?: string
  version?: number
  locale?: string
  variables?: object
}

/** Sends with templates from one project. */
export type TemplateSends = ReturnType<typeof templateSends>

/**
 * @param url the service's
 * @param key one that sends and reads
 */
export function templateSends(url: string, project: string, key: string) {
  return {
    send: (template: Reference, fields: object = {}, options: { key?: string; idempotency?: string } = {}) =>
      call(url, 'POST', '/v1/messages', {
        key: options.key ?? key,
        headers: options.idempotency === undefined ? {} : { 'Idempotency-Key': options.idempotency },
        body: { project_id: project, to: [{ email: 'ada@example.com' }], template, ...fields },
      }),
    /** A message that was accepted, with its content. */
    accepted: async (reply: ApiReply): Promise<{ message: any; content: any }> => {
      expect(reply.status, reply.text).toBe(202)
      const path = `/v1/messages/${reply.body.id as string}`
      const message = await call(url, 'GET', path, { key })
      const content = await call(url, 'GET', `${path}/content`, { key })
      return { message: message.body, content: content.body }
    },
  }
}

export const outcomeOf = ({ status, body }: ApiReply) => [status, body.error?.code]
