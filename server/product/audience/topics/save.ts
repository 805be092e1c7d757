import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { lockedProject } from '../../workspace/projects/locked-project.js'
import type { Project } from '../../workspace/projects/projects.js'
import { topicWithKey, type TopicRow } from './topic-rows.js'

type Schemas = components['schemas']

/** The most topics of a project. */
export const maxTopics = 50

/** Locks a project, so that one request at a time adds topics to it and the count holds. */
const lockProject = statement<[workspaceId: WorkspaceId, projectId: Uuid]>(
  'lock_project_of_topics',
  lockedProject('', 'no key update'),
)

const countTopics = statement<[workspaceId: WorkspaceId, projectId: Uuid], { count: number }>(
  'count_topics_of_project',
  'select count(*)::integer as count from topics where workspace_id = $1 and project_id = $2',
)

/**
 * Stores a new topic of a project.
 *
 * @throws ApiError 409 `invalid_state` if the project has one with this key, 422 `validation_failed` if it has as
 *   many as it may
 */
export async function insertTopic(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  project: Project,
  request: Schemas['CreateTopicRequest'],
): Promise<TopicRow> {
  const id = newUuid()
  const row: TopicRow = {
    workspace_id: workspaceId,
    id,
    project_id: project.id,
    environment: project.environment,
    key: request.key,
    name: shownName(request.name, '/body/name'),
    description: cleanName(request.description ?? undefined),
    default_subscribed: request.default_subscribed ?? true,
    translations: cleanTranslations(request.translations ?? {}),
    updated_at: timeOf(id),
  }
  await lockProject(trx, workspaceId, project.id)
  if ((await topicWithKey(trx, workspaceId, project.id, row.key)) !== undefined) {
    throw new ApiError('invalid_state', `The project has a topic with the key ${row.key} already.`)
  }
  const [counted] = await countTopics(trx, workspaceId, project.id)
  if ((counted?.count ?? 0) >= maxTopics) {
    throw refusedValue('/body/project_id', 'too_many', `has ${maxTopics} topics, the maximum`)
  }
  await trx('topics').insert({ ...row, translations: JSON.stringify(row.translations) })
  return row
}

/**
 * Changes a topic. Fields that the request leaves out stay.
 *
 * @param before the topic, locked
 * @throws ApiError 422 `validation_failed`
 */
export async function updateTopic(
  trx: Knex.Transaction,
  before: TopicRow,
  request: Schemas['UpdateTopicRequest'],
): Promise<TopicRow> {
  const { name, description, default_subscribed, translations } = request
  const row: TopicRow = {
    ...before,
    ...(name !== undefined && { name: shownName(name, '/body/name') }),
    ...(description !== undefined && { description: cleanName(description ?? undefined) }),
    ...(default_subscribed !== undefined && { default_subscribed }),
    ...(translations !== undefined && { translations: cleanTranslations(translations) }),
    updated_at: new Date(),
  }
  const { workspace_id, id, ...columns } = row
  await trx('topics')
    .where({ workspace_id, id })
    .update({ ...columns, translations: JSON.stringify(row.translations) })
  return row
}

function cleanTranslations(given: Schemas['TopicTranslations']): TopicRow['translations'] {
  return Object.fromEntries(
    Object.entries(given).map(([tag, { name, description }]) => [
      tag,
      {
        name: shownName(name, `/body/translations/${tag}/name`),
        description: cleanName(description ?? undefined),
      },
    ]),
  )
}

/** Returns the name that contacts read, without characters that would turn the direction of the text around it. */
function shownName(given: string, path: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue(path, 'empty', 'must have a visible character')
  return name
}
