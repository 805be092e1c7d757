import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { fromTypeId, newUuid, timeOf, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage, selectPage } from '../../../platform/http/lists/pagination.js'
import { dayMs } from '../../../platform/db/retention.js'
import { lockWorkspaceWebhooks } from '../subscriptions/workspace-rules.js'
import { newToken, type ReceiverAddresses } from './addresses.js'
import type { ReceivedRow } from './received.js'
import {
  deleteReceiver,
  findReceiver,
  hashOfToken,
  lockReceiver,
  receiverDays,
  refuseTooManyReceivers,
  sealedTokenPlace,
  setReplyStatus,
  visibleReceivers,
  type ReceiverRow,
} from './receiver-rows.js'

type Schemas = components['schemas']

export interface WebhookReceiverDependencies {
  readonly receivers: ReceiverAddresses
  /** Seals the tokens of receivers. */
  readonly receiverSealer: Sealer
}

export function webhookReceiverHandlers({
  receivers: addresses,
  receiverSealer: sealer,
}: WebhookReceiverDependencies) {
  const present = (row: ReceiverRow): Schemas['WebhookReceiver'] => ({
    id: toTypeId('whr', row.id),
    url: addresses.urlOf(sealer.open(row.token, sealedTokenPlace(row.workspace_id, row.id)).toString()),
    environment: row.environment,
    reply_status: row.reply_status,
    created_at: timeOf(row.id).toISOString(),
    expires_at: row.expires_at.toISOString(),
  })

  return {
    listWebhookReceivers: async ({ principal, query, db }) => {
      const found = await selectPage<ReceiverRow>(visibleReceivers(db, principal), 'id', query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(present)) }
    },

    createWebhookReceiver: async ({ principal, body, tx }) => {
      await lockWorkspaceWebhooks(tx.sql, principal.workspaceId)
      await refuseTooManyReceivers(tx.sql, principal.workspaceId)
      const row = newReceiver(principal, body?.reply_status ?? 204, sealer)
      await tx.sql('webhook_receivers').insert(row)
      return { status: 201, body: present(row) }
    },

    retrieveWebhookReceiver: async ({ principal, path, db }) => {
      return { status: 200, body: present(await findReceiver(db, principal, fromTypeId('whr', path.id))) }
    },

    updateWebhookReceiver: async ({ principal, path, body, tx }) => {
      const row = await lockReceiver(tx.sql, principal, fromTypeId('whr', path.id))
      await setReplyStatus(tx.sql, row.workspace_id, row.id, body.reply_status)
      return { status: 200, body: present({ ...row, reply_status: body.reply_status }) }
    },

    deleteWebhookReceiver: async ({ principal, path, tx }) => {
      await deleteReceiver(tx.sql, await lockReceiver(tx.sql, principal, fromTypeId('whr', path.id)))
      return { status: 204, body: undefined }
    },

    listWebhookReceiverRequests: async ({ principal, path, query, db }) => {
      const receiver = await findReceiver(db, principal, fromTypeId('whr', path.id))
      const found = await selectPage<ReceivedRow>(receivedBy(db, receiver), 'id', query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentReceived)) }
    },
  } satisfies Partial<Handlers>
}

function newReceiver(principal: Principal, replyStatus: number, sealer: Sealer): ReceiverRow {
  const { workspaceId, environment } = visibilityOf(principal)
  const id: Uuid = newUuid()
  const token = newToken()
  return {
    workspace_id: workspaceId,
    id,
    token_hash: hashOfToken(token),
    token: sealer.seal(Buffer.from(token), sealedTokenPlace(workspaceId, id)),
    environment,
    reply_status: replyStatus,
    expires_at: new Date(timeOf(id).getTime() + receiverDays * dayMs),
  }
}

function receivedBy(db: Knex, { workspace_id, id }: ReceiverRow): Knex.QueryBuilder {
  return db('webhook_receiver_requests').where({ workspace_id, receiver_id: id })
}

function presentReceived(row: ReceivedRow): Schemas['WebhookReceiverRequest'] {
  return {
    id: toTypeId('whq', row.id),
    received_at: timeOf(row.id).toISOString(),
    headers: row.headers,
    body: row.body,
    body_cut: row.body_cut,
    replied_status: row.replied_status,
    webhook_id: row.webhook_id === null ? null : toTypeId('whk', row.webhook_id),
    signature: row.signature,
  }
}
