import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { fromTypeId, toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { AuditEntry } from '../../../platform/audit/entry.js'
import { recordAudit } from '../../../platform/audit/record.js'
import { entryOf } from '../../../platform/http/operation/audit-entry.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { inPieces } from '../../../platform/http/operation/in-pieces.js'
import { unclampedWindow } from '../../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { restrictionsOn, type Principal } from '../../../platform/auth/principal.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { takingFile } from '../csv/uploads.js'
import { createSuppression } from './suppress.js'
import { deleteSuppression } from './delete.js'
import { exportCsv } from './export-csv.js'
import { importSuppressions } from './import.js'
import { findLiftable, liftSuppressions } from './lift.js'
import { listSuppressions, type SuppressionFilters } from './list.js'
import { askedValues } from '../../../platform/http/lists/asked-values.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { presentSuppression } from './present.js'
import { groupReplies, spanOf } from './replies.js'
import type { ReviewReply } from './reply-line.js'
import { bounceReasons, findSuppression } from './suppression-rows.js'

export interface SuppressionDependencies {
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  readonly reviewReply: ReviewReply
}

interface SuppressionQuery {
  readonly email?: string
  readonly reason?: SuppressionReason
  readonly reasons?: readonly SuppressionReason[]
  readonly reply_contains?: string
}

export function suppressionHandlers(dependencies: SuppressionDependencies) {
  const { tokens, wakes, reviewReply } = dependencies
  const filtersOf = (
    workspaceId: WorkspaceId,
    { email, reason, reasons, reply_contains: replyContains }: SuppressionQuery,
  ): SuppressionFilters => {
    const address = email === undefined ? undefined : foldAddress(email)
    return {
      reasons: askedValues(['reason', 'reasons'], { one: reason, several: reasons }),
      forms: address === undefined ? undefined : [address, tokens(workspaceId, null, address)],
      replyContains,
    }
  }
  return {
    createSuppression: async ({ principal, body, tx }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const { row, created } = await createSuppression(tx.sql, tokens, workspaceId, {
        address: foldAddress(body.email),
        reason: body.reason ?? 'manual',
        ...(body.note !== undefined && { note: body.note }),
      })
      if (created) tx.afterCommit(wakes.webhooks)
      return { status: created ? 201 : 200, body: presentSuppression(row) }
    },

    listSuppressions: async ({ principal, query, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const filters = filtersOf(workspaceId, query)
      const window = unclampedWindow(query)
      return { status: 200, body: await listSuppressions(db, workspaceId, filters, { query, window }) }
    },

    exportSuppressions: async ({ principal, query, accepts, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const filters = filtersOf(workspaceId, query)
      const window = unclampedWindow(query)
      if (accepts === 'text/csv') {
        return { status: 200, contentType: accepts, stream: exportCsv(db, workspaceId, filters, window) }
      }
      return { status: 200, body: await listSuppressions(db, workspaceId, filters, { query, window }) }
    },

    importSuppressions: {
      prepare: async ({ principal, body, db }) => {
        const { workspaceId } = expectWholeWorkspace(principal)
        const result = await takingFile(workspaceId, () =>
          inPieces(
            () => importSuppressions(db, tokens, workspaceId, body),
            'Some lines may be imported: send the file again.',
          ),
        )
        return () => Promise.resolve({ status: 200, body: result })
      },
    },

    listSuppressionReplies: async ({ principal, query, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const { reason, reply_contains: replyContains } = query
      const filters = { reasons: reason === undefined ? bounceReasons : [reason], replyContains }
      const span = spanOf(unclampedWindow(query), query.since !== undefined)
      return {
        status: 200,
        body: await groupReplies(db, reviewReply, workspaceId, { filters, window: span, limit: query.limit }),
      }
    },

    liftSuppressions: {
      prepare: async ({ principal, origin, body, db }) => {
        const { workspaceId } = expectWholeWorkspace(principal)
        const found = await findLiftable(db, reviewReply, workspaceId, body)
        return async ({ tx }) => {
          const lifted = await liftSuppressions(tx.sql, workspaceId, found, body.dry_run)
          const entry = entryOf({ id: 'liftSuppressions', path: '' }, principal, origin, {})
          const entries = lifted.ids.map((id): AuditEntry => {
            return { ...entry, status: 200, resource: { type: 'suppression', id: toTypeId('sup', id) } }
          })
          await recordAudit(tx.sql, entries)
          return { status: 200, body: lifted.body }
        }
      },
    },

    retrieveSuppression: async ({ principal, path, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const row = await findSuppression(db, workspaceId, fromTypeId('sup', path.id))
      return { status: 200, body: presentSuppression(row) }
    },

    deleteSuppression: async ({ principal, path, query, tx }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      await deleteSuppression(tx.sql, workspaceId, fromTypeId('sup', path.id), query.force ?? false)
      return { status: 204, body: undefined }
    },
  } satisfies Partial<Handlers>
}

/** @throws ApiError 403 `environment_not_allowed`: a suppression holds for live mail and for tests alike */
function expectWholeWorkspace(principal: Principal): Principal {
  const { environment } = restrictionsOn(principal)
  if (environment === null) return principal
  throw new ApiError(
    'environment_not_allowed',
    `Suppressions belong to the whole workspace, and this key is for ${environment} projects only.`,
  )
}
