import type { CachedRetention } from '../../platform/db/retention.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { sendingStatus } from './halting/halting.js'
import { usageOf } from './limits/usage.js'
import { findWorkspace, presentWorkspace, updateWorkspace, type StandardLimits } from './settings.js'

interface WorkspaceDependencies {
  readonly retention: Pick<CachedRetention, 'forget'>
  /** Limits of each workspace that has none of its own. */
  readonly standardLimits: StandardLimits
}

/** Makes the handlers of the workspace itself. */
export function workspaceHandlers({ retention, standardLimits: limits }: WorkspaceDependencies) {
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

    retrieveUsage: async ({ principal, query, db }) => ({
      status: 200,
      body: await usageOf(db, principal.workspaceId, limits, query),
    }),

    retrieveSendingStatus: async ({ principal, db }) => ({
      status: 200,
      body: await sendingStatus(db, principal.workspaceId),
    }),
  } satisfies Partial<Handlers>
}
