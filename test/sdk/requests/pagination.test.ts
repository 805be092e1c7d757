import { describe, expect, test } from 'vitest'
import { PostsealError } from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, respond, serve } from '../support.js'

const threePages = [
  json(listOf(['a', 'b'], 'c1')),
  json(listOf(['c', 'd'], 'c2')),
  json(listOf(['e'])),
  () => expect.fail('There is no fourth page.'),
]

async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

test('iterating a list runs over the rows of all its pages', async () => {
  const { client, seen } = await serve(({ url }, reply) => {
    const cursor = new URL(url, 'http://host').searchParams.get('cursor')
    const bodies = { '': listOf(['a', 'b'], 'c+/1'), 'c+/1': listOf(['c', 'd'], 'c2'), c2: listOf(['e']) }
    respond(reply, 200, bodies[(cursor ?? '') as keyof typeof bodies])
  })
  expect(await idsOf(client.messages.list())).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(seen).toHaveLength(3)
})

test('every page is asked for with the query and the options of the first', async () => {
  const { client, seen } = clientOf(threePages)
  const query = { limit: 2, since: '2026-01-01T00:00:00Z', message_id: 'msg_1' }
  await idsOf(client.messageLogs.list(query, { headers: { 'X-Trace': 'abc' } }))
  const asked = seen.map(({ url }) => Object.fromEntries(new URL(url).searchParams))
  const first = { limit: '2', since: '2026-01-01T00:00:00Z', message_id: 'msg_1' }
  expect(asked).toEqual([first, { ...first, cursor: 'c1' }, { ...first, cursor: 'c2' }])
  expect(seen.map(({ headers }) => headers.get('X-Trace'))).toEqual(['abc', 'abc', 'abc'])
})

test('a page at a time', async () => {
  const { client, seen } = clientOf(threePages)
  let page = await client.projects.list()
  const pages = [page.data.length]
  while (page.hasNextPage()) {
    page = await page.getNextPage()
    pages.push(page.data.length)
  }
  expect(pages).toEqual([2, 2, 1])
  expect(seen).toHaveLength(3)
  await expect(page.getNextPage()).rejects.toBeInstanceOf(PostsealError)
})

test('pages() runs over pages, a page over the rows from it on', async () => {
  const { client } = clientOf(threePages)
  const sizes: number[] = []
  for await (const page of (await client.apiKeys.list()).pages()) sizes.push(page.data.length)
  expect(sizes).toEqual([2, 2, 1])

  const second = await (await clientOf(threePages).client.apiKeys.list()).getNextPage()
  expect(await idsOf(second)).toEqual(['c', 'd', 'e'])
})

test('no page is asked for before it is needed', async () => {
  const { client, seen } = clientOf(threePages)
  for await (const { id } of client.events.list()) if (id === 'b') break
  expect(seen).toHaveLength(1)
})

test('an empty page in between does not end the list', async () => {
  const { client } = clientOf([json(listOf(['a'], 'c1')), json(listOf([], 'c2')), json(listOf(['b']))])
  expect(await idsOf(client.events.list())).toEqual(['a', 'b'])
})

test('a page without a cursor is the last, whatever else it says', async () => {
  const { client } = clientOf([json({ ...listOf(['a']), has_more: true })])
  expect(await idsOf(client.events.list())).toEqual(['a'])
})

test('a page keeps the whole reply', async () => {
  const body = { ...listOf(['a']), window: { since: '2026-01-01T00:00:00.000Z', until: null }, extra: [1] }
  const { client } = clientOf([json(body)])
  const page = await client.messages.list()
  expect(page.body).toEqual(body)
  expect(page.body.window.until).toBeNull()
})

describe('a list that fails', () => {
  const broken = [json(listOf(['a'], 'c1')), refusal(401, 'expired_credentials')]

  test('rejects where it is awaited, caught or iterated', async () => {
    const list = () => clientOf(broken.slice(1)).client.messages.list()
    await expect(list()).rejects.toMatchObject({ status: 401 })
    await expect(idsOf(list())).rejects.toMatchObject({ status: 401 })
    expect(await list().catch(() => 'caught')).toBe('caught')
    let ended = false
    await expect(list().finally(() => (ended = true))).rejects.toMatchObject({ status: 401 })
    expect(ended).toBe(true)
  })

  test('rejects in the midst of iterating, after the rows before', async () => {
    const ids: string[] = []
    const iterate = async () => {
      for await (const { id } of clientOf(broken).client.messages.list()) ids.push(id)
    }
    await expect(iterate()).rejects.toMatchObject({ status: 401 })
    expect(ids).toEqual(['a'])
  })
})

describe('toArray', () => {
  const pages = [json(listOf(['a', 'b'], 'c1')), json(listOf(['c', 'd'], 'c2')), json(listOf(['e']))]
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

  test('has as many rows as it may, and asks for no page beyond', async () => {
    for (const [limit, expected, asked] of [
      [1, 'a', 1],
      [2, 'ab', 1],
      [3, 'abc', 2],
      [99, 'abcde', 3],
      [Number.POSITIVE_INFINITY, 'abcde', 3],
    ] as const) {
      const { client, seen } = clientOf(pages)
      expect(ids(await client.events.list().toArray({ limit })).join('')).toBe(expected)
      expect(seen).toHaveLength(asked)
    }
  })

  test('of a page begins with that page', async () => {
    const { client } = clientOf(pages)
    const second = await (await client.events.list()).getNextPage()
    expect(ids(await second.toArray({ limit: 3 }))).toEqual(['c', 'd', 'e'])
  })

  test.each([-1, 1.5, Number.NaN, undefined])('does not take the limit %j', async (limit) => {
    const { client } = clientOf(pages)
    await expect(client.events.list().toArray({ limit: limit as number })).rejects.toThrow(/limit must be/)
  })
})
