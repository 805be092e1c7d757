import type { Wakes } from '../../../platform/queue/wakes.js'
import { fromTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/handler.js'
import { ApiError } from '../../../platform/http/errors.js'
import { unclampedWindow } from '../../../platform/http/pagination.js'
import { foldAddress } from '../../../mail/address.js'
import { restrictionsOn, type Principal } from '../../../platform/auth/principal.js'
import type { AddressTokens } from '../erasure/address-tokens.js'
import { createSuppression } from './suppress.js'
import { deleteSuppression } from './delete.js'
import { exportCsv } from './export-csv.js'
import { importSuppressions } from './import.js'
import { listSuppressions, type SuppressionFilters } from './list.js'
import { askedValues } from '../../../platform/http/asked-values.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { presentSuppression } from './present.js'
import { findSuppression } from './rows.js'

export interface SuppressionDependencies {
  readonly tokens: AddressTokens
  readonly wakes: Wakes
}

interface SuppressionQuery {
  readonly email?: string
  readonly reason?: SuppressionReason
  readonly reasons?: readonly SuppressionReason[]
}

export function suppressionHandlers(dependencies: SuppressionDependencies) {
  const { tokens, wakes } = dependencies
  const filtersOf = (
    workspaceId: WorkspaceId,
    { email, reason, reasons }: SuppressionQuery,
  ): SuppressionFilters => {
    const address = email === undefined ? undefined : foldAddress(email)
    return {
      reasons: askedValues(['reason', 'reasons'], { one: reason, several: reasons }),
      forms: address === undefined ? undefined : [address, tokens(workspaceId, null, address)],
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
      return { status: 200, body: await listSuppressions(db, workspaceId, filters, query, window) }
    },

    exportSuppressions: async ({ principal, query, accepts, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const filters = filtersOf(workspaceId, query)
      const window = unclampedWindow(query)
      if (accepts === 'text/csv') {
        return { status: 200, contentType: accepts, stream: exportCsv(db, workspaceId, filters, window) }
      }
      return { status: 200, body: await listSuppressions(db, workspaceId, filters, query, window) }
    },

    importSuppressions: {
      prepare: async ({ principal, body, db }) => {
        const { workspaceId } = expectWholeWorkspace(principal)
        const result = await importSuppressions(db, tokens, workspaceId, body)
        return () => Promise.resolve({ status: 200, body: result })
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
