import { call } from '../api/api.js'

type Fields = Record<string, unknown>

/** An automation of a project that a person starts, and that waits for a day. */
export const automationOf = (project: string): Fields => ({
  project_id: project,
  name: 'Welcome',
  trigger: { manual: {} },
  steps: [{ key: 'order', wait: { for: 'P1D' } }],
})

/**
 * Makes automations under one session.
 *
 * @param url the service's
 * @param key a session of an admin
 */
export function automationsBy(url: string, key: string) {
  const post = async (path: string, body?: object): Promise<Fields> => {
    const reply = await call(url, 'POST', `/v1/automations${path}`, { key, body })
    if (reply.status > 202) throw new Error(`not done: ${reply.text}`)
    return reply.body as Fields
  }
  const draft = async (fields: Fields): Promise<string> => String((await post('', fields))['id'])
  const published = async (fields: Fields): Promise<string> => {
    const id = await draft(fields)
    await post(`/${id}/publish`, { version: 1 })
    return id
  }
  return {
    /** A new one, by its id. */
    draft,
    /** One with its version 1 published. */
    published,
    /** One that was paused after that. */
    paused: async (fields: Fields): Promise<string> => {
      const id = await published(fields)
      await post(`/${id}/pause`)
      return id
    },
    /** Starts a run, and answers its id. */
    triggered: async (id: string, body: object): Promise<string> => {
      const { run } = await post(`/${id}/trigger`, body)
      if (run === null) throw new Error('no run was started')
      return (run as { id: string }).id
    },
  }
}
