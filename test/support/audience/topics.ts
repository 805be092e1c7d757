import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call } from '../api/api.js'

type Schemas = components['schemas']

/** Requests about the topics of a project. */
export function topicCalls(url: string, key: string, project: string) {
  const create = (fields: object = {}) =>
    call(url, 'POST', '/v1/topics', { key, body: { project_id: project, name: 'News', ...fields } })
  return {
    create,
    /** A topic that is made. */
    made: async (topicKey: string, fields: object = {}): Promise<Schemas['Topic']> => {
      const reply = await create({ key: topicKey, ...fields })
      expect(reply.status, reply.text).toBe(201)
      return reply.body as Schemas['Topic']
    },
    remove: (id: string) => call(url, 'DELETE', `/v1/topics/${id}`, { key }),
    contact: async (email: string, fields: object = {}): Promise<Schemas['Contact']> => {
      const body = { project_id: project, email, ...fields }
      return (await call(url, 'PUT', '/v1/contacts', { key, body })).body as Schemas['Contact']
    },
    shown: async (contact: string) =>
      (await call(url, 'GET', `/v1/contacts/${contact}`, { key })).body as Schemas['Contact'],
    of: async (contact: string) =>
      (await call(url, 'GET', `/v1/contacts/${contact}/topics`, { key })).body as Schemas['ContactTopics'],
    choose: (contact: string, topicKey: string, subscribed: boolean, more: object = {}) =>
      call(url, 'PUT', `/v1/contacts/${contact}/topics/${topicKey}`, { key, body: { subscribed, ...more } }),
    consents: async (contact: string) => {
      const { body } = await call(url, 'GET', `/v1/contacts/${contact}/topic-consents`, { key })
      return body.data as Schemas['TopicConsent'][]
    },
    /** Returns the data of the `contact.topic_changed` events of an address, the newest first. */
    events: async (email: string): Promise<Record<string, unknown>[]> => {
      const { body } = await call(url, 'GET', '/v1/events?type=contact.topic_changed&limit=100', { key })
      const events = body.data as { data: Record<string, unknown> }[]
      return events.map(({ data }) => data).filter((data) => data['email'] === email)
    },
  }
}

export type TopicCalls = ReturnType<typeof topicCalls>
