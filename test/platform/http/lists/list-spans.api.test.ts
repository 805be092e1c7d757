import { beforeAll, describe, expect, test } from 'vitest'
import { isClampedSince } from '../../../../scripts/contract/lists.js'
import { fromTypeId, timeOf, type Prefix } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { operations, type ContractOperation } from '../../../support/api/contract.js'
import { makeListRows } from '../../../support/ids/list-rows.js'
import { requestOf } from '../../../support/api/requests.js'
import { askedOf } from '../../../support/run/sampled.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** The span of time of every list of the contract: `since`, `until` and, where a retention window applies, `window`. */

type Row = Readonly<Record<string, string>>

const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))

/**
 * Lists that go by the days of reports, not by the creation of rows. See domains/dmarc/sources.api.test.ts and
 * domains/tls-reports/.
 */
const byDays = ['listDmarcSources', 'listTlsReports']

/** Lists that are not of what their rows are called by: the id of what was created, and when that was. */
const others: Record<string, [id: string, time: string]> = {
  listWebhookHealth: ['webhook_id', 'webhook_created_at'],
  listWebhookReceiverRequests: ['id', 'received_at'],
  listDmarcRamps: ['domain_id', 'domain_created_at'],
  listTopicConsents: ['at', 'at'],
  listCampaignRecipients: ['contact_id', 'contact_created_at'],
  listTemplateVersions: ['version', 'created_at'],
  listAutomationVersions: ['version', 'created_at'],
}

/** When a row was created: runs and inbound messages have their id alone for it. */
function timeOfRow(operation: string, row: Row): string {
  const shown = row[others[operation]?.[1] ?? 'created_at']
  if (shown !== undefined) return shown
  const [prefix] = String(row['id']).split('_') as [Prefix]
  return timeOf(fromTypeId(prefix, String(row['id']))).toISOString()
}

const ask = new Map<string, (query: string) => Promise<ApiReply>>()
beforeAll(async () => {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const [key, session] = [await tenant.key(), await tenant.session('owner')]
  const ids = await makeListRows(service, tenant, key, session)
  for (const operation of lists) {
    const { path } = await requestOf(operation, ids)
    const bySession = operation.security.some((one) => 'workspaceSession' in one)
    ask.set(operation.id, (query) =>
      call(service.url, 'GET', `${path}?${query}`, { key: bySession ? session : key }),
    )
  }
})

/** All rows of a span, page by page. */
async function rowsOf(operation: string, span: string, limit = 100): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const position: string = cursor === null ? '' : `&cursor=${cursor}`
    const reply = await ask.get(operation)?.(`limit=${limit}${span}${position}`)
    expect(reply?.status, reply?.text).toBe(200)
    const page = reply?.body.data as Row[]
    if (cursor !== null) expect(page, 'the page after a next_cursor').not.toEqual([])
    rows.push(...page)
    cursor = reply?.body.next_cursor as string | null
  } while (cursor !== null)
  return rows
}

const byCreation = askedOf(lists.filter(({ id }) => !byDays.includes(id)))
describe.each(byCreation.map(({ id }) => id))('%s', (operation) => {
  const id = others[operation]?.[0] ?? 'id'

  test('has the rows from since on and before until, each once', async () => {
    const rows = await rowsOf(operation, '')
    const times = [...new Set(rows.map((row) => timeOfRow(operation, row)))].sort()
    const [first = '', middle = '', last = ''] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)]
    expect(times.length, 'rows of different times').toBeGreaterThan(2)
    const after = new Date(Date.parse(middle) + 1).toISOString()
    for (const limit of [1, 100]) {
      for (const [since, until] of [
        [middle, undefined],
        [after, undefined],
        [undefined, middle],
        [undefined, after],
        [first, last],
        [middle, after],
      ]) {
        const within = rows.filter((row) => {
          const time = timeOfRow(operation, row)
          return (since === undefined || time >= since) && (until === undefined || time < until)
        })
        const span = `${since === undefined ? '' : `&since=${since}`}${until === undefined ? '' : `&until=${until}`}`
        const found = await rowsOf(operation, span, limit)
        expect(
          found.map((row) => row[id]),
          span,
        ).toEqual(within.map((row) => row[id]))
      }
    }
  })
})

const isClamped = ({ parameters }: ContractOperation) => parameters.some((one) => isClampedSince({ ...one }))

describe.each(lists.map((operation): [string, boolean] => [operation.id, isClamped(operation)]))(
  '%s',
  (operation, clamped) => {
    const page = async (query: string) => (await ask.get(operation)?.(query)) as ApiReply

    test('is empty where since is not before until', async () => {
      const [early, late] = ['2026-01-01T00:00:00Z', new Date(Date.now() + 86_400_000).toISOString()]
      for (const [since, until] of [
        [late, early],
        [late, late],
      ]) {
        const { status, body } = await page(`since=${since}&until=${until}`)
        expect([status, body.data, body.has_more, body.next_cursor]).toEqual([200, [], false, null])
      }
    })

    test.each(['since', 'until'])('refuses a %s that is no time', async (name) => {
      for (const text of ['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', '2026-06-30T23:59:60Z']) {
        const { status, body } = await page(`${name}=${text}`)
        expect([status, body.error?.details?.[0]?.path], text).toEqual([422, `/query/${name}`])
      }
    })

    test('says which span was searched where that is clamped, and there alone', async () => {
      const { status, body } = await page('since=2000-01-01T00:00:00Z')
      expect([status, 'window' in body]).toEqual([200, clamped])
      if (clamped)
        expect(Date.parse(body.window.since as string)).toBeGreaterThan(Date.now() - 31 * 86_400_000)
    })
  },
)
