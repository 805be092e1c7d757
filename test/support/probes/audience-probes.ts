import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { audienceOf } from '../audience/audience.js'
import { suppressAsBounced } from '../audience/bounced.js'
import { importFile } from '../audience/contact-imports.js'
import type { TestService } from '../service/service.js'
import { firstTenant, type Tenant } from '../workspace/tenant.js'

/** Probes that try to reach a tenant's contacts, lists and the like from outside the tenant. */

export interface AudienceVictim {
  readonly tenant: Tenant
  /** Address of the contact and of the subscription. */
  readonly email: string
  readonly contact: string
  readonly event: string
  readonly list: string
  readonly subscription: string
  readonly topic: string
  readonly suppression: string
  readonly suppressed: string
  /** An address that a bounce has suppressed, whose reply names it. */
  readonly bounced: string
  readonly deletion: string
  readonly contactImport: string
  /** Texts that stand in these rows and nowhere else. */
  readonly traces: string[]
}

export async function makeAudience(service: TestService, tenant: Tenant): Promise<AudienceVictim> {
  const [key, marker] = [await tenant.key(), randomUUID()]
  const audience = audienceOf(service, tenant, key)
  // Others may have the same addresses.
  const [email, suppressed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  const contact = await audience.contact(email, { name: marker, properties: { marker } })
  const recorded = await call(service.url, 'POST', `/v1/contacts/${contact}/events`, {
    key,
    body: { name: 'order_placed', properties: { marker } },
  })
  const list = await audience.list({ name: marker })
  const subscription = await audience.subscription(list, email, { source: marker })
  const topic = await audience.topic({ key: 'product-news', name: marker })
  const choice = { subscribed: false, source: marker }
  const path = `/v1/contacts/${contact}/topics/product-news`
  const chosen = await call(service.url, 'PUT', path, { key, body: choice })
  expect(chosen.status, chosen.text).toBe(200)
  const suppression = await audience.suppression(suppressed, { note: marker })
  const bounced = `${randomUUID()}@example.com`
  await suppressAsBounced(service.sql, tenant.workspaceId, bounced, {
    reply: `550 5.1.1 ${bounced}: no such user`,
  })
  const deletion = await audience.deletion()
  const event = recorded.body.id as string
  const importer = { url: service.url, key, project: tenant.liveProject }
  const imported = await importFile(importer, `email,name\nim-${email},${marker}\n`)
  const contactImport = imported.body.id as string
  const ids = { contact, event, list, subscription, topic, suppression, deletion, contactImport }
  return { tenant, email, suppressed, bounced, ...ids, traces: [marker, bounced, ...Object.values(ids)] }
}

export interface ProbingIntruder {
  readonly key: string
  readonly project: string
  /** True for a session, to which another workspace's project is a mistake in the request. */
  readonly isSession?: boolean
}

/** Returns the status and the code of a request in whose body an intruder names the live project of a victim. */
export function refusalOfProject({ isSession, project }: ProbingIntruder, victim: Tenant): [number, string] {
  if (isSession === true) return [422, 'validation_failed']
  return [403, project === victim.testProject ? 'environment_not_allowed' : 'project_not_allowed']
}

type Probe = (intruder: ProbingIntruder) => Promise<void>

/** The means by which an intruder asks, and the checks of the replies. */
export interface Asking {
  readonly service: () => TestService
  readonly victim: () => AudienceVictim
  readonly seesNothing: (intruder: ProbingIntruder, path: string) => Promise<void>
  readonly isRefused: (
    intruder: ProbingIntruder,
    request: [method: string, path: string, body?: unknown],
    status: number,
    code: string,
  ) => Promise<void>
}

/** The probes of operations of which the contract does not say all. */
export function audienceProbes({ service, victim, seesNothing, isRefused }: Asking): Record<string, Probe> {
  const held = (intruder: ProbingIntruder) => intruder.project === victim().tenant.testProject
  const outside = (intruder: ProbingIntruder) => intruder.project === firstTenant(service()).liveProject
  /** Which code a key gets that may not act for the victim's project. */
  const notAllowed = (intruder: ProbingIntruder) =>
    held(intruder) ? 'environment_not_allowed' : 'project_not_allowed'
  const as = ({ key }: ProbingIntruder, method: string, path: string, body?: unknown) =>
    call(service().url, method, path, { key, body })
  const missing =
    (method: string, path: () => string, body?: unknown): Probe =>
    (intruder) =>
      isRefused(intruder, [method, path(), body], 404, 'not_found')
  const list = () => `/v1/subscriber-lists/${victim().list}`
  const subscription = () => `${list()}/subscriptions/${victim().subscription}`
  /** Suppressions are the workspace's: a key that is held to an environment has none of them. */
  const ofWorkspace =
    (request: () => [method: string, path: string, body?: unknown], probe: Probe): Probe =>
    (intruder) =>
      held(intruder) ? isRefused(intruder, request(), 403, 'environment_not_allowed') : probe(intruder)
  const suppress = () => '/v1/compliance/suppressions'

  return {
    upsertContact: async (intruder) => {
      const { tenant, email } = victim()
      const body = { project_id: tenant.liveProject, email, name: 'Stolen' }
      await isRefused(intruder, ['PUT', '/v1/contacts', body], 403, notAllowed(intruder))
      // The address says nothing in a project of one's own.
      const own = await as(intruder, 'PUT', '/v1/contacts', { ...body, project_id: intruder.project })
      expect(own.status, own.text).toBeLessThan(300)
      expect(own.body.id).not.toBe(victim().contact)
      expect(own.body.properties).toEqual({})
    },
    upsertContactBatch: async (intruder) => {
      const { tenant, email } = victim()
      const contacts = [{ email, name: 'Stolen' }]
      const path = '/v1/contacts/batch'
      const body = { project_id: tenant.liveProject, contacts }
      await isRefused(intruder, ['POST', path, body], 403, notAllowed(intruder))
      const own = await as(intruder, 'POST', path, { ...body, project_id: intruder.project })
      expect(own.status, own.text).toBe(200)
      expect(own.body.data[0].contact.id).not.toBe(victim().contact)
      expect(own.body.data[0].contact.properties).toEqual({})
    },
    recordContactEventByAddress: async (intruder) => {
      const { tenant, email, contact } = victim()
      const body = { project_id: tenant.liveProject, email, name: 'stolen' }
      const path = '/v1/contacts/events'
      await isRefused(intruder, ['POST', path, body], 403, notAllowed(intruder))
      const inOwn = { ...body, project_id: intruder.project }
      const unknown = { ...inOwn, email: victim().suppressed }
      await isRefused(intruder, ['POST', path, unknown], 404, 'not_found')
      // In a project of one's own the address is that of a contact of one's own.
      const own = await as(intruder, 'PUT', '/v1/contacts', { project_id: intruder.project, email })
      const recorded = await as(intruder, 'POST', path, inOwn)
      expect([recorded.status, recorded.body.contact_id], recorded.text).toEqual([201, own.body.id])
      expect(own.body.id).not.toBe(contact)
    },
    listContacts: async (intruder) => {
      await seesNothing(intruder, '/v1/contacts?limit=100')
      await seesNothing(intruder, `/v1/contacts?project_id=${victim().tenant.liveProject}`)
      const found = await as(intruder, 'GET', `/v1/contacts?email=${victim().email}`)
      expect(found.text).not.toContain(victim().contact)
    },
    exportContacts: async (intruder) => {
      for (const query of ['', `?project_id=${victim().tenant.liveProject}`]) {
        const found = await as(intruder, 'GET', `/v1/contacts/export${query}`)
        expect(found.text).not.toContain(victim().contact)
      }
    },
    importContacts: async (intruder) => {
      const ask = async (project: string, list?: string) => {
        const query = new URLSearchParams({
          project_id: project,
          ...(list && { list_id: list, consent: 'proof' }),
        })
        const { status, body } = await call(
          service().url,
          'POST',
          `/v1/contacts/import?${query.toString()}`,
          {
            key: intruder.key,
            raw: `email,consent_at,consent_source\nim-${victim().email},2026-01-14,form\n`,
            headers: { 'Content-Type': 'text/csv' },
          },
        )
        return [status, body.error?.code]
      }
      expect(await ask(victim().tenant.liveProject)).toEqual([403, notAllowed(intruder)])
      // A list of somebody else's is not there.
      expect(await ask(intruder.project, victim().list)).toEqual([422, 'validation_failed'])
    },
    listContactImports: async (intruder) => {
      await seesNothing(intruder, '/v1/contact-imports?limit=100')
      await seesNothing(intruder, `/v1/contact-imports?project_id=${victim().tenant.liveProject}`)
    },
    createSubscriberList: (intruder) => {
      const body = { project_id: victim().tenant.liveProject, name: 'Stolen', from_email: 'a@shop.example' }
      return isRefused(intruder, ['POST', '/v1/subscriber-lists', body], 403, notAllowed(intruder))
    },
    listSubscriberLists: async (intruder) => {
      await seesNothing(intruder, '/v1/subscriber-lists?limit=100')
      await seesNothing(intruder, `/v1/subscriber-lists?project_id=${victim().tenant.liveProject}`)
    },
    createTopic: (intruder) => {
      const body = { project_id: victim().tenant.liveProject, key: 'stolen', name: 'Stolen' }
      return isRefused(intruder, ['POST', '/v1/topics', body], 403, notAllowed(intruder))
    },
    listTopics: async (intruder) => {
      await seesNothing(intruder, '/v1/topics?limit=100')
      await seesNothing(intruder, `/v1/topics?project_id=${victim().tenant.liveProject}`)
    },
    retrieveSubscription: async (intruder) => {
      await missing('GET', subscription)(intruder)
      // Nor is a list of one's own a way to it.
      const body = { project_id: intruder.project, name: 'Own', from_email: 'a@shop.example' }
      const own = (await as(intruder, 'POST', '/v1/subscriber-lists', body)).body.id as string
      await missing(
        'GET',
        () => `/v1/subscriber-lists/${own}/subscriptions/${victim().subscription}`,
      )(intruder)
    },
    createSuppression: ofWorkspace(
      () => ['POST', suppress(), { email: victim().suppressed }],
      async (intruder) => {
        const { body } = await as(intruder, 'POST', suppress(), { email: victim().suppressed })
        expect(body).toMatchObject({ email: victim().suppressed, note: null })
        expect(body.id).not.toBe(victim().suppression)
      },
    ),
    retrieveSuppression: ofWorkspace(
      () => ['GET', `/v1/suppressions/${victim().suppression}`],
      missing('GET', () => `/v1/suppressions/${victim().suppression}`),
    ),
    listSuppressions: ofWorkspace(
      () => ['GET', '/v1/suppressions'],
      (intruder) => seesNothing(intruder, '/v1/suppressions?limit=100'),
    ),
    exportSuppressions: ofWorkspace(
      () => ['GET', '/v1/suppressions/export'],
      async (intruder) => {
        const path = '/v1/suppressions/export'
        const csv = await call(service().url, 'GET', path, {
          key: intruder.key,
          headers: { Accept: 'text/csv' },
        })
        const pages = await as(intruder, 'GET', `${path}?limit=100`)
        for (const { status, text } of [csv, pages]) {
          expect(status).toBe(200)
          for (const trace of victim().traces) expect(text).not.toContain(trace)
        }
      },
    ),
    importSuppressions: async (intruder) => {
      const { status, body } = await call(service().url, 'POST', '/v1/suppressions/import', {
        key: intruder.key,
        raw: `email\nim-${victim().suppressed}\n`,
        headers: { 'Content-Type': 'text/csv' },
      })
      if (held(intruder)) expect([status, body.error.code]).toEqual([403, 'environment_not_allowed'])
      else expect([status, body.rejected]).toEqual([200, 0])
    },
    deleteSuppression: ofWorkspace(
      () => ['DELETE', `/v1/suppressions/${victim().suppression}?force=true`],
      missing('DELETE', () => `/v1/suppressions/${victim().suppression}?force=true`),
    ),
    listSuppressionReplies: ofWorkspace(
      () => ['GET', '/v1/suppressions/replies'],
      async (intruder) => {
        const { status, text, body } = await as(intruder, 'GET', '/v1/suppressions/replies')
        expect([status, body.data], text).toEqual([200, []])
      },
    ),
    liftSuppressions: ofWorkspace(
      () => ['POST', '/v1/suppressions/lift', { reply_contains: victim().bounced }],
      async (intruder) => {
        const body = { reply_contains: victim().bounced }
        const lifted = await as(intruder, 'POST', '/v1/suppressions/lift', body)
        expect([lifted.status, lifted.body], lifted.text).toMatchObject([200, { matched: 0, lifted: 0 }])
        const all = { since: '2020-01-01T00:00:00Z' }
        expect((await as(intruder, 'POST', '/v1/suppressions/lift', all)).body).toMatchObject({ lifted: 0 })
        const { rows } = await service().sql.query('select from suppressions where address = $1', [
          victim().bounced,
        ])
        expect(rows).toHaveLength(1)
      },
    ),
    previewDeletion: async (intruder) => {
      const { tenant, email } = victim()
      const path = '/v1/compliance/deletions/preview'
      const body = { email, project_id: tenant.liveProject }
      await isRefused(intruder, ['POST', path, body], 403, notAllowed(intruder))
      const { body: found } = await as(intruder, 'POST', path, { email, project_id: intruder.project })
      expect(found).toMatchObject({ project_id: intruder.project, found: { subscriptions: 0 } })
      // Of another workspace's address nothing is found.
      if (held(intruder)) return isRefused(intruder, ['POST', path, { email }], 403, notAllowed(intruder))
      expect((await as(intruder, 'POST', path, { email })).body.found.subscriptions).toBe(0)
    },
    createDeletion: async (intruder) => {
      const { tenant, email } = victim()
      const path = '/v1/compliance/deletions'
      const body = { email, project_id: tenant.liveProject }
      await isRefused(intruder, ['POST', path, body], 403, notAllowed(intruder))
      if (held(intruder)) return isRefused(intruder, ['POST', path, { email }], 403, notAllowed(intruder))
      // What is erased is one's own.
      const reply = await as(intruder, 'POST', path, { email })
      expect(reply.status, reply.text).toBe(201)
      const project = outside(intruder) ? reply.body.project_id : intruder.project
      expect(reply.body.project_id).toBe(project)
      expect(reply.body.erased.subscriptions).toBe(0)
      // So that the next one can try this address.
      await service().sql.query(`delete from suppressions where reason = 'erasure'`)
    },
  }
}

/** The victim's rows. */
export async function rowsOfAudience({ sql }: TestService, victim: AudienceVictim): Promise<unknown[]> {
  const of = async (table: string, column: string, prefix: Parameters<typeof fromTypeId>[0], id: string) => {
    const query = `select * from ${table} where workspace_id = $1 and ${column} = $2 order by id`
    return (await sql.query(query, [victim.tenant.workspaceId, fromTypeId(prefix, id)])).rows as unknown
  }
  return Promise.all([
    of('contacts', 'project_id', 'prj', victim.tenant.liveProject),
    of('contact_events', 'contact_id', 'con', victim.contact),
    of('subscriber_lists', 'project_id', 'prj', victim.tenant.liveProject),
    of('subscriptions', 'project_id', 'prj', victim.tenant.liveProject),
    of('consents', 'subscription_id', 'sub', victim.subscription),
    of('topics', 'project_id', 'prj', victim.tenant.liveProject),
    of('topic_consents', 'contact_id', 'con', victim.contact),
    of('suppressions', 'id', 'sup', victim.suppression),
    of('deletions', 'id', 'del', victim.deletion),
  ])
}
