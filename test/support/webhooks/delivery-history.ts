import { beforeAll, beforeEach, expect } from 'vitest'
import type { Uuid } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { insertDelivery, type Delivery, type DeliveryFields } from './deliveries.js'
import type { TestService } from '../service/service.js'
import { sharedApi } from '../service/shared-service.js'
import { insertSubscription, type SubscriptionFields } from './subscriptions.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

/** The history of webhook deliveries of a tenant that is new in each test. */
export interface DeliveryHistory {
  readonly service: TestService
  readonly tenant: Tenant
  /** A workspace key of the tenant. */
  readonly key: string
  readonly subscribe: (fields?: SubscriptionFields) => Promise<Uuid>
  readonly deliver: (subscription: Uuid, fields?: DeliveryFields) => ReturnType<typeof insertDelivery>
  readonly list: (query?: Query, by?: string) => Promise<DeliveryPage>
  /** Returns the ids that a search finds, and expects that it ends with its first page. */
  readonly idsOf: (query?: Query, by?: string) => Promise<string[]>
}

type Query = Record<string, string | undefined>

interface DeliveryPage {
  data: Delivery[]
  has_more: boolean
  next_cursor: string | null
  window: { since: string; until: string | null }
}

/** Starts a service that sends nothing: what a delivery has come to is written by the tests. */
export function deliveryHistory(): DeliveryHistory {
  let service: TestService
  let tenant: Tenant
  let key: string
  beforeAll(async () => {
    service = await sharedApi()
  })
  beforeEach(async () => {
    tenant = await addTenant(service, { retentionDays: 10 })
    key = await tenant.key()
  })

  async function list(query: Query = {}, by = key): Promise<DeliveryPage> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const path = `/v1/webhooks/status/deliveries?${new URLSearchParams(given).toString()}`
    const reply = await call(service.url, 'GET', path, { key: by })
    expect(reply.status, reply.text).toBe(200)
    return reply.body as DeliveryPage
  }
  return {
    get service() {
      return service
    },
    get tenant() {
      return tenant
    },
    get key() {
      return key
    },
    subscribe: (fields = {}) => insertSubscription(service.sql, tenant.workspaceId, fields),
    deliver: (subscription, fields = {}) =>
      insertDelivery(service.sql, tenant.workspaceId, subscription, fields),
    list,
    idsOf: async (query, by) => {
      const page = await list(query, by)
      expect([page.has_more, page.next_cursor]).toEqual([false, null])
      return page.data.map(({ id }) => id)
    },
  }
}
