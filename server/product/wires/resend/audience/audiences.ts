import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { WireOperations, WireService } from '../../frame/wire.js'
import { contactOf } from './contact-of.js'
import { contacts, storeContact } from './contacts.js'
import { isMember, openSegment, setMembership } from './membership.js'
import { allSegments, listedSegment } from './segment-list.js'
import { segments } from './segments.js'

/** The operations of Resend's audiences, the older name of segments, and of their contacts. */
export const audiences = {
  createAudience: async (request, service) => {
    const { status, body } = await segments.createSegment(request, service)
    return { status, body: { ...body, object: 'audience' } }
  },

  listAudiences: async (_request, service) => {
    const all = await allSegments(service)
    return { status: 200, body: { object: 'list', data: all.map(listedSegment) } }
  },

  getAudience: async (request, service) => {
    const { status, body } = await segments.getSegment(request, service)
    return { status, body: { ...body, object: 'audience' } }
  },

  deleteAudience: async (request, service) => {
    const { status, body } = await segments.deleteSegment(request, service)
    return { status, body: { ...body, object: 'audience' } }
  },

  createAudienceContact: async ({ path, body, idempotencyKey }, service) => {
    const segment = await openSegment(path.audience_id, service)
    const projectId = segment.project_id
    return storeContact({ body, idempotencyKey, projectId, segments: [segment] }, service)
  },

  listAudienceContacts: async ({ path, ...request }, service) =>
    segments.listSegmentContacts({ ...request, path: { segment_id: path.audience_id } }, service),

  getAudienceContact: async (request, service) => {
    await memberOf(request.path, service)
    return contacts.getContact(request, service)
  },

  updateAudienceContact: async (request, service) => {
    const { audience_id: _, ...body } = request.body
    await memberOf(request.path, service)
    return contacts.updateContact({ ...request, body }, service)
  },

  removeAudienceContact: async ({ path, idempotencyKey }, service) => {
    const { segment, contact } = await memberOf(path, service)
    await setMembership(contact, { segment, isIn: false }, { call: service.call, idempotencyKey })
    const { id } = contact
    return { status: 200, body: { object: 'contact', contact: id, id, deleted: true } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/**
 * Returns the contact of a path and the segment that it was put into.
 *
 * @throws ApiError 404 `not_found` if it is not in the segment
 */
async function memberOf(
  path: { readonly audience_id: string; readonly id: string },
  service: WireService<'retrieveSegment' | 'retrieveContact' | 'listContacts' | 'listProjects'>,
): Promise<{ segment: components['schemas']['Segment']; contact: components['schemas']['Contact'] }> {
  const segment = await openSegment(path.audience_id, service)
  const contact = await contactOf(path.id, service)
  if (contact.project_id === segment.project_id && isMember(contact, segment)) return { segment, contact }
  throw new ApiError('not_found', 'The audience has no contact with this id or address.')
}
