import type { components } from '../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import type { Transaction } from '../db/transaction.js'
import type { NewEvent } from '../events/event-types.js'
import { ApiError } from '../http/errors.js'
import type { ProjectKeyPrincipal, WorkspaceKeyPrincipal } from '../workspace/principal.js'
import { findProject, type Project } from '../workspace/projects.js'
import { domainOf, normalizeAddress } from './address.js'
import { admitAttachments } from './admit/attachments.js'
import { admitHeaders } from './admit/headers.js'
import { admitListUnsubscribe } from './admit/list-unsubscribe.js'
import { cleanName } from './admit/names.js'
import { admitRecipients, admitReplyTo } from './admit/recipients.js'
import { admitSchedule } from './admit/schedule.js'
import { insertMessages } from './insert.js'
import type { NewMessage } from './new-message.js'

type Schemas = components['schemas']
type Sender = ProjectKeyPrincipal | WorkspaceKeyPrincipal

/**
 * Accepts a message: admits it, then stores it in the given transaction. Once that is committed the message is
 * never lost, and deliveries start by themselves.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`, `sender_not_allowed`; 422
 *   `validation_failed`, `schedule_out_of_range` as the rules in admit/ say
 */
export async function acceptMessage(
  tx: Transaction,
  principal: Sender,
  request: Schemas['SendMessageRequest'],
): Promise<Schemas['AcceptedMessage']> {
  const project = await admittedProject(tx, principal, request.project_id)
  admitSender(principal, request.from_email)
  const message = newMessage(project, request, '/body', new Date())
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

function admitSender(principal: Sender, fromEmail: string): void {
  const { senderDomains } = principal.restrictions
  const domain = domainOf(fromEmail)
  if (senderDomains.length > 0 && !senderDomains.includes(domain)) {
    throw new ApiError('sender_not_allowed', `This key may not send from ${domain}.`)
  }
}

function newMessage(
  project: Project,
  request: Schemas['SendMessageRequest'],
  at: string,
  now: Date,
): NewMessage {
  const recipients = admitRecipients(request, at)
  const id = newUuid()
  const fromEmail = normalizeAddress(request.from_email)
  const category = request.category ?? null
  const metadata = request.metadata ?? {}
  const scheduledAt = admitSchedule(request.scheduled_at, at, now)
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
    fromName: cleanName(request.from_name),
    replyTo: admitReplyTo(request.reply_to),
    subject: request.subject,
    category,
    metadata,
    scheduledAt,
    text: request.text,
    html: request.html ?? null,
    headers: admitHeaders(request.headers, at),
    listUnsubscribe: admitListUnsubscribe(request.list_unsubscribe, at),
    attachments: admitAttachments(request.attachments, at),
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
