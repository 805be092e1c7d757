import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidBytes } from '../../../../base/text/uuid-bytes.js'
import { fromTypeId, minUuidAt, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { send } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

const paths = ['/v1/messages', '/v1/message-logs', '/v1/events'] as const
const day = 24 * 3600 * 1000

interface Row {
  id: string
  created_at: string
}

/** A workspace with messages of given times, each with its log and event of the same time. */
async function tenantWith(
  times: readonly Date[],
  retentionDays?: number,
): Promise<{ tenant: Tenant; key: string }> {
  const tenant = await addTenant(service, retentionDays === undefined ? {} : { retentionDays })
  const key = await tenant.key()
  await insertAt(tenant, key, times)
  return { tenant, key }
}

/** A UUIDv7 of a time. */
function uuidAt(time: Date): Uuid {
  return minUuidAt(time).slice(0, 24) + randomUUID().slice(24)
}

/** Sends messages, and then moves all that came of them to other times. */
async function insertAt(tenant: Tenant, key: string, times: readonly Date[]): Promise<void> {
  const { sql } = service
  for (const time of times) {
    const message = await send(service.url, key, tenant.liveProject)
    const was = fromTypeId('msg', message)
    const [id, log, event] = [uuidAt(time), uuidAt(time), uuidAt(time)]
    await sql.query('update messages set id = $1 where id = $2', [id, was])
    await sql.query('update message_contents set message_id = $1 where message_id = $2', [id, was])
    await sql.query('update message_logs set id = $1, message_id = $2 where message_id = $3', [log, id, was])
    await sql.query(`update events set id = $1 where data->>'message_id' = $2`, [event, message])
  }
}

function list(key: string, path: string, query: Record<string, string> = {}): Promise<ApiReply> {
  return call(service.url, 'GET', `${path}?${new URLSearchParams(query).toString()}`, { key })
}

function timesOf(reply: ApiReply): string[] {
  return (reply.body.data as Row[]).map((row) => row.created_at)
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms)
}

describe.each(paths)('%s', (path) => {
  test('is newest first, 25 at a time unless told otherwise', async () => {
    const { key } = await tenantWith(Array.from({ length: 27 }, (_value, index) => ago(index * 1000)))
    const reply = await list(key, path)
    const times = timesOf(reply)
    expect(times).toHaveLength(25)
    expect(times).toEqual([...times].sort().reverse())
    expect(reply.body.has_more).toBe(true)
    const rest = await list(key, path, { cursor: reply.body.next_cursor as string })
    expect(timesOf(rest)).toHaveLength(2)
    expect([rest.body.has_more, rest.body.next_cursor]).toEqual([false, null])
    expect((await list(key, path, { limit: '27' })).body.next_cursor).toBeNull()
  })

  test('since is inclusive and until exclusive, to the millisecond', async () => {
    const at = ago(60_000)
    const [before, after] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)]
    const { key } = await tenantWith([before, at, after])
    const [first, second, third] = [before, at, after].map((time) => time.toISOString()) as [
      string,
      string,
      string,
    ]
    const seen = async (query: Record<string, string>) => timesOf(await list(key, path, query))
    expect(await seen({ since: second })).toEqual([third, second])
    expect(await seen({ until: second })).toEqual([first])
    expect(await seen({ since: second, until: third })).toEqual([second])
    expect(await seen({ since: second, until: second })).toEqual([])
    expect(await seen({ since: third, until: first })).toEqual([])
  })

  test('times may have an offset, and its plus may stand as it is', async () => {
    const at = ago(60_000)
    const { key } = await tenantWith([at])
    const utc = at.toISOString().replace('Z', '+00:00')
    const paris = new Date(at.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    const texts = [at.toISOString(), encodeURIComponent(utc), utc, encodeURIComponent(paris), paris]
    for (const since of texts) {
      const reply = await call(service.url, 'GET', `${path}?since=${since}&limit=5`, { key })
      expect(timesOf(reply), since).toEqual([at.toISOString()])
      expect(reply.body.window.since).toBe(at.toISOString())
    }
  })

  test('nothing older than the retention window is seen, however it is asked for', async () => {
    const { key } = await tenantWith([ago(3 * day), ago(2 * day + 60_000), ago(2 * day - 60_000), ago(0)], 2)
    const asked = await list(key, path, { since: ago(10 * day).toISOString() })
    expect(timesOf(asked)).toHaveLength(2)
    expectOfThisTest(asked.body.window.since as string, -2 * day)
    expect(timesOf(await list(key, path))).toHaveLength(2)
    expect(timesOf(await list(key, path, { until: ago(2 * day).toISOString() }))).toEqual([])
    // A cursor is no way around it.
    const cursor = uuidBytes(minUuidAt(ago(2 * day))).toString('base64url')
    expect(timesOf(await list(key, path, { cursor }))).toEqual([])
    // A narrower window is left as it is.
    const narrow = ago(day)
    expect((await list(key, path, { since: narrow.toISOString() })).body.window).toEqual({
      since: narrow.toISOString(),
      until: null,
    })
  })

  test('pages have every row once while rows are added', async () => {
    for (const limit of [1, 3, 7]) {
      const { tenant, key } = await tenantWith([])
      for (let index = 0; index < 12; index++) await send(service.url, key, tenant.liveProject)
      const existing = (await list(key, path, { limit: '100' })).body.data as Row[]
      const seen: string[] = []
      let cursor: string | null = null
      let adding: Promise<string>[] = []
      do {
        adding = [
          ...adding,
          send(service.url, key, tenant.liveProject),
          send(service.url, key, tenant.liveProject),
        ]
        const page: ApiReply = await list(key, path, {
          limit: String(limit),
          ...(cursor !== null && { cursor }),
        })
        seen.push(...(page.body.data as Row[]).map((row) => row.id))
        cursor = page.body.next_cursor as string | null
      } while (cursor !== null)
      await Promise.all(adding)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toEqual(expect.arrayContaining(existing.map((row) => row.id)))
      expect(seen).toEqual([...seen].sort().reverse())
    }
  })
})

test('a message past the retention window is not there by its id either', async () => {
  const { tenant, key } = await tenantWith([ago(3 * day), ago(day)], 2)
  const { rows } = await service.sql.query<{ id: Uuid }>(
    'select id from messages where workspace_id = $1 order by id',
    [tenant.workspaceId],
  )
  const statuses = []
  for (const { id } of rows) {
    for (const suffix of ['', '/content']) {
      const reply = await call(service.url, 'GET', `/v1/messages/${toTypeId('msg', id)}${suffix}`, { key })
      statuses.push(reply.status)
    }
  }
  expect(statuses).toEqual([404, 404, 200, 200])
})

test('logs are found by their message', async () => {
  const { tenant, key } = await tenantWith([])
  const to = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
  const ids = [
    await send(service.url, key, tenant.liveProject, { to }),
    await send(service.url, key, tenant.liveProject, { to }),
  ]
  const { body } = await list(key, '/v1/message-logs', { message_id: ids[0] ?? '' })
  const logs = body.data as { message_id: string; recipient: string }[]
  expect(logs.map((log) => log.recipient).sort()).toEqual(['a@example.com', 'b@example.com'])
  expect(new Set(logs.map((log) => log.message_id))).toEqual(new Set([ids[0]]))
})
