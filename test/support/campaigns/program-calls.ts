import { call, type ApiReply } from '../api/api.js'
import { templateCalls } from '../templates/template-calls.js'

/** Calls of segments and campaigns under one session or key. */
export type ProgramCalls = ReturnType<typeof programCalls>

type Fields = Record<string, unknown>

/** A rule that every contact fits. */
export const everybody = { contact: { field: 'unsubscribed', op: 'in', value: [true, false] } }

/** Content that a campaign can send. */
const campaignContent = {
  subject: 'Spring sale',
  html: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">No more offers</a></p>',
  from_email: 'news@shop.example',
}

/**
 * @param url the service's
 * @param key a session of an admin, or a key with every scope
 * @param project which the segments and campaigns are of
 */
export function programCalls(url: string, key: string, project: string) {
  const post = (path: string, body: Fields = {}): Promise<ApiReply> =>
    call(url, 'POST', `/v1${path}`, { key, body })
  let template: Promise<string> | undefined
  /** Published, and the same for all campaigns. */
  const published = () => (template ??= templateCalls(url, key).published({ ...ofMail, project_id: project }))
  const draft = async (fields: Fields = {}): Promise<string> => {
    const body = { project_id: project, name: 'Spring sale', template: { template_id: await published() } }
    return idOf(await post('/campaigns', { ...body, ...fields }), 201)
  }
  const schedule = async (id: string, at?: Date): Promise<void> => {
    const reply = await post(`/campaigns/${id}/schedule`, at ? { scheduled_at: at.toISOString() } : {})
    if (reply.status !== 200) throw new Error(`not scheduled: ${reply.text}`)
  }
  return {
    /** A new segment, by its id. */
    segment: async (rule: Fields = everybody, fields: Fields = {}): Promise<string> =>
      idOf(await post('/segments', { project_id: project, name: 'Everybody', rule, ...fields }), 201),
    /** A new campaign that could be scheduled, by its id. */
    draft,
    schedule,
    /** One that is due in a day. */
    scheduled: async (fields: Fields = {}): Promise<string> => {
      const id = await draft(fields)
      await schedule(id, new Date(Date.now() + 86_400_000))
      return id
    },
    /** One that is due now. */
    started: async (fields: Fields = {}): Promise<string> => {
      const id = await draft(fields)
      await schedule(id)
      return id
    },
    /** Changes its status, such as by `pause`. */
    act: async (id: string, action: string): Promise<void> => {
      const reply = await call(url, 'POST', `/v1/campaigns/${id}/${action}`, { key })
      if (reply.status !== 200) throw new Error(`not done (${action}): ${reply.text}`)
    },
    /** Deletes a draft with its template. */
    removeDraft: async (id: string): Promise<void> => {
      for (const path of [`/campaigns/${id}`, `/templates/${await published()}`]) {
        const reply = await call(url, 'DELETE', `/v1${path}`, { key })
        if (reply.status !== 204) throw new Error(`not deleted: ${reply.text}`)
      }
    },
    campaign: async (id: string): Promise<Fields> => {
      const reply = await call(url, 'GET', `/v1/campaigns/${id}`, { key })
      return reply.body as Fields
    },
  }
}

const ofMail = { name: 'Spring sale', text: undefined, ...campaignContent }

function idOf(reply: ApiReply, status: number): string {
  if (reply.status !== status) throw new Error(`not made: ${reply.text}`)
  return (reply.body as { id: string }).id
}
