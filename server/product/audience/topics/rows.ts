import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { visibleTo } from '../../../platform/http/access/visible.js'

type Schemas = components['schemas']

/** A topic as it is stored. */
export interface TopicRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  /** Names it within its project. It never changes. */
  readonly key: string
  /** One line. */
  readonly name: string
  readonly description: string | null
  /** Whether a contact that has chosen nothing gets its mail. */
  readonly default_subscribed: boolean
  readonly translations: Schemas['TranslationsOfTopic']
  readonly updated_at: Date
}

/**
 * A topic that this credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findTopic(db: Knex, visibility: Visibility, id: Uuid): Promise<TopicRow> {
  return foundIn(await visibleTo(db('topics'), visibility).where({ id }).first())
}

/** The same, locked until the transaction ends. */
export async function lockTopic(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<TopicRow> {
  return foundIn(await visibleTo(trx('topics'), visibility).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): TopicRow {
  if (row === undefined) throw new ApiError('not_found', 'No such topic.')
  return row as TopicRow
}

/** What mail of a topic has to know of it. */
export type MailTopic = Pick<TopicRow, 'id' | 'key' | 'default_subscribed'>

const selectByKey = statement<[workspaceId: WorkspaceId, projectId: Uuid, key: string], MailTopic>(
  'select_topic_by_key',
  `select id, key, default_subscribed from topics where workspace_id = $1 and project_id = $2 and key = $3`,
)

/** The topic of a project with a key; undefined where there is none, or none any more. */
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

/** The topics of a project with some keys, by key, kept from being deleted until the transaction ends. */
export async function keepTopics(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Uuid>> {
  const rows = keys.length === 0 ? [] : await keepByKeys(trx, workspaceId, projectId, keys)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** A topic that is named at a path, a JSON Pointer, and is none of the project. */
export function unknownTopic(path: string): ApiError {
  return refusedValue(path, 'not_found', 'must be the key of a topic of the project')
}

/** A topic as the contract shows it. */
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
