import { toTypeId } from '../../../platform/db/ids.js'
import type { MessageContent } from './content.js'

/**
 * What mailbox providers count complaints by (Gmail's Feedback-ID): up to three identifiers and the sender, with
 * colons between them. The first is the campaign or automation, or else the category; mail without either has two
 * identifiers, the project and the workspace.
 *
 * @returns undefined for mail of the service itself
 */
export function feedbackId({
  program,
  category,
  projectId,
  workspaceId,
}: MessageContent): string | undefined {
  if (projectId === null) return undefined
  const what = program === null ? labelOf(category) : toTypeId(program.prefix, program.id)
  const whose = [toTypeId('prj', projectId), toTypeId('ws', workspaceId), 'postseal']
  return (what === '' ? whose : [what, ...whose]).join(':')
}

/** A category without what an identifier may not have; empty where nothing of it stays. */
function labelOf(category: string | null): string {
  const label = (category ?? '').replace(/[^A-Za-z0-9._-]/g, '')
  return /[A-Za-z0-9]/.test(label) ? label : ''
}
