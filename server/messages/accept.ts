import type { components } from '../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import type { Transaction } from '../db/transaction.js'
import type { NewEvent } from '../events/event-types.js'
import type { SenderRules } from '../domains/sender-rules.js'
import { ApiError, refusedValue } from '../http/errors.js'
import { refuseWhileHalted } from '../workspace/halting/halting.js'
import type { ProjectKeyPrincipal, WorkspaceKeyPrincipal } from '../workspace/principal.js'
import { findProject, type Project } from '../workspace/projects.js'
import { foldAddress, normalizeAddress } from './address.js'
import { insertMessages } from './insert.js'
import type { NewMessage, NewRecipient } from './new-message.js'

type Schemas = components['schemas']
type Sender = ProjectKeyPrincipal | WorkspaceKeyPrincipal

/**
 * Accepts a message: admits it, then stores it in the given transaction. Once that is committed the message is
 * never lost, and deliveries start by themselves.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`, `sender_not_allowed`; 422
 *   `sender_domain_not_verified`, `validation_failed` where an address is named twice; 423 `sending_halted`
 */
export async function acceptMessage(
  tx: Transaction,
  principal: Sender,
  request: Schemas['SendMessageRequest'],
  rules: SenderRules,
): Promise<Schemas['AcceptedMessage']> {
  const project = await admittedProject(tx, principal, request.project_id)
  await rules.admitSender(tx.sql, principal, project.environment, request.from_email)
  await refuseWhileHalted(tx.sql, principal.workspaceId)
  const message = newMessage(project, request, admitRecipients(request))
  await insertMessages(tx, principal.workspaceId, [message])
  return presentAccepted(message)
}

async function admittedProject(tx: Transaction, principal: Sender, id: string): Promise<Project> {
  const projectId: Uuid = fromTypeId('prj', id)
  const refused = new ApiError('project_not_allowed', `This key may not send for the project ${id}.`)
  if (principal.kind === 'projectKey' && principal.projectId !== projectId) throw refused
  const project = await findProject(tx.sql, principal.workspaceId, projectId)
  if (project === undefined) throw refused
  const { environment } = principal.restrictions
  if (environment !== null && project.environment !== environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${environment} projects; ${id} is a ${project.environment} project.`,
    )
  }
  return project
}

function admitRecipients(request: Schemas['SendMessageRequest']): NewRecipient[] {
  const seen = new Set<string>()
  const kinds = ['to', 'cc', 'bcc'] as const
  const recipients = kinds.flatMap((kind) =>
    (request[kind] ?? []).map(({ email, name }, index) => {
      if (seen.has(foldAddress(email))) {
        throw refusedValue(
          `/body/${kind}/${index}/email`,
          'duplicate',
          'must not repeat an earlier recipient',
        )
      }
      seen.add(foldAddress(email))
      return { logId: newUuid(), kind, email: normalizeAddress(email), name: name ?? null }
    }),
  )
  return recipients
}

function newMessage(
  project: Project,
  request: Schemas['SendMessageRequest'],
  recipients: readonly NewRecipient[],
): NewMessage {
  const id = newUuid()
  const fromEmail = normalizeAddress(request.from_email)
  const category = request.category ?? null
  const metadata = request.metadata ?? {}
  const scheduledAt = request.scheduled_at === undefined ? null : new Date(request.scheduled_at)
  const of = { projectId: project.id, environment: project.environment }
  const message_id = toTypeId('msg', id)
  const eventRecipients = recipients.map(({ logId, email }) => ({ log_id: toTypeId('log', logId), email }))
  const accepted: NewEvent = {
    ...of,
    id: newUuid(),
    type: 'message.accepted',
    data: {
      message_id,
      from_email: fromEmail,
      subject: request.subject,
      category,
      metadata,
      recipients: eventRecipients,
    },
  }
  const scheduled: NewEvent | undefined =
    scheduledAt === null
      ? undefined
      : {
          ...of,
          id: newUuid(),
          type: 'message.scheduled',
          data: {
            message_id,
            category,
            scheduled_at: scheduledAt.toISOString(),
            recipients: eventRecipients,
          },
        }
  return {
    ...of,
    id,
    fromEmail,
    fromName: request.from_name ?? null,
    replyTo: request.reply_to ?? [],
    subject: request.subject,
    category,
    metadata,
    scheduledAt,
    text: request.text,
    html: request.html ?? null,
    headers: request.headers ?? {},
    listUnsubscribe: request.list_unsubscribe ?? null,
    attachments: [],
    recipients,
    events: scheduled === undefined ? [accepted] : [accepted, scheduled],
  }
}

function presentAccepted(message: NewMessage): Schemas['AcceptedMessage'] {
  const status = message.scheduledAt === null ? 'queued' : 'scheduled'
  return {
    id: toTypeId('msg', message.id),
    status,
    created_at: timeOf(message.id).toISOString(),
    ...(message.scheduledAt && { scheduled_at: message.scheduledAt.toISOString() }),
    recipients: message.recipients.map(({ logId, email, name, kind }) => ({
      log_id: toTypeId('log', logId),
      email,
      ...(name !== null && { name }),
      kind,
      status,
    })),
  }
}
