import { expect } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/** Contacts, lists and the like of a tenant, all in its live project. */
export interface Audience {
  contact(email: string, fields?: object): Promise<string>
  list(fields?: object): Promise<string>
  /** One that was asked for, and the mail with it. */
  subscription(list: string, email: string, fields?: object): Promise<string>
  /** With a new key, unless the fields have one. */
  topic(fields?: object): Promise<string>
  suppression(email: string, fields?: object): Promise<string>
  /** One of the project that has come to its end. */
  deletion(): Promise<string>
  /** One that waits for its turn. */
  contactImport(): Promise<string>
}

/** @param key a workspace key with every scope that is held to nothing */
export function audienceOf({ url, sql }: TestService, tenant: Tenant, key: string): Audience {
  const made = async (method: string, path: string, body: object) => {
    const reply = await call(url, method, path, { key, body })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body as { id: string; subscription: { id: string } }
  }
  const project_id = tenant.liveProject
  return {
    contact: async (email, fields) =>
      (await made('PUT', '/v1/contacts', { project_id, email, ...fields })).id,
    list: async (fields) => {
      const body = { project_id, name: 'News', from_email: 'news@shop.example', ...fields }
      return (await made('POST', '/v1/subscriber-lists', body)).id
    },
    subscription: async (list, email, fields) => {
      const body = { email, ...fields }
      return (await made('POST', `/v1/subscriber-lists/${list}/subscriptions`, body)).subscription.id
    },
    topic: async (fields) =>
      (await made('POST', '/v1/topics', { project_id, key: newUuid(), name: 'News', ...fields })).id,
    suppression: async (email, fields) =>
      (await made('POST', '/v1/compliance/suppressions', { email, ...fields })).id,
    deletion: async () => {
      const id = newUuid()
      await sql.query(
        `insert into deletions (workspace_id, id, project_id, environment, token, completed_at)
         values ($1, $2, $3, 'live', $4, now())`,
        [tenant.workspaceId, id, fromTypeId('prj', project_id), `#${id}`],
      )
      return toTypeId('del', id)
    },
    contactImport: async () => {
      const id = newUuid()
      const layout = { delimiter: 44, columns: { headers: ['email'], targets: ['email'] } }
      await sql.query(
        `insert into contact_imports
           (workspace_id, id, project_id, environment, layout, bytes, next_byte, next_line, due_at)
         values ($1, $2, $3, 'live', $4, 100, 6, 2, now() + interval '1 hour')`,
        [tenant.workspaceId, id, fromTypeId('prj', project_id), JSON.stringify(layout)],
      )
      return toTypeId('cim', id)
    },
  }
}

/**
 * Ids for requests that are made from the contract, each of a new one; a subscription is to the newest list.
 */
export function audienceIds(
  audience: Audience,
): Required<Pick<KnownIds, 'con' | 'lst' | 'sub' | 'top' | 'sup' | 'del' | 'cim'>> {
  const email = () => `${newUuid()}@example.com`
  let newest: string | undefined
  /** The topic that the contract's examples name. */
  let product: Promise<string> | undefined
  const list = async () => (newest = await audience.list())
  return {
    con: async (operation) => {
      if (operation === 'chooseContactTopic') await (product ??= audience.topic({ key: 'product-news' }))
      return audience.contact(email())
    },
    lst: list,
    sub: async () => audience.subscription(newest ?? (await list()), email()),
    top: () => audience.topic(),
    sup: () => audience.suppression(email()),
    del: () => audience.deletion(),
    cim: () => audience.contactImport(),
  }
}
