import { call, type ApiReply } from '../api/api.js'
import { programCalls } from '../campaigns/program-calls.js'
import { templateCalls } from '../templates/template-calls.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

type Fields = Record<string, unknown>

/** Content of a mail that an automation can send to anybody. */
export const welcomeMail = {
  name: 'Welcome',
  subject: 'Welcome',
  html: '<p>Hello {{ contact.name | default: "you" }}, <a href="{{ unsubscribe_url }}">leave</a></p>',
  text: 'Hello {{ contact.name | default: "you" }}, leave: {{ unsubscribe_url }}',
  from_email: 'hello@shop.example',
  from_name: 'Shop',
}

/** A step that does nothing but end the run. */
export const exitStep = { key: 'end', exit: {} }

const path = '/v1/automations'

/** Calls of automations of a tenant's test project, by sessions of an admin and a member. */
export type AutomationCalls = Awaited<ReturnType<typeof automationCalls>>

export async function automationCalls({ url, sql }: Pick<TestService, 'url' | 'sql'>, tenant: Tenant) {
  const [session, member, apiKey] = [
    await tenant.session('admin'),
    await tenant.session('member'),
    await tenant.key(),
  ]
  const templates = templateCalls(url, session)
  const post = (
    id: string,
    action: string,
    body?: unknown,
    { key = session, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiReply> => call(url, 'POST', `${path}/${id}/${action}`, { key, body, headers })
  const create = (
    fields: Fields = {},
    { key = session, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiReply> => {
    const preset = { name: 'Welcome', trigger: { event: { name: 'signed_up' } }, steps: [exitStep] }
    return call(url, 'POST', path, {
      key,
      headers,
      body: { project_id: tenant.testProject, ...preset, ...fields },
    })
  }
  const made = async (fields: Fields = {}): Promise<string> => idOf(await create(fields), 201)
  const publish = (id: string, version = 1, key = session) => post(id, 'publish', { version }, { key })
  let template: Promise<string> | undefined
  return {
    session,
    member,
    /** A key of the workspace with every scope. */
    apiKey,
    templates,
    /** A published template of {@link welcomeMail}, the same each time. */
    template: (): Promise<string> => (template ??= templates.published(welcomeMail)),
    post,
    /** Makes a draft: on the event `signed_up` it exits, unless the fields say otherwise. */
    create,
    /** Makes a draft as `create` does and returns its id. */
    made,
    /** One with its first version published, by its id. */
    published: async (fields: Fields = {}): Promise<string> => {
      const id = await made(fields)
      const reply = await publish(id)
      if (reply.status !== 200) throw new Error(`not published: ${reply.text}`)
      return id
    },
    publish,
    /** Adds a version: on the event `signed_up` it exits, unless the fields say otherwise. */
    createVersion: (id: string, fields: Fields = {}, key = session): Promise<ApiReply> => {
      const preset = { trigger: { event: { name: 'signed_up' } }, steps: [exitStep] }
      return call(url, 'POST', `${path}/${id}/versions`, { key, body: { ...preset, ...fields } })
    },
    versions: (id: string, query = '', key = session) =>
      call(url, 'GET', `${path}/${id}/versions${query}`, { key }),
    version: (id: string, version: number, key = session) =>
      call(url, 'GET', `${path}/${id}/versions/${version}`, { key }),
    get: (id: string, key = session) => call(url, 'GET', `${path}/${id}`, { key }),
    rename: (id: string, name: string, key = session) =>
      call(url, 'PATCH', `${path}/${id}`, { key, body: { name } }),
    page: (query = '', key = session) => call(url, 'GET', `${path}${query}`, { key }),
    pause: (id: string) => post(id, 'pause'),
    resume: (id: string) => post(id, 'resume'),
    archive: (id: string) => post(id, 'archive'),
    trigger: (id: string, contactId: string, fields: Fields = {}) =>
      post(id, 'trigger', { contact_id: contactId, ...fields }),
    simulate: (id: string, body: Fields) => post(id, 'simulate', body),
    stats: (id: string) => call(url, 'GET', `${path}/${id}/stats`, { key: session }),
    runs: (id: string, query = '') => call(url, 'GET', `${path}/${id}/runs${query}`, { key: session }),
    run: (id: string, runId: string) => call(url, 'GET', `${path}/${id}/runs/${runId}`, { key: session }),
    cancelRun: (id: string, runId: string) => post(id, `runs/${runId}/cancel`),
    retryRun: (id: string, runId: string) => post(id, `runs/${runId}/retry`),
    retryRuns: (id: string, filter: Fields = {}) => post(id, 'runs/retry', filter),
    /** Makes or changes a contact of the test project, and answers its id. */
    contact: async (email: string, fields: Fields = {}): Promise<string> => {
      const body = { project_id: tenant.testProject, email, ...fields }
      const reply = await call(url, 'PUT', '/v1/contacts', { key: apiKey, body })
      return idOf(reply, reply.status === 200 ? 200 : 201)
    },
    /** Makes a subscriber list of the test project, and answers its id. */
    list: async (fields: Fields = {}): Promise<string> => {
      const preset = { project_id: tenant.testProject, name: 'News', from_email: 'news@shop.example' }
      const body = { ...preset, ...fields }
      return idOf(await call(url, 'POST', '/v1/subscriber-lists', { key: apiKey, body }), 201)
    },
    /** Calls of segments of the test project, and of what else programs have. */
    programs: programCalls(url, session, tenant.testProject),
    /** Records an event of a contact, and answers its id. */
    recordEvent: async (contactId: string, name: string, fields: Fields = {}): Promise<string> => {
      const body = { name, ...fields }
      return idOf(await call(url, 'POST', `/v1/contacts/${contactId}/events`, { key: apiKey, body }), 201)
    },
    /** The data of the events of a type about an automation, the oldest first. */
    events: async (id: string, type: string): Promise<Fields[]> => {
      const { rows } = await sql.query<{ data: Fields }>(
        `select data from events
         where workspace_id = $1 and type = $2 and data ->> 'automation_id' = $3 order by id`,
        [tenant.workspaceId, type, id],
      )
      return rows.map(({ data }) => data)
    },
  }
}

function idOf(reply: ApiReply, status: number): string {
  if (reply.status !== status) throw new Error(`not made: ${reply.text}`)
  return (reply.body as { id: string }).id
}
