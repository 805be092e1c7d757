/**
 * Returns SQL of a contact's last choice about a topic; null if it has chosen nothing. The order is that of the index
 * of topics alone.
 *
 * @param workspaceId SQL of the workspace's id
 * @param contactId SQL of the contact's id
 * @param key SQL of the topic's key, as text
 */
export function chosenSql(workspaceId: string, contactId: string, key: string): string {
  return `(select action = 'subscribed' from topic_consents
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and topic_consents.topic = ${key}
    order by workspace_id desc, contact_id desc, topic_consents.topic desc, id desc limit 1)`
}

/**
 * Returns SQL that is true if a contact wants a topic: as it has chosen, or else by the topic's default. It is never
 * null, and true if nothing is known.
 *
 * @param workspaceId SQL of the workspace's id
 * @param contactId SQL of the contact's id
 * @param key SQL of the topic's key, as text
 * @param preset SQL of the topic's default, as a boolean
 */
export function wantsTopicSql(workspaceId: string, contactId: string, key: string, preset: string): string {
  return `coalesce(${chosenSql(workspaceId, contactId, key)}, ${preset}, true)`
}

/** Returns SQL of the default of a project's topic with a key; null if there is none. */
export function presetOfTopic(workspaceId: string, projectId: string, key: string): string {
  return `(select default_subscribed from topics
    where workspace_id = ${workspaceId} and project_id = ${projectId} and key = ${key} limit 1)`
}
