import type { KeyStore } from '../../platform/auth/keys.js'
import type { CachedRetention } from '../../platform/db/retention.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { apiKeyHandlers } from './keys/api-key-handlers.js'
import { auditHandlers } from './audit/handlers.js'
import { sendingStatus } from './halting/halting.js'
import { usageOf } from './limits/usage.js'
import { projectHandlers } from './projects/project-handlers.js'
import type { CachedProjects } from './projects/projects.js'
import { findWorkspace, presentWorkspace, updateWorkspace, type StandardLimits } from './settings.js'
import { userHandlers, type UserDependencies } from './users/handlers.js'

export interface WorkspaceDependencies extends UserDependencies {
  readonly keys: KeyStore
  readonly projects: CachedProjects
  readonly retention: Pick<CachedRetention, 'forget'>
  /** What the operator allows each workspace whose limits say nothing else. */
  readonly standardLimits: StandardLimits
}

/** The handlers of a workspace, its users, projects, API keys and audit log. */
export function workspaceHandlers(dependencies: WorkspaceDependencies) {
  return {
    ...ownHandlers(dependencies),
    ...apiKeyHandlers(dependencies.keys),
    ...auditHandlers(),
    ...projectHandlers(dependencies.projects),
    ...userHandlers(dependencies),
  }
}

/** The handlers of the workspace itself. */
function ownHandlers({ retention, standardLimits: limits }: WorkspaceDependencies) {
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
