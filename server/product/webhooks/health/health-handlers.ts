import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../platform/db/ids.js'
import {
  presentPage,
  selectPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import type { Principal } from '../../../platform/auth/principal.js'
import { visibleSubscriptions, type WebhookSubscriptionRow } from '../subscriptions/webhook-rows.js'
import { percentile } from './durations.js'
import { selectFigures, type Figures } from './figures.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'

type Health = components['schemas']['WebhookHealth']

/** Returns a page of subscriptions with their delivery figures. */
export async function listHealth(db: Knex, principal: Principal, query: WindowQuery): Promise<Page<Health>> {
  const found = await selectPage<WebhookSubscriptionRow>(visibleSubscriptions(db, principal), 'id', query)
  return presentPage(found, async (subscriptions) => {
    const ids = subscriptions.map(({ id }) => id)
    const figures = await selectFigures(db, principal.workspaceId, ids)
    const of = new Map(figures.map((row) => [row.webhook_id, row]))
    return subscriptions.flatMap((subscription) => {
      const row = of.get(subscription.id)
      return row === undefined ? [] : [presentHealth(subscription, row)]
    })
  })
}

function presentHealth(subscription: WebhookSubscriptionRow, figures: Figures): Health {
  const attempts = Number(figures.attempts)
  const succeeded = Number(figures.succeeded)
  return {
    webhook_id: toTypeId('whk', subscription.id),
    url: subscription.url,
    webhook_created_at: timeOf(subscription.id).toISOString(),
    status: statusOf(subscription, figures),
    attempts,
    succeeded,
    success_rate: attempts === 0 ? null : Math.round((succeeded / attempts) * 10_000) / 10_000,
    p95_ms: percentile(figures.durations.map(Number), 95),
    consecutive_failures: figures.consecutive_failures,
    failing_since: figures.failing_since?.toISOString() ?? null,
    last_success_at: figures.last_success_at?.toISOString() ?? null,
    last_failure_at: figures.last_failure_at?.toISOString() ?? null,
    pending: Number(figures.pending),
    disabled_reason: subscription.disabled_reason,
    disabled_at: subscription.disabled_at?.toISOString() ?? null,
  }
}

function statusOf({ enabled }: WebhookSubscriptionRow, figures: Figures): Health['status'] {
  if (!enabled) return 'disabled'
  return figures.consecutive_failures > 0 ? 'failing' : 'healthy'
}

export function webhookHealthHandlers() {
  return {
    listWebhookHealth: async ({ principal, query, db }) => ({
      status: 200,
      body: await listHealth(db, principal, query),
    }),
  } satisfies Partial<Handlers>
}
