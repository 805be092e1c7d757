import type { components } from '../../../generated/api-types.js'
import type { ListStore } from '../../audience/lists/store.js'
import { fromTypeId, type Uuid } from '../../db/ids.js'
import { refusedValue } from '../../http/errors.js'
import type { Project } from '../../workspace/projects.js'

type Request = components['schemas']['SendMessageRequest']

/**
 * Checks a mail to a subscriber list: one of the project's, one recipient, and the way to leave it is the service's.
 * A copy would show others a link that unsubscribes the recipient.
 *
 * @param at where the message stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed`
 */
export async function admitMailToList(
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
