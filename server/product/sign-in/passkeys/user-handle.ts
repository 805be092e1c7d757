import { uuidAt, uuidBytes } from '../../../../base/text/uuid-bytes.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'

/** A user of a workspace. */
export interface HandleOwner {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
}

/**
 * Returns the user handle of a user's passkeys (WebAuthn, section 5.4.3), which the device returns when it signs: the
 * 32 bytes of both ids, so that the service finds the workspace before anybody is signed in. It says nothing about
 * the person.
 *
 * @returns base64url
 */
export function handleOf({ workspaceId, userId }: HandleOwner): string {
  return uuidBytes(workspaceId, userId).toString('base64url')
}

/**
 * Returns the user that a handle names, whether there is such a user or not; undefined if the handle does not have
 * this service's form.
 */
export function ownerOfHandle(handle: string): HandleOwner | undefined {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== handle) return undefined
  return { workspaceId: uuidAt(bytes, 0), userId: uuidAt(bytes, 16) }
}
