import type { components } from '../../../../../../generated/api-types.js'
import type { Environment } from '../../../../../platform/auth/principal.js'
import type { StoredVersion } from '../../../../content/store.js'
import type { Uuid, WorkspaceId } from '../../../../../platform/db/ids.js'
import type { Sender } from '../../definition.js'
import type { StepFails } from '../step.js'
import type { RenderDependencies } from './dependencies.js'
import { failureOf, fails } from './failures.js'

type Schemas = components['schemas']

/** The content of a step that sends. */
export type Send = Schemas['AutomationSend']

/** The project of an automation. */
export interface SendPlace {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly environment: Environment
}

/** The template version and the sender of a step's mails. */
export interface MailSource {
  readonly kind: 'source'
  readonly version: StoredVersion
  readonly fromEmail: string
  readonly fromName: string | null
  readonly replyTo: readonly Schemas['NamedAddress'][]
}

/**
 * Finds the template version that a step names, or else the published one, and checks its sender: that of the
 * automation, or else the template's.
 */
export async function findSource(
  { templates, senderRules }: Pick<RenderDependencies, 'templates' | 'senderRules'>,
  { workspaceId, projectId, environment }: SendPlace,
  send: Send,
  sender: Sender,
): Promise<MailSource | StepFails> {
  try {
    const project = { id: projectId, environment }
    const version = await templates.forMessage(workspaceId, project, send.template_id, send.version)
    const fromEmail = sender.from_email ?? version.from_email
    if (fromEmail === null) {
      return fails('sender_missing', 'Neither the automation nor its template has a sender.')
    }
    await senderRules.admitSender(workspaceId, environment, fromEmail)
    return {
      kind: 'source',
      version,
      fromEmail,
      fromName: sender.from_name ?? version.from_name,
      replyTo: sender.reply_to ?? version.reply_to,
    }
  } catch (error) {
    return failureOf(error)
  }
}
