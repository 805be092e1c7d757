import type { MailContent } from '../../../mail/compose/content.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'

/** A message with all that goes into its bytes. The same for all of its recipients and attempts. */
export interface MessageContent extends Omit<MailContent, 'id' | 'date' | 'listId' | 'feedbackId'> {
  readonly messageId: Uuid
  readonly workspaceId: WorkspaceId
  /** Null for mail of the service itself, of which no provider counts complaints by project. */
  readonly projectId: Uuid | null
  readonly category: string | null
  readonly scheduledAt: Date | null
  /** The list that the message is to, or the project that its program is of; null where it is to nobody's list. */
  readonly listIdentity: ListIdentity | null
  /** The campaign or automation that the message is of. */
  readonly program: Program | null
  readonly tracking: { readonly opens: boolean; readonly clicks: boolean }
}

/** What stands for the list of a message. */
export interface ListIdentity {
  readonly prefix: 'lst' | 'prj'
  readonly id: Uuid
  /** Null where the list is there no more. */
  readonly name: string | null
}

/** What sends mail to many. */
export interface Program {
  readonly prefix: 'cmp' | 'aut'
  readonly id: Uuid
}

/** When a message was made, as it says itself: when it was accepted, or is to be sent. */
export function timeOfMessage({ scheduledAt, messageId }: MessageContent): Date {
  return scheduledAt ?? timeOf(messageId)
}

/** The message as a mail, whose ids are those that people know. */
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
 * What mailbox providers count complaints by (Gmail's Feedback-ID): up to three identifiers and the sender, with
 * colons between them. The first is the campaign or automation, or else the category; mail without either has two
 * identifiers, the project and the workspace.
 *
 * @returns null for mail of the service itself
 */
function feedbackIdOf({ program, category, projectId, workspaceId }: MessageContent): string | null {
  if (projectId === null) return null
  const what = program === null ? labelOf(category) : toTypeId(program.prefix, program.id)
  const whose = [toTypeId('prj', projectId), toTypeId('ws', workspaceId), 'postseal']
  return (what === '' ? whose : [what, ...whose]).join(':')
}

/** A category without what an identifier may not have; empty where nothing of it stays. */
function labelOf(category: string | null): string {
  const label = (category ?? '').replace(/[^A-Za-z0-9._-]/g, '')
  return /[A-Za-z0-9]/.test(label) ? label : ''
}
