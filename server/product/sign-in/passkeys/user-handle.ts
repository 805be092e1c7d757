import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'

/** A user of a workspace. */
export interface HandleOwner {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
}

/**
 * The user handle of a user's passkeys (WebAuthn, section 5.4.3), which the device returns when it signs: the 32 bytes
 * of both ids, so that the service finds the workspace before anybody is signed in. It says nothing about the person.
 *
 * @returns base64url
 */
export function handleOf({ workspaceId, userId }: HandleOwner): string {
  return Buffer.from(`${workspaceId}${userId}`.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Finds whose a handle is, or would be: undefined where it is none of ours. */
export function ownerOfHandle(handle: string): HandleOwner | undefined {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== handle) return undefined
  return { workspaceId: uuidAt(bytes, 0), userId: uuidAt(bytes, 16) }
}

function uuidAt(bytes: Buffer, start: number): string {
  const hex = bytes.toString('hex', start, start + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
