import { call, type ApiReply } from '../api/api.js'
import { templateCalls } from '../templates/template-calls.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

type Fields = Record<string, unknown>

/** Content of a mail that can be sent to anybody. */
export const newsletter = {
  name: 'Newsletter',
  subject: 'News',
  html: '<p>Hello {{ contact.name | default: "you" }}, <a href="{{ unsubscribe_url }}">leave</a></p>',
  text: 'Hello {{ contact.name | default: "you" }}, leave: {{ unsubscribe_url }}',
  from_email: 'news@shop.example',
  from_name: 'Shop',
}

const path = '/v1/campaigns'

/** Calls of campaigns of a tenant's test project under one session. */
export type CampaignCalls = Awaited<ReturnType<typeof campaignCalls>>

/**
 * Publishes a newsletter of a tenant and returns calls of its campaigns.
 *
 * @param content fields of the template in place of the newsletter's
 */
export async function campaignCalls({ url, sql }: TestService, tenant: Tenant, content: Fields = {}) {
  const [session, member] = [await tenant.session('admin'), await tenant.session('member')]
  const templates = templateCalls(url, session)
  const template = await templates.published({ ...newsletter, ...content })
  const post = (id: string, action: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(url, 'POST', `${path}/${id}/${action}`, { key: session, body, headers })
  const create = (
    fields: Fields = {},
    key = session,
    headers: Record<string, string> = {},
  ): Promise<ApiReply> =>
    call(url, 'POST', path, {
      key,
      headers,
      body: {
        project_id: tenant.testProject,
        name: 'Spring sale',
        template: { template_id: template },
        ...fields,
      },
    })
  const made = async (fields: Fields = {}): Promise<string> => {
    const reply = await create(fields)
    if (reply.status !== 201) throw new Error(`no campaign: ${reply.text}`)
    return (reply.body as { id: string }).id
  }
  const segment = async (project: string, rule: object): Promise<string> => {
    const body = { project_id: project, name: 'S', rule }
    const reply = await call(url, 'POST', '/v1/segments', { key: session, body })
    if (reply.status !== 201) throw new Error(`no segment: ${reply.text}`)
    return (reply.body as { id: string }).id
  }
  return {
    session,
    member,
    templates,
    segment,
    template,
    create,
    made,
    post,
    schedule: (id: string, at?: string) => post(id, 'schedule', at === undefined ? {} : { scheduled_at: at }),
    get: (id: string, key = session) => call(url, 'GET', `${path}/${id}`, { key }),
    update: (id: string, body: Fields, key = session) => call(url, 'PATCH', `${path}/${id}`, { key, body }),
    remove: (id: string, key = session) => call(url, 'DELETE', `${path}/${id}`, { key }),
    page: (query = '', key = session) => call(url, 'GET', `${path}${query}`, { key }),
    recipients: (id: string, query = '') =>
      call(url, 'GET', `${path}/${id}/recipients${query}`, { key: session }),
    stats: (id: string) => call(url, 'GET', `${path}/${id}/stats`, { key: session }),
    /** Sets columns of a campaign past the API, as the worker does. */
    set: async (uuid: string, columns: Fields): Promise<void> => {
      const names = Object.keys(columns)
      const assigned = names.map((name, index) => `${name} = $${index + 2}`).join(', ')
      await sql.query(`update campaigns set ${assigned} where id = $1`, [uuid, ...Object.values(columns)])
    },
    /** The types of the events about a campaign, the oldest first. */
    events: async (id: string): Promise<string[]> => {
      const { rows } = await sql.query(
        `select type from events where workspace_id = $1 and data ->> 'campaign_id' = $2 and type like 'campaign.%'
         order by id`,
        [tenant.workspaceId, id],
      )
      return rows.map((row) => row.type as string)
    },
  }
}
