import type { KeyStore } from '../../platform/auth/keys.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { auditHandlers } from './audit/audit-handlers.js'
import { workspaceDeletionJob } from './deletion/job.js'
import { workspaceHandlers } from './workspace-handlers.js'
import { apiKeyHandlers } from './keys/api-key-handlers.js'
import { awsCredentialHandlers } from './keys/aws-credentials.js'
import { projectHandlers } from './projects/project-handlers.js'
import type { CachedProjects } from './projects/projects.js'
import type { StandardLimits } from './settings.js'
import { userHandlers, type UserDependencies } from './users/user-handlers.js'

interface WorkspaceNeeds extends UserDependencies {
  readonly keys: KeyStore
  readonly projects: CachedProjects
  /** The limits of each workspace that has none of its own. */
  readonly standardLimits: StandardLimits
}

/** Opens a workspace itself, its users, projects, API keys and audit log. */
export function openWorkspace(context: ServiceContext, needs: WorkspaceNeeds) {
  const { config, db, retention } = context
  const { keys, projects, standardLimits, invite, sessions, invitations } = needs
  return {
    handlers: {
      ...workspaceHandlers({ retention, standardLimits }),
      ...apiKeyHandlers(keys),
      ...awsCredentialHandlers(context.keyRing.of('aws')),
      ...auditHandlers(),
      ...projectHandlers(projects),
      ...userHandlers({ invite, sessions, invitations }),
    },
    jobs: () => {
      const { everySeconds } = config.scheduler.workspaceDeletion
      return [workspaceDeletionJob(db, everySeconds, context.logOf('scheduler'))]
    },
  }
}
