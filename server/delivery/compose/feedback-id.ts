import { toTypeId, type Uuid } from '../../db/ids.js'

/**
 * What mailbox providers count complaints by (Gmail's Feedback-ID): up to three labels and the sender, with colons
 * between them, so that the labels may hold none.
 */
export function feedbackId(message: {
  readonly category: string | null
  readonly projectId: Uuid
  readonly workspaceId: Uuid
}): string {
  const category = (message.category ?? '').replace(/[^A-Za-z0-9._-]/g, '') || '-'
  return [category, toTypeId('prj', message.projectId), toTypeId('ws', message.workspaceId), 'postseal'].join(
    ':',
  )
}
