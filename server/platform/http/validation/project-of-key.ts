import type { Principal } from '../../auth/principal.js'
import { toTypeId } from '../../db/ids.js'
import type { ErrorDetail } from '../errors/api-error.js'

/**
 * Adds to the mistake of a missing `project_id` the project of the caller's key, since a project key has no other:
 * the value to put there is then in the error itself.
 *
 * @param principal the caller; for any but a project key nothing changes
 */
export function withProjectOfKey(
  findings: readonly ErrorDetail[],
  principal: Principal | undefined,
): readonly ErrorDetail[] {
  if (principal?.kind !== 'projectKey') return findings
  const id = toTypeId('prj', principal.projectId)
  return findings.map((finding) =>
    finding.code === 'required' && finding.path.endsWith('/project_id')
      ? { ...finding, message: `is required: this key is of ${id}` }
      : finding,
  )
}
