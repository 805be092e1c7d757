import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage, selectPage } from '../../../platform/http/lists/pagination.js'
import type { AddressGuard } from '../../../mail/network/address-guard.js'
import type { Principal } from '../../../platform/auth/principal.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { ReceiverAddresses } from '../receivers/addresses.js'
import { insertSecret, removePreviousSecrets, rotateWebhookSecret } from '../signatures/secrets.js'
import {
  deleteSubscription,
  findWebhookSubscription,
  forgetFailures,
  lockWebhookSubscription,
  visibleSubscriptions,
  type WebhookSubscriptionRow,
} from './webhook-rows.js'
import { presentSaved, presentWebhookSubscription, presentWebhookSubscriptions } from './present.js'
import { saveSubscription, type SaveRequest } from './save.js'
import { endpointUrl } from './url.js'

export interface WebhookSubscriptionDependencies {
  readonly sealer: Sealer
  /** Decides which addresses webhooks may be sent to. */
  readonly guard: AddressGuard
  readonly receivers: Pick<ReceiverAddresses, 'isOwn'>
  readonly wakes: Wakes
}

export function webhookSubscriptionHandlers({
  sealer,
  guard,
  receivers,
  wakes,
}: WebhookSubscriptionDependencies) {
  const save = async (principal: Principal, body: SaveRequest, tx: Transaction, replaces: boolean) => {
    const request =
      body.url === undefined ? body : { ...body, url: endpointUrl(body.url, guard, receivers.isOwn) }
    const { row, before } = await saveSubscription(tx.sql, principal, request, replaces)
    if (before === undefined) {
      const secret = await insertSecret(tx.sql, sealer, row.workspace_id, row.id)
      return { status: 201 as const, ...(await presentSaved(tx.sql, sealer, row, secret)) }
    }
    if (row.enabled !== before.enabled)
      recordInLedger(tx.sql, {
        kind: 'webhook_stopped',
        workspaceId: row.workspace_id,
        id: row.id,
        state: { deleted: false },
        gives: row.enabled,
      })
    if (row.enabled && !before.enabled) {
      await forgetFailures(tx.sql, row.workspace_id, row.id)
      tx.afterCommit(wakes.webhooks)
    }
    return { status: 200 as const, ...(await presentSaved(tx.sql, sealer, row, null)) }
  }

  return {
    listWebhooks: async ({ principal, query, db }) => {
      const visible = visibleSubscriptions(db, principal)
      if (query.project_id !== undefined)
        void visible.where('project_id', fromTypeId('prj', query.project_id))
      const found = await selectPage<WebhookSubscriptionRow>(visible, 'id', query)
      const body = await presentPage(found, (rows) =>
        presentWebhookSubscriptions(db, sealer, principal.workspaceId, rows),
      )
      return { status: 200, body }
    },

    retrieveWebhook: async ({ principal, path, db }) => {
      const row = await findWebhookSubscription(db, principal, fromTypeId('whk', path.id))
      return { status: 200, body: await presentWebhookSubscription(db, sealer, row) }
    },

    upsertWebhook: ({ principal, body, tx }) => save(principal, body, tx, true),

    updateWebhook: ({ principal, body, tx }) => save(principal, body, tx, false),

    deleteWebhook: async ({ principal, path, tx }) => {
      const row = await lockWebhookSubscription(tx.sql, principal, fromTypeId('whk', path.id))
      await deleteSubscription(tx.sql, row)
      const { workspace_id: workspaceId, id } = row
      recordInLedger(tx.sql, { kind: 'webhook_stopped', workspaceId, id, state: { deleted: true } })
      return { status: 204, body: undefined }
    },

    rotateWebhookSecret: async ({ principal, path, body, tx }) => {
      const row = await lockWebhookSubscription(tx.sql, principal, fromTypeId('whk', path.id))
      const secret = await rotateWebhookSecret(tx.sql, sealer, row, body?.overlap_seconds ?? 86_400)
      return { status: 200, ...(await presentSaved(tx.sql, sealer, row, secret)) }
    },

    revokeWebhookPreviousSecrets: async ({ principal, path, tx }) => {
      const row = await lockWebhookSubscription(tx.sql, principal, fromTypeId('whk', path.id))
      await removePreviousSecrets(tx.sql, row.workspace_id, row.id)
      return { status: 204, body: undefined }
    },
  } satisfies Partial<Handlers>
}
