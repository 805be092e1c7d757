import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, minUuidAt, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { insertSubscription } from '../../../support/webhooks/subscriptions.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  anyEndpoint,
  failureIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'

/** Subscriptions are disabled, enabled, deleted and listed. */

let service: TestService
let tenant: Tenant
let calls: WebhookCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  calls = webhookCalls(service.url, await tenant.key())
})

describe('enabled', () => {
  /** As the worker disables one, with what it has counted. */
  async function disabledByFailures(): Promise<{ id: string; failures: () => Promise<unknown> }> {
    const { id } = await calls.subscribe()
    const uuid = fromTypeId('whk', id)
    await service.sql.query(
      `update webhook_subscriptions set enabled = false, disabled_reason = 'failing', disabled_at = now()
       where id = $1`,
      [uuid],
    )
    await service.sql.query(
      `insert into webhook_health values ($1, $2, 70, now() - interval '5 days', now() - interval '6 days', now())`,
      [tenant.workspaceId, uuid],
    )
    const failures = async () => {
      const { rows } = await service.sql.query<{ failures: number; since: Date | null; kept: boolean }>(
        `select consecutive_failures as failures, failing_since as since,
           last_success_at is not null and last_failure_at is not null as kept
         from webhook_health where webhook_id = $1`,
        [uuid],
      )
      return rows[0]
    }
    return { id, failures }
  }

  test('false says that somebody asked for it, and since when', async () => {
    const url = anyEndpoint()
    const created = savedIn(await calls.put({ url, events: ['*'], enabled: false }), 201)
    expect(created).toMatchObject({ enabled: false, disabled_reason: 'requested' })
    expect(created.disabled_at).toBe(created.created_at)
    // Asked for again, it is no newer.
    const again = savedIn(await calls.put({ url, events: ['*'], enabled: false }))
    expect(again.disabled_at).toBe(created.disabled_at)
  })

  test('false leaves the reason of one that was disabled for its failures', async () => {
    const { id, failures } = await disabledByFailures()
    const before = await calls.read(id)
    const now = savedIn(await calls.patch({ id, enabled: false, description: 'x' }))
    expect([now.disabled_reason, now.disabled_at]).toEqual(['failing', before?.disabled_at])
    expect(savedIn(await calls.patch({ id, events: ['message.failed'] })).disabled_reason).toBe('failing')
    expect(await failures()).toMatchObject({ failures: 70 })
  })

  test.each([
    ['PUT', 'by default', (id: string) => calls.put({ id, url: anyEndpoint(), events: ['*'] })],
    ['PATCH', 'with enabled', (id: string) => calls.patch({ id, enabled: true })],
  ])('%s %s enables it and forgets its failures', async (_method, _how, enable) => {
    const { id, failures } = await disabledByFailures()
    const now = savedIn(await enable(id))
    expect(now).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null })
    expect(await failures()).toEqual({ failures: 0, since: null, kept: true })
  })

  test('true where it is so already keeps its failures, so that saving it each hour hides nothing', async () => {
    const { id, failures } = await disabledByFailures()
    await service.sql.query(
      'update webhook_subscriptions set enabled = true, disabled_reason = null, disabled_at = null where id = $1',
      [fromTypeId('whk', id)],
    )
    savedIn(await calls.patch({ id, enabled: true }))
    savedIn(await calls.put({ id, url: anyEndpoint(), events: ['*'] }))
    expect(await failures()).toMatchObject({ failures: 70 })
  })

  test('one that is enabled leaves the failures of its neighbours alone', async () => {
    const one = await disabledByFailures()
    const other = await disabledByFailures()
    savedIn(await calls.patch({ id: one.id, enabled: true }))
    expect(await other.failures()).toMatchObject({ failures: 70 })
  })
})

describe('DELETE', () => {
  test('answers nothing, and then there is no such subscription', async () => {
    const { id } = await calls.subscribe()
    const reply = await calls.remove(id)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await calls.read(id)).toBeUndefined()
    expect(failureIn(await calls.remove(id))).toBe('404 not_found')
    expect(failureIn(await calls.patch({ id, enabled: true }))).toBe('404 not_found')
  })

  test('frees the address at once', async () => {
    const { id, webhook } = await calls.subscribe()
    await calls.remove(id)
    const next = savedIn(await calls.put({ url: webhook.url, events: ['*'] }), 201)
    expect(next.id).not.toBe(id)
  })

  test('leaves nothing that could sign, and a disabled one as it was', async () => {
    const { id } = await calls.subscribe({ enabled: false })
    const other = await calls.subscribe()
    const secretsOf = (of: string) =>
      service.sql.query('select 1 from webhook_secrets where webhook_id = $1', [fromTypeId('whk', of)])
    expect((await secretsOf(id)).rows).toHaveLength(1)
    expect((await calls.remove(id)).status).toBe(204)
    expect((await secretsOf(id)).rows).toEqual([])
    expect((await secretsOf(other.id)).rows).toHaveLength(1)
    const { rows } = await service.sql.query<{ enabled: boolean; deleted: boolean }>(
      'select enabled, deleted_at is not null as deleted from webhook_subscriptions where id = $1',
      [fromTypeId('whk', id)],
    )
    expect(rows).toEqual([{ enabled: false, deleted: true }])
  })

  test('of one that there is not is not found', async () => {
    expect(failureIn(await calls.remove(toTypeId('whk', newUuid())))).toBe('404 not_found')
    expect(failureIn(await calls.remove('whk_nonsense'))).toBe('404 not_found')
  })
})

describe('the list', () => {
  test('pages through every subscription once, newest first, disabled ones included', async () => {
    const lister = await addTenant(service)
    const as = webhookCalls(service.url, await lister.key())
    const made: string[] = []
    for (let index = 0; index < 7; index++) {
      made.unshift((await as.subscribe({ enabled: index % 2 === 0 })).id)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `limit=3${cursor && `&cursor=${cursor}`}`
      const { body } = await as.page(query)
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id))
      expect(body.has_more).toBe(body.next_cursor !== null)
      cursor = body.next_cursor as string | null
    }
    expect(seen).toEqual(made)
  })

  test('reaches back to the first one, and from since to before until', async () => {
    const lister = await addTenant(service, { retentionDays: 1 })
    const as = webhookCalls(service.url, await lister.key())
    const times = ['2020-01-01', '2021-06-01', '2022-01-01'].map((day) => `${day}T00:00:00.000Z`)
    for (const time of times) {
      const id = await insertSubscription(service.sql, lister.workspaceId)
      const then = minUuidAt(new Date(time)).slice(0, 24) + id.slice(24)
      await service.sql.query('update webhook_subscriptions set id = $1 where id = $2', [then, id])
    }
    const timesOf = async (query: string) => (await as.list(query)).map(({ created_at }) => created_at)
    const [first = '', middle = '', last = ''] = times
    expect(await timesOf('')).toEqual([last, middle, first])
    expect(await timesOf(`since=${middle}`)).toEqual([last, middle])
    expect(await timesOf(`until=${middle}`)).toEqual([first])
    expect(await timesOf(`since=${first}&until=${last}`)).toEqual([middle, first])
    expect(await timesOf(`since=${last}&until=${first}`)).toEqual([])
    // The cursor goes on within the span.
    const page = await as.page(`limit=1&since=${middle}`)
    const next = `limit=1&since=${middle}&cursor=${page.body.next_cursor as string}`
    expect(await timesOf(next)).toEqual([middle])
  })

  test('has times and cursors that are none refused', async () => {
    for (const query of ['since=yesterday', 'since=2016-12-31T23:59:60Z', 'cursor=x', 'limit=101']) {
      expect((await calls.page(query)).status, query).toBe(422)
    }
  })
})
