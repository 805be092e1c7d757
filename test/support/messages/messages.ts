import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import type { CompleteSend } from '../../../server/product/messages/admit/new-message.js'
import { call, type ApiReply } from '../api/api.js'
import { until } from '../time/until.js'

type SendMessageRequest = components['schemas']['SendMessageRequest']

/** A message that a send accepts. */
export function messageFor(project: string, fields: Partial<SendMessageRequest> = {}): CompleteSend {
  return {
    project_id: project,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow the link.',
    ...fields,
  }
}

/** Sends a message and answers its id. */
export async function send(
  url: string,
  key: string,
  project: string,
  fields: Partial<SendMessageRequest> = {},
): Promise<string> {
  const reply = await call(url, 'POST', '/v1/messages', { key, body: messageFor(project, fields) })
  expect(reply.status, reply.text).toBe(202)
  return reply.body.id as string
}

/** Waits until a message is neither scheduled nor queued. */
export function settled(url: string, key: string, id: string): Promise<ApiReply> {
  return until(async () => {
    const reply = await call(url, 'GET', `/v1/messages/${id}`, { key })
    return reply.body.status !== 'scheduled' && reply.body.status !== 'queued' && reply
  }, `message ${id} to be settled`)
}

/** Lists the messages that have arrived in the sink, newest first. */
export async function sinkMessages(url: string, to?: string): Promise<{ subject: string }[]> {
  const query = to === undefined ? '' : `&to=${encodeURIComponent(to)}`
  const reply = await call(url, 'GET', `/sink/messages?limit=1000${query}`)
  expect(reply.status).toBe(200)
  return reply.body.data as { subject: string }[]
}
