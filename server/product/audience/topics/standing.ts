/**
 * SQL: whether a contact wants a topic: as it has chosen, or else by the topic's default. It is never null, and true
 * where nothing is known.
 *
 * @param contact the alias of the contact
 * @param key the topic's key, as text
 * @param preset the topic's default, as a boolean
 */
export function wantsTopicSql(contact: string, key: string, preset: string): string {
  return `coalesce((${contact}.topics ->> ${key})::boolean, ${preset}, true)`
}

/** SQL: the default of the topic of a project with a key. Null where there is none. */
export function presetOfTopic(workspaceId: string, projectId: string, key: string): string {
  return `(select default_subscribed from topics
    where workspace_id = ${workspaceId} and project_id = ${projectId} and key = ${key} limit 1)`
}
