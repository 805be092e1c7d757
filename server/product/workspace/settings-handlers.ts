import type { Handlers } from '../../platform/http/handler.js'
import type { CachedRetention } from '../../platform/db/retention.js'
import { findWorkspace, presentWorkspace, updateWorkspace, type WorkspaceLimits } from './settings.js'

export function settingsHandlers(
  retention: Pick<CachedRetention, 'forget'>,
  limits: WorkspaceLimits,
): Pick<Handlers, 'retrieveWorkspace' | 'updateWorkspace'> {
  return {
    retrieveWorkspace: async ({ principal, db }) => ({
      status: 200,
      body: presentWorkspace(await findWorkspace(db, principal.workspaceId), limits),
    }),

    updateWorkspace: async ({ principal, body, tx }) => {
      const row = await updateWorkspace(tx.sql, principal.workspaceId, body)
      tx.afterCommit(() => retention.forget(principal.workspaceId))
      return { status: 200, body: presentWorkspace(row, limits) }
    },
  }
}
