import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { ListStore } from '../../audience/lists/store.js'
import { fromTypeId, type WorkspaceId, type Uuid } from '../../../platform/db/ids.js'
import { largestBody } from '../../../platform/http/body/read-body.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Project, ProjectStore } from '../../workspace/projects/projects.js'
import { refuseOtherDomains, type SenderRules } from '../../domains/sender-rules.js'
import { keyIdOf, restrictionsOn, type Principal } from '../../../platform/auth/principal.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { textOfHtml } from '../../content/text-of-html.js'
import { refuseArchived } from '../../workspace/projects/archived-projects.js'
import { renderSend, resolveTemplate, type Templating } from './from-template.js'
import { newMessage, type CompleteSend, type NewMessage } from './new-message.js'
import { admitReplyRoute, type Replying } from './reply-route.js'
import type { GivenSend, Send } from './send.js'
import type { Request } from '../accept/accept.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { beyondAuthority } from '../../../platform/http/idempotency/kept-reply.js'

type SendRequest = components['schemas']['SendMessageRequest']

/**
 * Checks a mail to a subscriber list: the list is of the same project, there is one recipient, and the service
 * provides the way to leave the list. A copy would show others a link that unsubscribes the recipient.
 *
 * @throws ApiError 422 `validation_failed`
 */
async function admitMailToList(
  lists: ListStore,
  workspaceId: WorkspaceId,
  project: Project,
  {
    request,
    at,
  }: {
    readonly request: Pick<SendRequest, 'to' | 'cc' | 'bcc' | 'list_unsubscribe'> & {
      readonly list_id: string
    }
    /** JSON Pointer to the message in the request. */
    readonly at: string
  },
): Promise<void> {
  if ((await lists.projectOf(workspaceId, fromTypeId('lst', request.list_id))) !== project.id) {
    throw refusedValue(`${at}/list_id`, 'not_found', 'must be a subscriber list of the project')
  }
  if (request.to.length !== 1) {
    throw refusedValue(`${at}/to`, 'recipients', 'must be exactly one recipient for mail to a list')
  }
  for (const kind of ['cc', 'bcc'] as const) {
    if ((request[kind] ?? []).length > 0) {
      throw refusedValue(`${at}/${kind}`, 'recipients', 'must be empty for mail to a list')
    }
  }
  if (request.list_unsubscribe !== undefined) {
    const message = 'must be left out for mail to a list: the service sets it'
    throw refusedValue(`${at}/list_unsubscribe`, 'not_allowed', message)
  }
}

/** Services in which admission looks things up. */
export interface Admission extends Templating, Replying {
  readonly projects: ProjectStore
  readonly senderRules: SenderRules
  readonly lists: ListStore
  /** Returns the time by the database's clock, which decides when a scheduled message becomes due. */
  readonly now: () => Date
}

/**
 * Checks the restrictions of a credential: whether it may send this message at all, whatever the state of its
 * workspace. A sender that comes from a template is only known later (`admitMessage`, `authorizeReplay`).
 *
 * @returns the message's project
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`, `sender_not_allowed`
 */
export async function authorizeSend(
  admission: Pick<Admission, 'projects'>,
  principal: Principal,
  { content }: Send,
): Promise<Project> {
  const project = await admitProject(admission.projects, principal, content.project_id)
  if (content.from_email !== undefined) refuseOtherDomains(principal, content.from_email)
  return project
}

/**
 * Checks a message that its credential may send, renders it if it has a template, and prepares it for storage. The
 * caller has validated the schema.
 *
 * @throws ApiError 409 `invalid_state` if the project is archived; 403 `sender_not_allowed` for the sender of a
 *   template; 422 `sender_domain_not_verified`,
 *   `validation_failed`, `schedule_out_of_range` as the rules in this folder say; 404 `template_not_found`,
 *   422 `template_not_published`, 422 `template_render_failed`, 413 `payload_too_large`, 503 `unavailable`
 */
export async function admitMessage(
  admission: Admission,
  principal: Principal,
  project: Project,
  { content, at, templateAt }: Send,
): Promise<NewMessage> {
  refuseArchived(project)
  const apiKeyId = keyIdOf(principal)
  if (content.template === undefined) {
    await admitAddresses(admission, principal, project, { send: content, at })
    const replyAddressOf = await admitReplyRoute(admission, principal.workspaceId, project, {
      send: content,
      at,
    })
    const { renderer } = admission
    const written = await withText(renderer, principal.workspaceId, content)
    const message = newMessage(project, written, at, { replyAddressOf, apiKeyId, now: admission.now() })
    if (message.textFromHtml) refuseTooLarge(message)
    return message
  }
  const resolved = await resolveTemplate(admission.templates, principal.workspaceId, project, {
    send: content,
    at,
  })
  refuseOtherDomains(principal, resolved.fromEmail)
  await admitAddresses(admission, principal, project, {
    send: { ...content, from_email: resolved.fromEmail },
    at,
  })
  const replyAddressOf = await admitReplyRoute(admission, principal.workspaceId, project, {
    send: content,
    at,
  })
  const rendered = await renderSend(admission, project, resolved, templateAt)
  const message = newMessage(project, rendered, at, { replyAddressOf, apiKeyId, now: admission.now() })
  refuseTooLarge(message)
  return message
}

async function withText(
  renderer: Templating['renderer'],
  workspaceId: WorkspaceId,
  content: GivenSend,
): Promise<CompleteSend> {
  const { text, html = '' } = content
  if (text !== undefined) return { ...content, text }
  return { ...content, text: await textOfHtml(renderer, workspaceId, html), textFromHtml: true }
}

/** Checks the sender and, if the mail is to a list, the recipient. */
async function admitAddresses(
  admission: Admission,
  { workspaceId }: Principal,
  project: Project,
  {
    send,
    at,
  }: {
    readonly send: Omit<SendRequest, 'from_email'> & { readonly from_email: string }
    readonly at: string
  },
): Promise<void> {
  await admission.senderRules.admitSender(workspaceId, project.environment, send.from_email)
  if (send.list_id !== undefined) {
    await admitMailToList(admission.lists, workspaceId, project, {
      request: { ...send, list_id: send.list_id },
      at,
    })
  }
}

/**
 * Refuses a message that was small only until it was rendered.
 *
 * @throws ApiError 413 `payload_too_large`
 */
function refuseTooLarge({ subject, text, html, attachments }: NewMessage): void {
  const texts = [subject, text, html ?? '', ...attachments.map(({ content }) => content)]
  if (texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0) <= largestBody) return
  throw new ApiError(
    'payload_too_large',
    `With its rendered bodies the message has more than ${largestBody / 1e6} MB.`,
  )
}

export interface AdmissionDependencies {
  readonly db: Knex
  readonly admission: Admission
}

/** Returns the steps by which a message is admitted, single or in a batch. */
export function admissionOf(
  { db, admission }: AdmissionDependencies,
  principal: Principal,
  send: Send,
): Pick<Request, 'at' | 'rendered' | 'authorize' | 'admit' | 'authorizeReplay'> {
  return {
    at: send.at,
    rendered: send.content.template !== undefined || send.content.text === undefined,
    authorize: () => authorizeSend(admission, principal, send),
    admit: (project) => admitMessage(admission, principal, project, send),
    authorizeReplay: (first) => authorizeReplay(db, principal, send, first),
  }
}

const selectSender = statement<[workspaceId: WorkspaceId, id: Uuid], { from_email: string }>(
  'select_sender_of_message',
  'select from_email from messages where workspace_id = $1 and id = $2',
)

/**
 * Checks whether a credential that is held to some domains may get the first reply of its idempotency key if the
 * sender came from a template. The template may have another sender by now, so the stored message is read.
 *
 * @throws ApiError 403 `sender_not_allowed`, 409 `idempotency_conflict` if the message no longer exists
 */
async function authorizeReplay(
  db: Knex,
  principal: Principal,
  { content }: Send,
  first: components['schemas']['AcceptedMessage'],
): Promise<void> {
  if (content.from_email !== undefined || restrictionsOn(principal).senderDomains.length === 0) return
  const [message] = await selectSender(db, principal.workspaceId, fromTypeId('msg', first.id))
  if (message === undefined) throw beyondAuthority()
  refuseOtherDomains(principal, message.from_email)
}
