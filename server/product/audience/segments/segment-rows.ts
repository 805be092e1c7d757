import type { Knex } from 'knex'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { lockedProject } from '../../workspace/projects/locked-project.js'
import type { RulePlace, SegmentRule } from './rules/rule.js'

export interface SegmentRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly rule: SegmentRule
  /** The last count, as PostgreSQL writes a bigint; null if there is none, or the rule has changed since. */
  readonly count_value: string | null
  readonly count_as_of: Date | null
  /** Time when the running count began; null if none is running. */
  readonly counting_started_at: Date | null
  readonly counting_scanned: string
  /** Error code of the last count; null if it did not fail. */
  readonly counting_error: string | null
  readonly updated_at: Date
}

/**
 * Finds a segment that a credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findSegment(db: Knex, visibility: Visibility, id: Uuid): Promise<SegmentRow> {
  return expectSegment(await segmentOf(db, visibility, id).first())
}

/**
 * Finds a segment that a credential sees, and locks it until the transaction ends, so that its count makes no progress meanwhile.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockSegment(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
): Promise<SegmentRow> {
  return expectSegment(await segmentOf(trx, visibility, id).forUpdate().first())
}

function segmentOf(db: Knex, visibility: Visibility, id: Uuid) {
  return visibleTo(db('segments'), visibility).where({ id })
}

function expectSegment(row: unknown): SegmentRow {
  if (row === undefined) throw new ApiError('not_found', 'No such segment.')
  return row as SegmentRow
}

const keep = statement<[workspaceId: WorkspaceId, projectId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(
  'keep_segments',
  `select id from segments where workspace_id = $1 and project_id = $2 and id = any($3::uuid[])
   order by id for key share`,
)

/**
 * Locks segments against deletion until the transaction ends, for something that is going to use them.
 *
 * @returns those that the project has
 */
export async function keepSegments(
  trx: Knex.Transaction,
  { workspaceId, projectId }: RulePlace,
  ids: readonly Uuid[],
): Promise<Set<Uuid>> {
  return new Set((await keep(trx, workspaceId, projectId, ids)).map(({ id }) => id))
}

const lockProject = statement<[workspaceId: WorkspaceId, projectId: Uuid]>(
  'lock_project_of_segments',
  lockedProject('', 'no key update'),
)

/**
 * Lets one transaction at a time change a project's set of segments and the references between them. So no two
 * transactions can together close a cycle, or make a rule too large, unseen by either. It must be called before a
 * segment is locked.
 */
export async function lockSegmentsOf(
  trx: Knex.Transaction,
  { workspaceId, projectId }: RulePlace,
): Promise<void> {
  await lockProject(trx, workspaceId, projectId)
}

const keepRules = statement<[workspaceId: WorkspaceId, projectId: Uuid]>(
  'keep_rules_of_segments',
  lockedProject('', 'share'),
)

/**
 * Keeps the rules of a project's segments as they are until the transaction ends, for the release of something that
 * follows them from then on. A transaction that changes a rule meanwhile waits, and sees the release. It must be
 * called before a segment is locked.
 */
export async function keepSegmentRules(
  trx: Knex.Transaction,
  { workspaceId, projectId }: RulePlace,
): Promise<void> {
  await keepRules(trx, workspaceId, projectId)
}
