import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { fromTypeId } from '../../../../platform/db/ids.js'
import { askedStatuses } from '../../../../platform/http/lists/asked-values.js'
import {
  allOf,
  searchPage,
  type BoundedSearch,
  type Condition,
} from '../../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import type { AutomationKey, RunStatus } from '../automation-rows.js'
import { presentRun, type ListedRun } from './present.js'

type Schemas = components['schemas']

export interface RunsQuery extends WindowQuery {
  readonly status?: RunStatus
  readonly statuses?: readonly RunStatus[]
  readonly contact_id?: string
}

/** The columns of a run that a list shows: all but its data, which may be long. */
const columns: readonly (keyof ListedRun)[] = [
  'workspace_id',
  'id',
  'automation_id',
  'version',
  'project_id',
  'environment',
  'contact_id',
  'status',
  'trigger_kind',
  'contact_event_id',
  'inbound_message_id',
  'entry_key',
  'since',
  'started_at',
  'depth',
  'step_key',
  'step_started_at',
  'steps_taken',
  'wait_until',
  'wait_event',
  'blocked_by',
  'attempts',
  'error_code',
  'error_message',
  'ended_reason',
  'ended_at',
  'due_at',
]

/** Returns SQL of the columns of a run that a list shows. */
export const listedColumns = (alias: string) => columns.map((name) => `${alias}.${name}`).join(', ')

/**
 * Returns a page of the runs of an automation, newest first.
 *
 * @param retainedSince the beginning of the workspace's retention: runs that ended before are left out
 * @throws ApiError 422 if the window or the cursor is invalid
 */
export async function listRuns(
  db: Knex,
  { workspaceId, id }: AutomationKey,
  query: RunsQuery,
  retainedSince: Date,
): Promise<Page<Schemas['AutomationRun']>> {
  const search: BoundedSearch = {
    workspaceId,
    table: 'automation_runs',
    alias: 'run',
    conditions: [
      ...conditionsOf(id, query),
      { sql: 'run.ended_at is null or run.ended_at >= ?', values: [retainedSince.toISOString()] },
    ],
    columns: listedColumns('run'),
  }
  const found = await searchPage<ListedRun>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(presentRun))
}

/**
 * Returns the conditions of a list. A contact has few runs, so the contact comes first; then a status, which may be a
 * rare one.
 */
function conditionsOf(automationId: string, query: RunsQuery): Condition[] {
  const contactId = query.contact_id === undefined ? undefined : fromTypeId('con', query.contact_id)
  const statuses = askedStatuses(query)
  const walks: Readonly<Record<string, string>>[][] = [
    ...(contactId === undefined ? [] : [[{ contact_id: contactId, automation_id: automationId }]]),
    ...(statuses === undefined ? [] : [statuses.map((status) => ({ automation_id: automationId, status }))]),
    [{ automation_id: automationId }],
  ]
  return walks.map((parts) => ({
    sql: parts.map((equal) => allOf(Object.keys(equal).map((column) => `run.${column} = ?`))).join(' or '),
    values: parts.flatMap((equal) => Object.values(equal)),
    index: parts.map((equal) => ({ table: 'automation_runs', equal, id: 'id' })),
  }))
}
