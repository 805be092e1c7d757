import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors.js'
import type { ContactRow } from '../contacts/rows.js'
import { explainRule } from './evaluate-one.js'
import { resolveStored } from './resolve.js'
import type { SegmentRow } from './rows.js'
import type { RuleContext } from './rule.js'

/**
 * Whether a segment has a contact, and why.
 *
 * @throws ApiError 404 `not_found` where the contact has gone meanwhile
 */
export async function explainSegment(
  db: Knex,
  segment: SegmentRow,
  contact: ContactRow,
  context: RuleContext,
): Promise<components['schemas']['SegmentExplanation']> {
  const rule = await resolveStored(db, context, segment.rule)
  const nodes = await explainRule(db, rule, contact, context)
  const [first] = nodes
  if (first === undefined) throw new ApiError('not_found', 'No such contact.')
  return {
    segment_id: toTypeId('seg', segment.id),
    contact_id: toTypeId('con', contact.id),
    included: first.result,
    as_of: context.asOf.toISOString(),
    nodes,
  }
}
