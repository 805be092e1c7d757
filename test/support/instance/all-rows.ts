import { call, type ApiReply } from '../api/api.js'

/** A list, and who reads it. */
export interface Place {
  readonly url: string
  readonly key: string
  readonly path: string
  /** Further parameters, with what they begin with: `&since=…`. */
  readonly query?: string
}

/**
 * Every row of a list that is not older than one, newest first.
 *
 * @param oldest an id; ids sort by time
 * @throws Error in one sentence, where it is not listed or comes back to what it had before
 */
export async function allRows<Row extends { id: string }>(place: Place, oldest = ''): Promise<Row[]> {
  const { url, key, path, query = '' } = place
  const rows: Row[] = []
  const from = `${path}?limit=100${query}`
  let cursor: string | null = ''
  while (cursor !== null) {
    const reply = await call(url, 'GET', from + (cursor && `&cursor=${cursor}`), { key })
    const page = doneIn(reply, `${path} was not listed`)
    const [first, last] = [(page['data'] as Row[])[0], rows.at(-1)]
    if (first && last && first.id >= last.id) throw new Error(`The pages of ${path} do not end.`)
    rows.push(...(page['data'] as Row[]))
    cursor = (rows.at(-1)?.id ?? '') < oldest ? null : (page['next_cursor'] as string | null)
  }
  return rows
}

/** The body of a reply that has to be a success. */
export function doneIn({ status, body }: ApiReply, failure: string): Record<string, unknown> {
  if (status < 300) return body as Record<string, unknown>
  throw new Error(`${failure}: ${status} ${body.error?.code as string}. ${body.error?.message as string}`)
}
