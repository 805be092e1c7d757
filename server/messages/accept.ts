import type { components } from '../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import type { Transaction } from '../db/transaction.js'
import { ApiError, refusedValue } from '../http/errors.js'
import type { ProjectKeyPrincipal, WorkspaceKeyPrincipal } from '../workspace/principal.js'
import { findProject, type Project } from '../workspace/projects.js'
import { domainOf, foldAddress, normalizeAddress } from './address.js'
import { insertMessages, type NewMessage } from './insert.js'

type Schemas = components['schemas']
type Sender = ProjectKeyPrincipal | WorkspaceKeyPrincipal

/**
 * Accepts a message: admits it, then stores it in the given transaction. Once that is committed the message is
 * never lost, and deliveries start by themselves.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`, `sender_not_allowed`; 422
 *   `validation_failed` where an address stands in `to` twice
 */
export async function acceptMessage(
  tx: Transaction,
  principal: Sender,
  request: Schemas['SendMessageRequest'],
): Promise<Schemas['AcceptedMessage']> {
  const project = await admittedProject(tx, principal, request.project_id)
  admitSender(principal, request.from_email)
  admitRecipients(request.to)
  const message = newMessage(project, request)
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

function admitRecipients(to: Schemas['SendRecipient'][]): void {
  const seen = new Set<string>()
  to.forEach(({ email }, index) => {
    if (seen.has(foldAddress(email))) {
      throw refusedValue(`/body/to/${index}/email`, 'duplicate', 'must not repeat an earlier recipient')
    }
    seen.add(foldAddress(email))
  })
}

function newMessage(project: Project, request: Schemas['SendMessageRequest']): NewMessage {
  const id = newUuid()
  const fromEmail = normalizeAddress(request.from_email)
  const category = request.category ?? null
  const recipients = request.to.map(({ email }) => ({ logId: newUuid(), email: normalizeAddress(email) }))
  return {
    id,
    projectId: project.id,
    environment: project.environment,
    fromEmail,
    subject: request.subject,
    category,
    text: request.text,
    html: request.html ?? null,
    recipients,
    event: {
      id: newUuid(),
      projectId: project.id,
      environment: project.environment,
      type: 'message.accepted',
      data: {
        message_id: toTypeId('msg', id),
        from_email: fromEmail,
        subject: request.subject,
        category,
        recipients: recipients.map(({ logId, email }) => ({ log_id: toTypeId('log', logId), email })),
      },
    },
  }
}

function presentAccepted(message: NewMessage): Schemas['AcceptedMessage'] {
  return {
    id: toTypeId('msg', message.id),
    status: 'queued',
    created_at: timeOf(message.id).toISOString(),
    recipients: message.recipients.map(({ logId, email }) => ({
      log_id: toTypeId('log', logId),
      email,
      status: 'queued',
    })),
  }
}
