import type { Visibility } from '../../../server/platform/auth/principal.js'
import type { WorkspaceId } from '../../../server/platform/db/ids.js'

/** Returns what a session sees: everything of its workspace. */
export function wholeWorkspace(workspaceId: WorkspaceId): Visibility {
  return { workspaceId, projectId: null, environment: null }
}
