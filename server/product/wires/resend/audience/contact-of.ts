import type { components } from '../../../../../generated/api-types.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { placedAt } from '../../frame/outcomes.js'
import type { WireService } from '../../frame/wire.js'

type Contact = components['schemas']['Contact']

/**
 * Returns the contact that a path names by its id or by its address. An address is looked up in the project that the
 * request is for.
 *
 * @throws ApiError 404 `not_found`
 */
export async function contactOf(
  idOrAddress: string,
  service: WireService<'retrieveContact' | 'listContacts' | 'listProjects'>,
): Promise<Contact> {
  if (!idOrAddress.includes('@'))
    return (await service.call('retrieveContact', { path: { id: idOrAddress } })).body
  const projectId = await service.projectId()
  const contact = await placedAt('/path/id', contactByAddress(idOrAddress, projectId, service))
  if (contact === undefined) throw new ApiError('not_found', 'The project has no contact with this address.')
  return contact
}

/** Returns the contact of a project that has an address, or undefined. */
export async function contactByAddress(
  email: string,
  projectId: string,
  { call }: WireService<'listContacts'>,
): Promise<Contact | undefined> {
  const { body } = await call('listContacts', { query: { email, project_id: projectId, limit: 1 } })
  return body.data[0]
}
