import type { components } from '../../../generated/api-types.js'
import type { ListStore } from '../../audience/lists/store.js'
import { fromTypeId, type Uuid } from '../../db/ids.js'
import { refusedValue } from '../../http/errors.js'
import type { Project, ProjectStore } from '../../workspace/projects.js'
import { refuseOtherDomains, type SenderRules } from '../../domains/sender-rules.js'
import { admitProject, type Sender } from '../../workspace/admit-project.js'
import { newMessage, type NewMessage } from './new-message.js'

type Request = components['schemas']['SendMessageRequest']

/**
 * Checks a mail to a subscriber list: one of the project's, one recipient, and the way to leave it is the
 * service's. A copy would show others a link that unsubscribes the recipient.
 *
 * @param at where the message stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed`
 */
async function admitMailToList(
  lists: ListStore,
  workspaceId: Uuid,
  project: Project,
  request: Pick<Request, 'to' | 'cc' | 'bcc' | 'list_unsubscribe'> & { readonly list_id: string },
  at: string,
): Promise<void> {
  if ((await lists.projectOf(workspaceId, fromTypeId('lst', request.list_id))) !== project.id) {
    throw refusedValue(`${at}/list_id`, 'not_found', 'must be a subscriber list of the project')
  }
  if (request.to.length !== 1) {
    throw refusedValue(`${at}/to`, 'recipients', 'must be one recipient where the mail is to a list')
  }
  for (const kind of ['cc', 'bcc'] as const) {
    if ((request[kind] ?? []).length > 0) {
      throw refusedValue(`${at}/${kind}`, 'recipients', 'must have nobody where the mail is to a list')
    }
  }
  if (request.list_unsubscribe !== undefined) {
    const message = 'must be left out where the mail is to a list: the service writes it'
    throw refusedValue(`${at}/list_unsubscribe`, 'not_allowed', message)
  }
}

type Schemas = components['schemas']

/** What admission looks things up in. */
export interface Admission {
  readonly projects: ProjectStore
  readonly senderRules: SenderRules
  readonly lists: ListStore
}

/**
 * Checks the restrictions of a credential: whether it may send this message at all, whatever the state of its
 * workspace.
 *
 * @returns the message's project
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`, `sender_not_allowed`
 */
export async function authorizeSend(
  admission: Admission,
  sender: Sender,
  request: Pick<Schemas['SendMessageRequest'], 'project_id' | 'from_email'>,
): Promise<Project> {
  const project = await admitProject(admission.projects, sender, request.project_id)
  refuseOtherDomains(sender, request.from_email)
  return project
}

/**
 * Checks a message that its credential may send, and prepares it for storage. The caller has validated the
 * schema.
 *
 * @param at where the message stands in the request, for the error: `/body`, or `/message` in a batch's item
 * @throws ApiError 422 `sender_domain_not_verified`, `validation_failed`, `schedule_out_of_range` as the
 *   rules in this folder say
 */
export async function admitMessage(
  admission: Admission,
  workspaceId: Uuid,
  project: Project,
  request: Schemas['SendMessageRequest'],
  at: string,
): Promise<NewMessage> {
  await admission.senderRules.admitSender(workspaceId, project.environment, request.from_email)
  if (request.list_id !== undefined) {
    await admitMailToList(admission.lists, workspaceId, project, { ...request, list_id: request.list_id }, at)
  }
  return newMessage(project, request, at)
}
