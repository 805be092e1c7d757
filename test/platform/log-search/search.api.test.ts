import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/platform/db/connection/database.js'
import { makeBlock } from '../../../server/platform/log-search/blocks.js'
import { call } from '../../support/api/api.js'
import { send } from '../../support/messages/messages.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Searches by words, of logs that are in no block yet, in blocks, and partly so: they find the same. */

interface Found {
  data: { subject: string; recipient: string }[]
  has_more: boolean
  next_cursor: string | null
  error?: { code: string; details: { path: string; code: string }[] }
}

let service: TestService
let database: Database
let tenant: Tenant
let key: string
let other: string

const mails: readonly (readonly [subject: string, recipient: string, more?: object])[] = [
  ['Your order A-1042 has shipped', 'ada@example.com', { metadata: { order_id: 'A-1042', plan: 'pro' } }],
  ['Your order A-10421 has shipped', 'bob@mail.example.com', { metadata: { order_id: 'A-10421' } }],
  ['Reset your password', 'ada.lovelace@corp.example'],
  ['“Über” uns: 100%', 'eve@notexample.com', { category: 'newsletter' }],
  ['Invoice 2026/7 (copy)', 'ADA@Example.com'],
  ['注文 1042。', 'kei@bücher.example'],
  ['Back\\slash [and] $brackets^', 'zoe@example.org', { metadata: { note: 'say "hi"\nthere', k: 'a.b' } }],
]

beforeAll(async () => {
  service = await sharedApi()
  database = await openDatabase(service.config)
  tenant = await addTenant(service)
  key = await tenant.key()
  other = await tenant.project()
  for (const [index, [subject, email, more]] of mails.entries()) {
    const project = index === 4 ? other : tenant.liveProject
    await send(service.url, key, project, { subject, to: [{ email }], metadata: {}, ...more })
  }
})
afterAll(() => database.close())

async function page(query: Record<string, string>, by = key): Promise<Found> {
  const path = `/v1/message-logs?${new URLSearchParams(query).toString()}`
  return (await call(service.url, 'GET', path, { key: by })).body as Found
}

/** The numbers of the mails that are found, over all pages. */
async function found(query: Record<string, string>, by = key): Promise<number[]> {
  const numbers: number[] = []
  let cursor: string | null = null
  do {
    const body: Found = await page({ ...query, ...(cursor !== null && { cursor }) }, by)
    expect(body.error).toBeUndefined()
    numbers.push(...body.data.map(({ subject }) => mails.findIndex(([each]) => each === subject)))
    cursor = body.next_cursor
  } while (cursor !== null)
  return numbers
}

const searches: readonly (readonly [Record<string, string>, number[]])[] = [
  [{ q: 'order' }, [1, 0]],
  [{ q: 'ORDER' }, [1, 0]],
  [{ q: 'ord' }, [1, 0]],
  [{ q: 'rder' }, []],
  [{ q: 'A-1042' }, [1, 0]],
  [{ q: 'A-10421' }, [1]],
  [{ q: '#1042' }, [5, 1, 0]],
  [{ q: 'shipped order' }, [1, 0]],
  [{ q: 'order password' }, []],
  [{ q: 'ada shipped' }, [0]],
  [{ q: 'ada@example.com' }, [4, 0]],
  [{ q: 'example.com' }, [4, 1, 0]],
  [{ q: 'lovelace@corp' }, [2]],
  [{ q: 'pro' }, [0]],
  [{ q: 'order_id' }, [1, 0]],
  [{ q: 'news' }, [3]],
  [{ q: 'über' }, [3]],
  [{ q: 'uber' }, []],
  [{ q: '注' }, [5]],
  [{ q: '2026/7' }, [4]],
  [{ q: '(copy)' }, [4]],
  [{ q: 'back\\slash' }, [6]],
  [{ q: '[and] $brackets^' }, [6]],
  [{ q: 'back.slash' }, []],
  [{ q: 'a.b' }, [6]],
  [{ q: 'hi there' }, [6]],
  [{ q: 'nthere' }, []],
  [{ q: 'nothing-like-this' }, []],
  [{ recipient_domain: 'example.com' }, [4, 1, 0]],
  [{ recipient_domain: 'EXAMPLE.COM' }, [4, 1, 0]],
  [{ recipient_domain: 'mail.example.com' }, [1]],
  [{ recipient_domain: 'corp.example' }, [2]],
  [{ recipient_domain: 'bücher.example' }, [5]],
  [{ recipient_domain: 'xn--bcher-kva.example' }, [5]],
  [{ recipient_domain: 'absent.example' }, []],
  [{ recipient_domain: 'com' }, [4, 3, 1, 0]],
  [{ recipient_domain: '%' }, []],
  [{ metadata_key: 'order_id' }, [1, 0]],
  [{ metadata_key: 'order' }, []],
  [{ subject: 'der a-1042 has' }, [0]],
  [{ subject: 'our order' }, [1, 0]],
  // Together with other filters.
  [{ q: 'order', recipient_domain: 'mail.example.com' }, [1]],
  [{ q: 'shipped', recipient: 'ada@example.com' }, [0]],
  [{ q: 'shipped', metadata_key: 'order_id', metadata_value: 'A-10421' }, [1]],
  [{ q: 'ada', status: 'queued' }, [4, 2, 0]],
  [{ q: 'ada', status: 'bounced' }, []],
  [{ q: 'über', category: 'newsletter' }, [3]],
  [{ q: 'order', limit: '1' }, [1, 0]],
  [{ q: 'order', since: '2020-01-01T00:00:00Z' }, [1, 0]],
  [{ q: 'order', until: '2020-01-01T00:00:00Z' }, []],
]

describe.each([
  ['in no block', 0],
  ['partly in a block', 1],
  ['in blocks', 3],
])('%s', (_name, blocks) => {
  beforeAll(async () => {
    const made = async () => Number((await count('log_search_blocks')).rows[0]?.count ?? 0)
    while ((await made()) < blocks) {
      await makeBlock(database.db, tenant.workspaceId, { blockLogs: 2, settledSeconds: -60 })
    }
    expect(await made()).toBe(blocks)
  })

  test.each(searches)('%j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('a credential finds what it sees', async () => {
    const project = await tenant.key({ project: other })
    const stranger = await (await addTenant(service)).key()
    expect(await found({ q: 'ada' }, project)).toEqual([4])
    expect(await found({ recipient_domain: 'example.com' }, project)).toEqual([4])
    expect(await found({ q: 'ada', project_id: other })).toEqual([4])
    expect(await found({ q: 'ada' }, stranger)).toEqual([])
    expect(await found({ recipient_domain: 'example.com' }, stranger)).toEqual([])
  })

  test('an export finds the same', async () => {
    const path = '/v1/message-logs/export?q=order&recipient_domain=example.com'
    const reply = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
    const lines = (await reply.text()).trim().split('\r\n')
    expect(lines.slice(1).map((line) => /A-\d+/.exec(line)?.[0])).toEqual(['A-10421', 'A-1042'])
  })
})

function count(table: string) {
  return service.sql.query<{ count: string }>(`select count(*) from ${table} where workspace_id = $1`, [
    tenant.workspaceId,
  ])
}

test.each([
  [{ q: '-- ()' }, '/query/q', 'no_words'],
  [{ q: 'a b c d e f g h i j k' }, '/query/q', 'too_many_words'],
  [{ q: '' }, '/query/q', 'minLength'],
  [{ q: 'x'.repeat(201) }, '/query/q', 'maxLength'],
  [{ recipient_domain: '' }, '/query/recipient_domain', 'minLength'],
])('%j is refused', async (query, path, code) => {
  const { error } = await page(query)
  expect(error).toMatchObject({ code: 'validation_failed', details: [{ path, code }] })
})
