import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../../platform/http/lists/pagination.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import { presentDelivery } from './delivery-row.js'
import { findDelivery, type DeliveryPath } from './find.js'
import { listDeliveries } from './list.js'
import { replayDelivery } from './replay.js'
import { sendTest } from './send-test.js'

export interface DeliveryDependencies {
  /** Start of each workspace's retention window. */
  readonly retention: RetentionStart
  readonly wakes: Wakes
}

export function deliveryHandlers({ retention, wakes }: DeliveryDependencies) {
  return {
    listWebhookDeliveries: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listDeliveries(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    retrieveWebhookDelivery: async ({ principal, path, db }) => {
      const retainedSince = await retention(principal.workspaceId)
      const row = await findDelivery(db, visibilityOf(principal), idsOf(path), retainedSince)
      return { status: 200, body: presentDelivery(row) }
    },

    testWebhook: async ({ principal, path, tx }) => {
      const subscriptionId = fromTypeId('whk', path.id)
      const id = await sendTest(tx, principal, subscriptionId)
      tx.afterCommit(wakes.webhooks)
      const row = await findDelivery(tx.sql, visibilityOf(principal), { subscriptionId, id }, new Date(0))
      return { status: 202, body: presentDelivery(row) }
    },

    replayWebhookDelivery: {
      prepare: async ({ principal, path }) => {
        const retainedSince = await retention(principal.workspaceId)
        const delivery = idsOf(path)
        return async ({ tx }) => {
          await replayDelivery(tx, principal, delivery, retainedSince)
          tx.afterCommit(wakes.webhooks)
          const row = await findDelivery(tx.sql, visibilityOf(principal), delivery, retainedSince)
          return { status: 202, body: presentDelivery(row) }
        }
      },
    },
  } satisfies Partial<Handlers>
}

function idsOf(path: { id: string; delivery_id: string }): DeliveryPath {
  return { subscriptionId: fromTypeId('whk', path.id), id: fromTypeId('whd', path.delivery_id) }
}
