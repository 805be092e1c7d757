import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { databaseNow } from '../../platform/db/connection/database-clock.js'
import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import { fromTypeId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { refuseOthersMail } from '../domains/sender-rules.js'
import { exportRows, pagesOfList } from '../../platform/http/lists/export-rows.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../platform/http/lists/pagination.js'
import { visibilityOf } from '../../platform/auth/principal.js'
import type { RetentionStart } from '../../platform/db/retention.js'
import { admitSchedule } from './admit/schedule.js'
import { entryOfBatch, refuseRepeatedKeys, sendBatch } from './batch/send-batch.js'
import { BatchKeys } from './batch/batch-key.js'
import { itemValidator } from './batch/validate-item.js'
import { cancelMessage } from '../mail/change/cancel.js'
import { cancelMessages } from './cancel-many.js'
import { logColumns } from './reads/export-logs.js'
import { findContent, type StoredRendering } from './reads/read-content.js'
import { findLog, listLogs } from './reads/read-logs.js'
import { findMessage, findRow, listMessages, noSuchMessage, presentRow } from './reads/read-messages.js'
import { rescheduleMessage } from '../mail/change/reschedule.js'
import { retryLog } from '../mail/change/retry-log.js'
import type { Sending } from './sending.js'

export interface MessageDependencies {
  readonly db: Knex
  readonly log: Logger
  /** Start of each workspace's retention window. */
  readonly retention: RetentionStart
  readonly sending: Sending
  readonly wakes: Wakes
  readonly rendering: StoredRendering
}

export function messageHandlers(dependencies: MessageDependencies) {
  const { db, log, retention, sending, wakes, rendering } = dependencies
  const batchKeys = new BatchKeys(db)
  const onFailure = (error: unknown) => log.error({ err: error }, 'an item of a batch failed')

  return {
    sendMessage: {
      inSharedTransaction: async ({ principal, body, claim, entry }) => {
        const { message, replayed } = await sending.send({ principal, body, claim, entry })
        return { status: 202, body: message, replayed }
      },
    },

    sendMessageBatch: {
      inSharedTransaction: async ({ principal, body, claim, entry }) => {
        refuseRepeatedKeys(body.items)
        let recorded: ReturnType<typeof entryOfBatch> = {}
        const send = async () => {
          const batch = { db, ...sending, validateItem: itemValidator(), onFailure }
          const result = await sendBatch(batch, principal, body)
          recorded = entryOfBatch(entry, result)
          return result
        }
        const { result, replayed } =
          claim === undefined ? { result: await send(), replayed: false } : await batchKeys.run(claim, send)
        return { status: 200, body: result, replayed, ...recorded }
      },
    },

    cancelMessage: async ({ principal, path, tx }) => {
      const id = fromTypeId('msg', path.id)
      const visibility = visibilityOf(principal)
      const row = await findRow(tx.sql, visibility, id)
      if (row === undefined) throw noSuchMessage()
      refuseOthersMail(principal, row.from_email)
      await cancelMessage(tx, principal.workspaceId, {
        id,
        projectId: row.project_id,
        environment: row.environment,
        category: row.category,
      })
      return { status: 200, body: await presentRow(tx.sql, principal.workspaceId, row) }
    },

    cancelMessages: async ({ principal, body, tx }) => ({
      status: 200,
      body: await cancelMessages(tx, principal, body.message_ids),
    }),

    rescheduleMessage: async ({ principal, path, body, tx }) => {
      const id = fromTypeId('msg', path.id)
      const visibility = visibilityOf(principal)
      const at = admitSchedule(body.scheduled_at ?? undefined, '/body', await databaseNow(tx.sql))
      const row = await findRow(tx.sql, visibility, id)
      if (row === undefined) throw noSuchMessage()
      refuseOthersMail(principal, row.from_email)
      const message = {
        id,
        projectId: row.project_id,
        environment: row.environment,
        category: row.category,
      }
      await rescheduleMessage(tx, principal.workspaceId, message, { at, wakes })
      const rescheduled = { ...row, scheduled_at: at }
      return { status: 200, body: await presentRow(tx.sql, principal.workspaceId, rescheduled) }
    },

    listMessages: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listMessages(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    retrieveMessage: async ({ principal, path, db }) => {
      const retainedSince = await retention(principal.workspaceId)
      const message = await findMessage(
        db,
        visibilityOf(principal),
        fromTypeId('msg', path.id),
        retainedSince,
      )
      if (message === undefined) throw noSuchMessage()
      return { status: 200, body: message }
    },

    retrieveMessageContent: async ({ principal, path, db }) => {
      const retainedSince = await retention(principal.workspaceId)
      const content = await findContent(db, visibilityOf(principal), fromTypeId('msg', path.id), {
        retainedSince,
        rendering,
      })
      if (content === undefined) {
        throw new ApiError('not_found', 'No such message, or its content is no longer retained.')
      }
      return { status: 200, body: content }
    },

    listMessageLogs: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listLogs(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    exportMessageLogs: async ({ principal, query, accepts, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const pages = pagesOfList((page) =>
        listLogs(db, visibilityOf(principal), { ...query, ...page }, window),
      )
      return { status: 200, contentType: accepts, stream: exportRows(pages, logColumns, accepts) }
    },

    retrieveMessageLog: async ({ principal, path, db }) => {
      const retainedSince = await retention(principal.workspaceId)
      const log = await findLog(db, visibilityOf(principal), fromTypeId('log', path.id), retainedSince)
      if (log === undefined) throw noSuchLog()
      return { status: 200, body: log }
    },

    retryMessageLog: {
      prepare: async ({ principal, path }) => {
        const id = fromTypeId('log', path.id)
        const retainedSince = await retention(principal.workspaceId)
        return async ({ tx }) => {
          const find = () => findLog(tx.sql, visibilityOf(principal), id, retainedSince)
          const log = await find()
          if (log === undefined) throw noSuchLog()
          refuseOthersMail(principal, log.from_email)
          await retryLog(tx, principal.workspaceId, id, wakes)
          const retried = await find()
          if (retried === undefined) throw noSuchLog()
          return { status: 200, body: retried }
        }
      },
    },
  } satisfies Partial<Handlers>
}

function noSuchLog(): ApiError {
  return new ApiError('not_found', 'No such message log, or it is past the retention window.')
}
