import { randomBytes } from 'node:crypto'
import { call, type ApiReply } from '../api/api.js'

/** Calls of inbound routes under one session. */
export type InboundRouteCalls = ReturnType<typeof inboundRouteCalls>

type Fields = Record<string, unknown>

const path = '/v1/inbound/routes'

/** A domain that no other test has: each belongs to the first workspace with a route there. */
export function newInboundDomain(): string {
  return `in-${randomBytes(6).toString('hex')}.example`
}

/**
 * @param url the service's
 * @param key a session, of an admin for what changes something
 * @param project which the routes are of
 */
export function inboundRouteCalls(url: string, key: string, project: string) {
  const create = (fields: Fields, headers: Record<string, string> = {}): Promise<ApiReply> =>
    call(url, 'POST', path, { key, headers, body: { project_id: project, name: 'Support', ...fields } })
  return {
    create,
    /** A new route, by its id. */
    made: async (recipient = `support@${newInboundDomain()}`, fields: Fields = {}): Promise<string> => {
      const reply = await create({ recipient, ...fields })
      if (reply.status !== 201) throw new Error(`no route: ${reply.text}`)
      return (reply.body as { id: string }).id
    },
    update: (id: string, body: Fields) => call(url, 'PATCH', `${path}/${id}`, { key, body }),
    remove: (id: string) => call(url, 'DELETE', `${path}/${id}`, { key }),
    get: (id: string) => call(url, 'GET', `${path}/${id}`, { key }),
    page: (query = '') => call(url, 'GET', `${path}${query}`, { key }),
    test: (recipient: string, sender?: string) =>
      call(url, 'POST', `${path}/test`, {
        key,
        body: { recipient, ...(sender !== undefined && { sender }) },
      }),
    arrival: () => call(url, 'GET', '/v1/inbound', { key }),
  }
}
