import type { MailContent } from '../../../mail/compose/content.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'

/** A message with everything that goes into its bytes, which is the same for all of its recipients and attempts. */
export interface MessageContent extends Omit<MailContent, 'id' | 'date' | 'listId' | 'feedbackId'> {
  readonly messageId: Uuid
  readonly workspaceId: WorkspaceId
  /** The message's project; null for mail of the service itself, whose complaints no provider counts by project. */
  readonly projectId: Uuid | null
  readonly category: string | null
  readonly scheduledAt: Date | null
  /**
   * The list that the message goes to, or the project of the campaign or automation that sends it; null if the
   * message goes to no list.
   */
  readonly listIdentity: ListIdentity | null
  /** The campaign or automation that sends the message. */
  readonly program: Program | null
  readonly tracking: { readonly opens: boolean; readonly clicks: boolean }
}

/** Identifies the list of a message. */
export interface ListIdentity {
  readonly prefix: 'lst' | 'prj'
  readonly id: Uuid
  /** The list's name; null if the list was deleted. */
  readonly name: string | null
}

/** A campaign or automation, which sends mail to many. */
export interface Program {
  readonly prefix: 'cmp' | 'aut'
  readonly id: Uuid
}

/** Returns the time that a message gives as its date: when it was accepted, or the time that it is scheduled for. */
export function timeOfMessage({ scheduledAt, messageId }: MessageContent): Date {
  return scheduledAt ?? timeOf(messageId)
}

/** Returns the message as a mail, with ids in the form that people see. */
export function mailOf(content: MessageContent): MailContent {
  const { messageId, listIdentity } = content
  return {
    ...content,
    id: toTypeId('msg', messageId),
    date: timeOfMessage(content),
    listId: listIdentity && {
      label: toTypeId(listIdentity.prefix, listIdentity.id).replace('_', '-'),
      name: listIdentity.name,
    },
    feedbackId: feedbackIdOf(content),
  }
}

/**
 * Returns the Feedback-ID by which mailbox providers such as Gmail count complaints: up to three identifiers and the
 * sender, with colons between them. The first is the campaign or automation, or else the category; mail without
 * either has two identifiers, the project and the workspace.
 *
 * @returns null for mail of the service itself
 */
function feedbackIdOf({ program, category, projectId, workspaceId }: MessageContent): string | null {
  if (projectId === null) return null
  const what = program === null ? labelOf(category) : toTypeId(program.prefix, program.id)
  const whose = [toTypeId('prj', projectId), toTypeId('ws', workspaceId), 'postseal']
  return (what === '' ? whose : [what, ...whose]).join(':')
}

/** Returns a category without the characters that an identifier can't have; empty if none are left. */
function labelOf(category: string | null): string {
  const label = (category ?? '').replace(/[^A-Za-z0-9._-]/g, '')
  return /[A-Za-z0-9]/.test(label) ? label : ''
}
