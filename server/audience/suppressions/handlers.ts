import type { Wakes } from '../../queue/wakes.js'
import { fromTypeId } from '../../db/ids.js'
import type { Handlers } from '../../http/handler.js'
import { ApiError } from '../../http/errors.js'
import { unclampedWindow } from '../../http/pagination.js'
import { foldAddress } from '../../mail-address.js'
import { restrictionsOn, type Principal } from '../../auth/principal.js'
import type { AddressTokens } from '../erasure/address-tokens.js'
import { createSuppression } from './create.js'
import { deleteSuppression } from './delete.js'
import { exportCsv } from './export-csv.js'
import { importSuppressions } from './import.js'
import { listSuppressions } from './list.js'
import { presentSuppression } from './present.js'
import { findSuppression } from './rows.js'

export interface SuppressionDependencies {
  readonly tokens: AddressTokens
  readonly wakes: Wakes
}

type Operation =
  | 'createSuppression'
  | 'exportSuppressions'
  | 'importSuppressions'
  | 'retrieveSuppression'
  | 'deleteSuppression'

export function suppressionHandlers(dependencies: SuppressionDependencies): Pick<Handlers, Operation> {
  const { tokens, wakes } = dependencies
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

    exportSuppressions: async ({ principal, query, accepts, db }) => {
      const { workspaceId } = expectWholeWorkspace(principal)
      const address = query.email === undefined ? undefined : foldAddress(query.email)
      const filters = {
        reason: query.reason,
        forms: address === undefined ? undefined : [address, tokens(workspaceId, null, address)],
      }
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
  }
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
