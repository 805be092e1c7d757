import type { Environment } from '../../../server/platform/auth/principal.js'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { Project } from '../../../server/product/workspace/projects/projects.js'

/** A project in use, whose mail is not tracked, as the service has it in its hands. */
export function projectOf(id: Uuid, environment: Environment = 'live'): Project {
  return { id, name: 'Shop', environment, track_opens: false, track_clicks: false, archived_at: null }
}
