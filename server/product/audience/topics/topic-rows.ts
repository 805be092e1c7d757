import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { visibleTo } from '../../../platform/http/access/visible.js'

type Schemas = components['schemas']

export interface TopicRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  /** Name that identifies the topic within its project. It never changes. */
  readonly key: string
  /** Name in one line. */
  readonly name: string
  readonly description: string | null
  /** True if a contact that has chosen nothing gets the topic's mail. */
  readonly default_subscribed: boolean
  readonly translations: Schemas['TranslationsOfTopic']
  readonly updated_at: Date
}

/**
 * Finds a topic that this credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findTopic(db: Knex, visibility: Visibility, id: Uuid): Promise<TopicRow> {
  return foundIn(await visibleTo(db('topics'), visibility).where({ id }).first())
}

/**
 * Finds a topic that this credential sees, and locks it until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockTopic(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<TopicRow> {
  return foundIn(await visibleTo(trx('topics'), visibility).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): TopicRow {
  if (row === undefined) throw new ApiError('not_found', 'No such topic.')
  return row as TopicRow
}

/** The fields of a topic that its mail needs. */
export type MailTopic = Pick<TopicRow, 'id' | 'key' | 'default_subscribed'>

const selectByKey = statement<[workspaceId: WorkspaceId, projectId: Uuid, key: string], MailTopic>(
  'select_topic_by_key',
  `select id, key, default_subscribed from topics where workspace_id = $1 and project_id = $2 and key = $3`,
)

/** Finds the topic of a project by its key; undefined if there is none. */
export async function topicWithKey(
  db: Knex,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  key: string,
): Promise<MailTopic | undefined> {
  return (await selectByKey(db, workspaceId, projectId, key))[0]
}

const keepByKeys = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, keys: readonly string[]],
  { id: Uuid; key: string }
>(
  'keep_topics_by_key',
  `select id, key from topics where workspace_id = $1 and project_id = $2 and key = any($3::text[])
   order by id for key share`,
)

/**
 * Returns the topics of a project that have some keys, by key, and locks them against deletion until the transaction
 * ends.
 */
export async function keepTopics(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Uuid>> {
  const rows = keys.length === 0 ? [] : await keepByKeys(trx, workspaceId, projectId, keys)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** Returns the error about a topic that is named at a path, a JSON Pointer, and does not belong to the project. */
export function unknownTopic(path: string): ApiError {
  return refusedValue(path, 'not_found', 'must be the key of a topic of the project')
}

/** Returns a topic in the form of the API contract. */
export function presentTopic(row: TopicRow): Schemas['Topic'] {
  return {
    id: toTypeId('top', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    key: row.key,
    name: row.name,
    description: row.description,
    default_subscribed: row.default_subscribed,
    translations: row.translations,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
