import type { Knex } from 'knex'
import { isDeepStrictEqual } from 'node:util'
import type { UserRole, Visibility } from '../../../platform/auth/principal.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Project } from '../../workspace/projects/projects.js'
import { checkDependents, dependentsOf, saveReferences } from './rules/references.js'
import { refuseReleased } from './rules/released-use.js'
import { resolveRule } from './rules/resolve.js'
import { findSegment, lockSegment, lockSegmentsOf, type SegmentRow } from './segment-rows.js'
import type { SegmentRule } from './rules/rule.js'
import { usersOf } from './rules/used-by.js'

/** The most segments of a project. */
export const maxSegments = 200

const countSegments = statement<[workspaceId: WorkspaceId, projectId: Uuid], { count: number }>(
  'count_segments_of_project',
  'select count(*)::int as count from segments where workspace_id = $1 and project_id = $2',
)

/**
 * Returns the cleaned name of a segment.
 *
 * @throws ApiError 422 `validation_failed` if the name has no visible character
 */
export function segmentName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

/**
 * Stores a new segment.
 *
 * @throws ApiError 422 `validation_failed` if the rule has mistakes, or the project has as many segments as it may
 */
export async function insertSegment(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  fields: { readonly project: Project; readonly name: string; readonly rule: SegmentRule },
): Promise<SegmentRow> {
  const { project, name, rule } = fields
  const place = { workspaceId, projectId: project.id }
  await lockSegmentsOf(trx, place)
  const [counted] = await countSegments(trx, workspaceId, project.id)
  if ((counted?.count ?? 0) >= maxSegments) {
    const message = `has ${maxSegments} segments, the maximum`
    throw refusedValue('/body/project_id', 'too_many', message)
  }
  const id = newUuid()
  await resolveRule(trx, place, rule, id)
  const row = {
    workspace_id: workspaceId,
    id,
    project_id: project.id,
    environment: project.environment,
    name,
    rule,
    updated_at: timeOf(id),
  }
  const [stored] = (await trx('segments').insert(row).returning('*')) as SegmentRow[]
  if (stored === undefined) throw new Error('a segment that was stored is not returned')
  await saveReferences(trx, workspaceId, id, rule)
  return stored
}

/** Deletes the counts of segments. A running count begins anew, and the lease on it is lost. */
const forgetCounts = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'forget_counts_of_segments',
  `update segments set count_value = null, count_as_of = null, counting_position = null, counting_scanned = 0,
     counting_found = 0, counting_error = null, lease = null,
     counting_started_at = case when counting_started_at is not null then (select now()) end,
     due_at = case when counting_started_at is not null then (select now()) end
   where workspace_id = $1 and id = any($2::uuid[])`,
)

/** The one who changes a segment, and what they may do. A key with the scope may do what an admin may. */
export interface ChangeBy {
  readonly visibility: Visibility
  readonly role: UserRole
}

/**
 * Changes the name or the rule of a segment. If the rule changes, its count is deleted, and so are the counts of the
 * segments that name it.
 *
 * @throws ApiError 404 `not_found`, 422 `validation_failed`, 403 `insufficient_scope` if a member changes a rule that
 *   something released follows
 */
export async function changeSegment(
  trx: Knex.Transaction,
  by: ChangeBy,
  id: Uuid,
  changes: { readonly name?: string; readonly rule?: SegmentRule },
): Promise<SegmentRow> {
  const { visibility } = by
  const { workspaceId } = visibility
  const { project_id: projectId } = await findSegment(trx, visibility, id)
  const { name, rule } = changes
  if (rule !== undefined) await lockSegmentsOf(trx, { workspaceId, projectId })
  const before = await lockSegment(trx, visibility, id)
  if (rule !== undefined && !isDeepStrictEqual(rule, before.rule)) {
    await replaceRule(trx, by.role, before, rule)
  }
  const update = { ...(name !== undefined && { name }), updated_at: new Date() }
  await trx('segments').where({ workspace_id: workspaceId, id }).update(update)
  return findSegment(trx, visibility, id)
}

async function replaceRule(
  trx: Knex.Transaction,
  role: UserRole,
  before: SegmentRow,
  rule: SegmentRule,
): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId, id } = before
  const place = { workspaceId, projectId }
  const dependents = await dependentsOf(trx, workspaceId, id)
  await refuseReleased(trx, { workspaceId, role }, id, dependents)
  await resolveRule(trx, place, rule, id)
  await checkDependents(trx, place, dependents, { id, rule })
  await trx('segments')
    .where({ workspace_id: workspaceId, id })
    .update({ rule: JSON.stringify(rule) })
  await saveReferences(trx, workspaceId, id, rule)
  await forgetCounts(trx, workspaceId, [id, ...dependents])
}

/**
 * Deletes a segment.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while something uses the segment
 */
export async function deleteSegment(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<void> {
  const { workspaceId } = visibility
  const { project_id: projectId } = await findSegment(trx, visibility, id)
  await lockSegmentsOf(trx, { workspaceId, projectId })
  await lockSegment(trx, visibility, id)
  const users = (await usersOf(trx, workspaceId, [id])).get(id) ?? []
  if (users.length > 0) {
    const others = users.length === 1 ? '' : ` and ${users.length - 1} more`
    const message = `${toTypeId('seg', id)} is used by ${users[0]}${others}.`
    throw new ApiError('invalid_state', message)
  }
  await saveReferences(trx, workspaceId, id, undefined)
  await trx('segments').where({ workspace_id: workspaceId, id }).delete()
}
