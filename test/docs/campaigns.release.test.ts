import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkComparison, type Compared } from '../../server/product/audience/segments/rules/operators.js'
import { call } from '../support/api/api.js'
import { document } from '../support/api/contract.js'
import { blockWith, tableOf, textOf } from '../support/documentation/documents.js'
import { openExamples, withSession, type PrintedExamples } from '../support/documentation/printed-examples.js'

/** The guides to campaigns and to segments, and the programs of that to automations. */

const [campaigns, segments] = [textOf('docs/guide/campaigns.md'), textOf('docs/guide/segments.md')]

describe('the examples work as printed', () => {
  let examples: PrintedExamples
  let session: string
  let project_id: string

  beforeAll(async () => {
    examples = await openExamples()
    session = await examples.service.session('owner')
    project_id = examples.service.credentials.test_project_id
    await ask('POST', '/v1/topics', { project_id, key: 'product-news', name: 'Product news' })
  })
  afterAll(() => examples?.stop())

  /** A request that has to succeed. */
  async function ask<Reply>(method: string, path: string, body?: unknown, key = session): Promise<Reply> {
    const reply = await call(examples.service.url, method, path, { key, body })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body as Reply
  }

  const addContact = (fields: object) => {
    const key = examples.service.credentials.test_project_key
    const body = { project_id, email: `${randomUUID()}@example.com`, ...fields }
    return ask<{ id: string }>('PUT', '/v1/contacts', body, key)
  }

  test('the curls of the first campaign', async () => {
    const stdout = await examples.runBlock('campaign=$(send POST', (block) => withSession(block, session))
    const lines = stdout.trim().split('\n')
    expect(lines.slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^con_/) as string),
    )
    expect(lines.slice(3, -1)).toEqual([
      '1',
      expect.stringMatching(/^(Ada|Grace), your code is SPRING$/),
      'scheduled',
      'Grace, your code is SPRING',
    ])
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ recipients: 2, by_reason: [] })
    const { data } = await ask<{ data: unknown[] }>('GET', '/sink/messages?to=linus@campaign.example')
    expect(data).toEqual([])
  })

  test('the program of the SDK', async () => {
    const program = blockWith('js', 'admin.campaigns.create')
    const stdout = await examples.runProgram(program, { POSTSEAL_SESSION: session })
    expect(stdout).toMatch(/^(Ada|Grace), your code is SUMMER\n2 2\n$/)
  })

  test('the curls of the first automation', async () => {
    const stdout = await examples.runBlock('automation=$(send POST', (block) => withSession(block, session))
    const lines = stdout.trim().split('\n')
    expect(lines.slice(0, -1)).toEqual([
      'welcome: done, order: timed_out, reminder: done',
      'active',
      'signed_up',
      'order_placed',
    ])
    const run = JSON.parse(lines.at(-1) ?? '') as { steps: unknown }
    expect(run).toMatchObject({ status: 'completed', trigger: { kind: 'event' } })
    expect(run.steps).toMatchObject([
      { key: 'welcome', outcome: 'done', message_id: expect.stringMatching(/^msg_/) as string },
      { key: 'order', outcome: 'done' },
    ])
  })

  test('the program of the SDK for automations', async () => {
    const program = blockWith('js', 'admin.automations.create')
    const stdout = await examples.runProgram(program, { POSTSEAL_SESSION: session })
    expect(stdout).toBe('begun: done, end: waiting\nexited exit_event\n')
  })

  // After the campaigns, since it adds a contact to their segment.
  test('the curls of the first segment', async () => {
    const stdout = await examples.runBlock('"name": "Orders on the pro plan"', (block) =>
      // Each reply on a line of its own.
      ['curl() { command curl "$@"; echo; }', withSession(block, session)].join('\n'),
    )
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(replies).toMatchObject([
      { name: 'order_placed', properties: { total: 80 } },
      { estimate: { value: 1, exact: true }, sample: [{ email: 'grace@example.com' }] },
      { included: true, nodes: [{ kind: 'all' }, { kind: 'property' }, { kind: 'event', actual: 1 }] },
    ])
  })

  const rules = [...segments.matchAll(/^```json\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => block)
    .filter((block) => !block.includes('"included"'))

  test.each(rules)('the rule %s', async (block) => {
    const list = { project_id, name: 'News', from_email: 'news@shop.example' }
    const { workspace_key: key } = examples.service.credentials
    const rule = { contact: { field: 'name', op: 'eq', value: 'Ada' } }
    const ids = {
      'lst_…': (await ask<{ id: string }>('POST', '/v1/subscriber-lists', list, key)).id,
      'seg_…': (await ask<{ id: string }>('POST', '/v1/segments', { project_id, name: 'A', rule })).id,
    }
    const named = Object.entries(ids).reduce((text, [shown, id]) => text.replace(shown, id), block)
    await ask('POST', '/v1/segments/preview', { project_id, rule: JSON.parse(named) as unknown })
  })

  test('the explanation', async () => {
    const { id: contact_id } = await addContact({})
    const key = examples.service.credentials.test_project_key
    await ask('POST', `/v1/contacts/${contact_id}/events`, { name: 'order_placed' }, key)
    const rule = JSON.parse(
      blockWith('sh', '"name": "Orders on the pro plan"').match(/rule='([\s\S]*?)'/)?.[1] ?? '',
    ) as unknown
    const segment = await ask<{ id: string }>('POST', '/v1/segments', { project_id, name: 'A', rule })
    const { included, nodes } = await ask<Record<string, unknown>>(
      'POST',
      `/v1/segments/${segment.id}/explain`,
      { contact_id },
    )
    expect({ included, nodes }).toEqual(JSON.parse(blockWith('json', '"included"')))
  })

  test('the table of missing values', async () => {
    const name = randomUUID()
    for (const properties of [{ plan: 'pro' }, { plan: 5 }, {}]) await addContact({ name, properties })
    const [header = [], ...rows] = tableWith('no `plan`')
    const conditions = header.slice(1).map((cell) => {
      const [op, value = ''] = [...cell.matchAll(/`(.+?)`/g)].map(([, text]) => text)
      return { property: { name: 'plan', op, value: JSON.parse(value) as unknown } }
    })
    const shown = conditions.map((_, index) => rows.map((row) => row[index + 1]))
    const found = await Promise.all(
      conditions.map(async (condition) => {
        const rule = { all: [{ contact: { field: 'name', op: 'eq', value: name } }, condition] }
        const preview = await ask<{ sample: { properties: { plan?: unknown } }[] }>(
          'POST',
          '/v1/segments/preview',
          { project_id, rule },
        )
        const plans = preview.sample.map(({ properties }) => properties.plan)
        return ['pro', 5, undefined].map((plan) => String(plans.includes(plan)))
      }),
    )
    expect(shown).toEqual(found)
  })
})

/** The cells of the table of the guide to segments that has this text. */
function tableWith(text: string, guide = segments): string[][] {
  return tableOf(guide, text)
}

test('the table of operators is that of the service', () => {
  const typesOf: Record<string, readonly Compared[]> = {
    'all types': ['property', 'text', 'time', 'boolean'],
    numbers: ['property'],
    texts: ['property', 'text'],
    times: ['property', 'time'],
  }
  const documented = tableWith('`starts_with`')
    .slice(1)
    .flatMap(([operators = '', types = '']) =>
      [...operators.matchAll(/`(\w+)`/g)].flatMap(([, op]) => typesOf[types]?.map((type) => `${op} ${type}`)),
    )
  const operators = [...new Set(documented.map((each) => each?.split(' ')[0] ?? ''))]
  const known = operators.flatMap((op) =>
    (['property', 'text', 'time', 'boolean'] as const).flatMap((type) => {
      const [mistake] = checkComparison({ op, value: true }, type, '')
      return mistake?.code === 'unknown_op' ? [] : [`${op} ${type}`]
    }),
  )
  expect(operators).toHaveLength(13)
  expect([...documented].sort()).toEqual(known.sort())
})

interface Schema {
  enum?: (string | null)[]
  properties: Record<string, Schema>
}
const schemas = document.components['schemas'] as unknown as Record<string, Schema>

test.each([
  ['reasons for a pause', '`missed_schedule`', campaigns, schemas['CampaignPauseReason']?.enum],
  ['status of a recipient', '`deferred`', campaigns, schemas['CampaignRecipientStatus']?.enum],
  [
    'status of messages',
    '`replied`',
    segments,
    schemas['SegmentMessageCondition']?.properties['status']?.enum,
  ],
])('the table of the %s has every one of the contract', (_what, text, guide, values) => {
  const listed = tableWith(text, guide)
    .slice(1)
    .map(([cell]) => cell?.replaceAll('`', ''))
  expect(listed).toEqual(values?.filter((value) => value !== null))
})

test('the table of nodes has every kind of rule', () => {
  const listed = tableWith('`property` |')
    .slice(1)
    .map(([cell]) => cell?.replaceAll('`', ''))
  expect(listed).toEqual(Object.keys(schemas['SegmentRule']?.properties ?? {}))
})
