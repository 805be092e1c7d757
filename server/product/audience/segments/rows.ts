import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { lockedProject } from '../../workspace/projects/locked-project.js'
import type { RulePlace, SegmentRule } from './rules/rule.js'

/** A segment as it is stored. */
export interface SegmentRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly rule: SegmentRule
  /** The last count, as PostgreSQL writes a bigint; null where there is none, or the rule has changed since. */
  readonly count_value: string | null
  readonly count_as_of: Date | null
  /** When the count began that is being made. */
  readonly counting_started_at: Date | null
  readonly counting_scanned: string
  /** Why the last count failed. */
  readonly counting_error: string | null
  readonly updated_at: Date
}

/**
 * A segment of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findSegment(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<SegmentRow> {
  return expectSegment(await segmentOf(db, workspaceId, id).first())
}

/**
 * The same, locked until the transaction ends: its count makes no progress meanwhile.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockSegment(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<SegmentRow> {
  return expectSegment(await segmentOf(trx, workspaceId, id).forUpdate().first())
}

function segmentOf(db: Knex, workspaceId: WorkspaceId, id: Uuid) {
  return db<SegmentRow>('segments').where({ workspace_id: workspaceId, id })
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
 * Keeps segments from being deleted until the transaction ends, for what is going to use them.
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
 * Lets one transaction at a time change which segments a project has and what these name. So no two can close
 * a cycle, or make a rule too large, that neither sees. To be called before a segment is locked.
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
 * Keeps the rules of a project's segments as they are until the transaction ends, for what is being released and
 * follows them from then on. Who changes a rule meanwhile waits, and sees the release. To be called before a segment is
 * locked.
 */
export async function keepSegmentRules(
  trx: Knex.Transaction,
  { workspaceId, projectId }: RulePlace,
): Promise<void> {
  await keepRules(trx, workspaceId, projectId)
}
