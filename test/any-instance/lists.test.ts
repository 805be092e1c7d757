import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'
import { send } from '../support/messages/messages.js'

/** Pages of what there is, newest first. */

interface Row {
  readonly id: string
  readonly created_at: string
  readonly category?: string
}
interface Page {
  readonly data: Row[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly window: { readonly since: string; readonly until: string | null }
}

const at = useInstance()

const category = randomUUID()
/** Before the first of the messages that the pages are read for. */
let begun: string
const sent: string[] = []
beforeAll(async () => {
  for (let index = 0; index < 8; index++) {
    sent.push(await send(at.url, at.otherKey, at.otherProject, { category, subject: `Number ${index}` }))
  }
  const first = await call(at.url, 'GET', `/v1/messages/${sent[0]}`, { key: at.otherKey })
  begun = first.body.created_at as string
})

async function read(path: string, query: Record<string, string> = {}): Promise<Page> {
  const text = new URLSearchParams(query).toString()
  const reply = await call(at.url, 'GET', `${path}?${text}`, { key: at.otherKey })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Page
}

const paths = ['/v1/messages', '/v1/message-logs', '/v1/events']

describe.each(paths)('%s', (path) => {
  /** Every row of some pages, in their order. */
  async function all(query: Record<string, string>, meanwhile?: () => Promise<unknown>): Promise<Row[]> {
    const rows: Row[] = []
    let cursor: string | null = null
    do {
      const page: Page = await read(path, { ...query, ...(cursor !== null && { cursor }) })
      expect(page.data.length).toBeLessThanOrEqual(Number(query['limit']))
      expect(page.has_more).toBe(page.next_cursor !== null)
      rows.push(...page.data)
      // Or the walk might not end.
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      cursor = page.next_cursor
      await meanwhile?.()
    } while (cursor !== null)
    return rows
  }

  test('has every row once over its pages, newest first, while rows are added', async () => {
    const existing = await all({ limit: '100', since: begun })
    expect(existing.length).toBeGreaterThanOrEqual(8)
    let rounds = 0
    const seen = await all({ limit: '3', since: begun }, async () => {
      // What is added is newer than any cursor, so the walk ends all the same.
      if (rounds++ < 3) await send(at.url, at.otherKey, at.otherProject)
    })
    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(existing.map(({ id }) => id)))
    expect(ids).toEqual([...ids].sort().reverse())
  })

  test('reaches from since to before until, to the millisecond', async () => {
    const { data } = await read(path, { limit: '100', since: begun })
    // One that no other shares its millisecond with, or the oldest.
    const times = data.map(({ created_at }) => created_at)
    const row = data.find(({ created_at }, index) => times.indexOf(created_at) === index) ?? data[0]
    const time = row?.created_at ?? ''
    const next = new Date(Date.parse(time) + 1).toISOString()
    const within = await read(path, { limit: '100', since: time, until: next })
    expect(within.data.map(({ id }) => id)).toContain(row?.id)
    expect(new Set(within.data.map(({ created_at }) => created_at))).toEqual(new Set([time]))
    expect(within.window).toEqual({ since: time, until: next })
    const before = await read(path, { limit: '100', since: begun, until: time })
    expect(before.data.map(({ id }) => id)).not.toContain(row?.id)
    expect(before.data.every(({ created_at }) => created_at < time)).toBe(true)
    expect((await read(path, { since: next, until: time })).data).toEqual([])
  })

  test('reaches no further back than the retention, and says so', async () => {
    const { window } = await read(path, { limit: '1', since: '2000-01-01T00:00:00.000Z' })
    expect(window.since > '2000-01-01T00:00:00.000Z').toBe(true)
  })
})

test('pages of a search have what the search has', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await read('/v1/message-logs', {
      category,
      limit: '3',
      ...(cursor !== null && { cursor }),
    })
    seen.push(...page.data.map((row) => (row as Row & { message_id: string }).message_id))
    expect(new Set(seen).size).toBe(seen.length)
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual([...sent].reverse())
})
