import { call, type ApiReply } from '../api/api.js'

/** Calls of templates under one session. */
export type TemplateCalls = ReturnType<typeof templateCalls>

type Fields = Record<string, unknown>

/** Content of a message that needs nothing. */
export const plain = { subject: 'Receipt', text: 'Thank you.' }

const path = '/v1/templates'

/**
 * @param url the service's
 * @param key a session
 */
export function templateCalls(url: string, key: string) {
  const create = (fields: Fields = {}, headers: Record<string, string> = {}): Promise<ApiReply> =>
    call(url, 'POST', path, { key, headers, body: { name: 'Receipt', ...plain, ...fields } })
  const createVersion = (id: string, content: Fields = plain): Promise<ApiReply> =>
    call(url, 'POST', `${path}/${id}/versions`, { key, body: content })
  const publish = (id: string, version: number): Promise<ApiReply> =>
    call(url, 'POST', `${path}/${id}/publish`, { key, body: { version } })
  return {
    create,
    createVersion,
    publish,
    /** A new template with one version, by its id. */
    made: async (fields: Fields = {}): Promise<string> => idOf(await create(fields)),
    /**
     * Makes a template, publishes its version and returns its id. A layout or partial needs fields without a subject.
     */
    published: async (fields: Fields = {}): Promise<string> => {
      const id = idOf(await create(fields))
      const reply = await publish(id, 1)
      if (reply.status !== 200) throw new Error(`not published: ${reply.text}`)
      return id
    },
    update: (id: string, fields: Fields) => call(url, 'PATCH', `${path}/${id}`, { key, body: fields }),
    rename: (id: string, name: string) => call(url, 'PATCH', `${path}/${id}`, { key, body: { name } }),
    remove: (id: string) => call(url, 'DELETE', `${path}/${id}`, { key }),
    get: (id: string) => call(url, 'GET', `${path}/${id}`, { key }),
    version: (id: string, version: number) => call(url, 'GET', `${path}/${id}/versions/${version}`, { key }),
    page: (query = '') => call(url, 'GET', `${path}${query}`, { key }),
    uses: (id: string) => call(url, 'GET', `${path}/${id}/uses`, { key }),
    versions: (id: string, query = '') => call(url, 'GET', `${path}/${id}/versions${query}`, { key }),
  }
}

function idOf(reply: ApiReply): string {
  if (reply.status !== 201) throw new Error(`no template: ${reply.text}`)
  return (reply.body as { id: string }).id
}

/** Returns a refusal's status and code, with the path and code of its first detail. */
export function refusalOf({ status, body }: ApiReply): unknown[] {
  const detail = body.error?.details?.[0] as { path: string; code: string } | undefined
  return [status, body.error?.code, ...(detail ? [detail.path, detail.code] : [])]
}

/** A layout or partial of its kind, without the subject of a message. */
export function piece(kind: 'layout' | 'partial', html: string, fields: Fields = {}): Fields {
  return { kind, html, subject: undefined, text: undefined, ...fields }
}
