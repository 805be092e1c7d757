import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import type { WireOperations } from '../../frame/wire.js'
import { contactOf } from './contact-of.js'
import { isMember, openSegment, setMembership } from './membership.js'
import { allSegments, listedSegment, pageOfSegments } from './segment-list.js'

/** The operations of the segments of a contact. */
export const contactSegments = {
  listContactSegments: async ({ path, query }, service) => {
    const contact = await contactOf(path.contact_id, service)
    const ofProject = await allSegments(service, contact.project_id)
    const ofContact = ofProject.filter((segment) => isMember(contact, segment))
    const { data, has_more } = pageOfSegments(ofContact, query)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listedSegment) } }
  },

  addContactToSegment: async ({ path, idempotencyKey }, service) => {
    const segment = await openSegment(path.segment_id, service)
    const contact = await contactOf(path.contact_id, service)
    await setMembership(contact, { segment, isIn: true }, { call: service.call, idempotencyKey })
    return { status: 200, body: membership(contact.id, segment.id) }
  },

  removeContactFromSegment: async ({ path, idempotencyKey }, service) => {
    const segment = await openSegment(path.segment_id, service)
    const contact = await contactOf(path.contact_id, service)
    await setMembership(contact, { segment, isIn: false }, { call: service.call, idempotencyKey })
    return { status: 200, body: { ...membership(contact.id, segment.id), deleted: true } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function membership(contactId: string, segmentId: string) {
  return {
    object: 'contact_segment',
    // Resend's contract names both ids, its packages read this one.
    id: contactId,
    contact_id: contactId,
    segment_id: segmentId,
  } as const
}
