import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, type WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import type { Project } from '../../workspace/projects/projects.js'
import { admitConfirmation, refuseLongSubject } from './confirmation.js'
import type { Confirmation } from './default-confirmation.js'
import type { SubscriberListRow } from './list-rows.js'

type Schemas = components['schemas']

/**
 * Stores a new list of a project.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function insertList(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  project: Project,
  request: Schemas['CreateSubscriberListRequest'],
): Promise<SubscriberListRow> {
  const id = newUuid()
  const row: SubscriberListRow = {
    workspace_id: workspaceId,
    id,
    project_id: project.id,
    environment: project.environment,
    name: listName(request.name),
    from_email: normalizeAddress(request.from_email),
    from_name: cleanName(request.from_name),
    ...confirmationColumns(admitConfirmation(request.confirmation)),
    updated_at: timeOf(id),
  }
  refuseLongSubject(confirmationOf(row), row.name)
  await trx('subscriber_lists').insert(row)
  return row
}

/**
 * Changes a list. Fields that the request leaves out stay.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function updateList(
  trx: Knex.Transaction,
  before: SubscriberListRow,
  request: Schemas['UpdateSubscriberListRequest'],
): Promise<SubscriberListRow> {
  const { name, from_email, from_name, confirmation } = request
  const row: SubscriberListRow = {
    ...before,
    ...(name !== undefined && { name: listName(name) }),
    ...(from_email !== undefined && { from_email: normalizeAddress(from_email) }),
    ...(from_name !== undefined && { from_name: cleanName(from_name ?? undefined) }),
    ...(confirmation !== undefined && confirmationColumns(admitConfirmation(confirmation))),
    updated_at: new Date(),
  }
  refuseLongSubject(confirmationOf(row), row.name)
  const { workspace_id, id, ...columns } = row
  await trx('subscriber_lists').where({ workspace_id, id }).update(columns)
  return row
}

/** Returns the mail of a list, with its placeholders. */
export function confirmationOf(row: SubscriberListRow): Confirmation {
  return { subject: row.confirmation_subject, text: row.confirmation_text, html: row.confirmation_html }
}

function confirmationColumns({ subject, text, html }: Confirmation) {
  return { confirmation_subject: subject, confirmation_text: text, confirmation_html: html }
}

/**
 * Returns the name that subscribers read, on pages and in subjects, without characters that would turn the direction
 * of the text around it.
 */
function listName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}
