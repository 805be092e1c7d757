import { randomInt } from 'node:crypto'
import type { components } from '../../../../../generated/api-types.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import { ifFound } from '../../frame/outcomes.js'
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

/** Returns the properties that put a contact into segments. */
export function memberships(segments: readonly Segment[]): Record<string, true> {
  return Object.fromEntries(
    segments.map(propertyOf).flatMap((property) => (property === undefined ? [] : [[property, true]])),
  )
}

interface GivenSegments {
  readonly segments?: readonly (string | { readonly id: string })[]
  readonly audience_id?: string
}

/**
 * Returns the segments that a request puts a contact into.
 *
 * @throws ApiError 422 `validation_failed` if the project has no such segment, or contacts belong to it by its rule
 */
export async function givenSegments(
  { segments = [], audience_id: audience }: GivenSegments,
  projectId: string,
  { call }: WireService<'retrieveSegment'>,
): Promise<Segment[]> {
  const given = segments.map((each, index) => ({
    id: typeof each === 'string' ? each : each.id,
    place: `/body/segments/${index}`,
  }))
  if (audience !== undefined) given.push({ id: audience, place: '/body/audience_id' })
  const found: Segment[] = []
  for (const { id, place } of given) {
    const segment = await ifFound(call('retrieveSegment', { path: { id } }))
    if (segment?.body.project_id !== projectId)
      throw refusedValue(place, 'not_found', 'is not the id of a segment of the project')
    if (propertyOf(segment.body) === undefined)
      throw refusedValue(place, 'not_allowed', 'is a segment that contacts belong to by its rule')
    found.push(segment.body)
  }
  return found
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
