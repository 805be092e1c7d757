import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { validationFailed, type ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { inlineSegments } from './inline.js'
import { loadRules, ruleInRequest, segmentsNamedIn } from './resolve.js'
import type { RulePlace, SegmentRule } from './rule.js'

const deleteReferences = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'delete_references_of_segment',
  'delete from segment_references where workspace_id = $1 and segment_id = $2',
)

const insertReferences = statement<[workspaceId: WorkspaceId, id: Uuid, named: readonly Uuid[]]>(
  'insert_references_of_segment',
  `insert into segment_references (workspace_id, segment_id, referenced_id)
   select own.workspace_id, $2, named from ${ownWorkspace} cross join unnest($3::uuid[]) named`,
)

/** Stores which segments a segment's rule names. */
export async function saveReferences(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
  rule: SegmentRule | undefined,
): Promise<void> {
  await deleteReferences(trx, workspaceId, id)
  const named = rule === undefined ? [] : segmentsNamedIn(rule)
  if (named.length > 0) await insertReferences(trx, workspaceId, id, named)
}

/** Selects the segments that depend on a segment. A project has no more segments than the limit. */
const selectDependents = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'select_dependents_of_segment',
  `with recursive dependent as (
     select $2::uuid as id
     union
     select naming.segment_id from dependent
     cross join lateral (
       select segment_id from segment_references
       where workspace_id = $1 and referenced_id = dependent.id
       limit 200
     ) naming
   )
   select id from dependent where id <> $2`,
)

/** Returns the segments whose rules name a segment, themselves or through others. */
export async function dependentsOf(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<Uuid[]> {
  return (await selectDependents(db, workspaceId, id)).map((row) => row.id)
}

/**
 * Checks that the segments that name a segment stay within the limits when its rule changes.
 *
 * @throws ApiError 422 `validation_failed` with the name of a segment that would not
 */
export async function checkDependents(
  db: Knex,
  place: RulePlace,
  dependents: readonly Uuid[],
  changed: { readonly id: Uuid; readonly rule: SegmentRule },
): Promise<void> {
  if (dependents.length === 0) return
  const rules = await loadRules(db, place, [...dependents, ...segmentsNamedIn(changed.rule)])
  rules.set(changed.id, changed.rule)
  for (const id of dependents) {
    const rule = rules.get(id)
    if (rule === undefined) continue
    const [mistake] = inlineSegments(rule, ruleInRequest, rules, id).mistakes ?? []
    if (mistake !== undefined) throw validationFailed([ofDependent(mistake, id)])
  }
}

function ofDependent({ code, message }: ErrorDetail, id: Uuid): ErrorDetail {
  const by = `is named by the segment ${toTypeId('seg', id)}`
  return { path: ruleInRequest, code, message: `${by}, whose rule ${message}` }
}
