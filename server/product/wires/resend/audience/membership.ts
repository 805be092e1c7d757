import { randomInt } from 'node:crypto'
import type { components } from '../../../../../generated/api-types.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { WireService } from '../../frame/wire.js'

type Contact = components['schemas']['Contact']
type Segment = components['schemas']['Segment']
type Rule = components['schemas']['SegmentRule']

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const memberProperty = /^segment_[a-z0-9]{12}$/

/** Makes the rule of a segment that contacts are put into: that a property of its own is true. */
export function membershipRule(): Rule {
  const random = Array.from({ length: 12 }, () => characters[randomInt(characters.length)])
  return { property: { name: `segment_${random.join('')}`, op: 'eq', value: true } }
}

/** Returns the property that puts contacts into a segment, or undefined if it has another rule. */
function propertyOf({ rule: { property } }: Segment): string | undefined {
  if (property?.op !== 'eq' || property.value !== true) return undefined
  return memberProperty.test(property.name) ? property.name : undefined
}

/** Returns whether a contact was put into a segment. */
export function isMember({ properties }: Contact, segment: Segment): boolean {
  const property = propertyOf(segment)
  return property !== undefined && properties[property] === true
}

/**
 * Returns a segment that contacts can be put into.
 *
 * @throws ApiError 404 `not_found`, or 422 `validation_failed` if contacts belong to the segment by another rule
 */
export async function openSegment(id: string, { call }: WireService<'retrieveSegment'>): Promise<Segment> {
  const { body: segment } = await call('retrieveSegment', { path: { id } })
  if (propertyOf(segment) !== undefined) return segment
  throw new ApiError(
    'validation_failed',
    'Contacts belong to this segment by its rule. Change what the rule asks for, or use a segment that was created here.',
  )
}

/**
 * Puts a contact into a segment, or takes it out.
 *
 * @throws ApiError 404 `not_found` if they are of different projects
 */
export async function setMembership(
  contact: Contact,
  { segment, isIn }: { readonly segment: Segment; readonly isIn: boolean },
  { call, idempotencyKey }: Pick<WireService<'updateContact'>, 'call'> & { readonly idempotencyKey?: string },
): Promise<void> {
  const property = propertyOf(segment)
  if (property === undefined || segment.project_id !== contact.project_id)
    throw new ApiError('not_found', 'The project of the contact has no segment with this id.')
  await call('updateContact', {
    path: { id: contact.id },
    body: { properties: { [property]: isIn ? true : null } },
    idempotencyKey,
  })
}
