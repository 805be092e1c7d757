import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { searchPage, type BoundedSearch } from '../../../platform/http/lists/bounded-walk.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import {
  presentPage,
  unclampedWindow,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import type { TopicConsentRow } from './choose.js'
import { chosenSql } from './standing.js'
import type { TopicRow } from './topic-rows.js'

type Schemas = components['schemas']

/** A topic of a project, and the last choice of a contact about it. */
interface ChoiceRow extends Pick<
  TopicRow,
  'id' | 'key' | 'name' | 'description' | 'translations' | 'default_subscribed'
> {
  readonly chosen_at: Date | null
  readonly action: TopicConsentRow['action'] | null
}

/**
 * Selects the topics of a project, 50 at most, with a contact's choices. The last choice about each topic is at the
 * end of a stretch of the index of topics.
 */
const selectChoices = statement<[workspaceId: WorkspaceId, projectId: Uuid, contactId: Uuid], ChoiceRow>(
  'select_choices_of_contact',
  `select topic.id, topic.key, topic.name, topic.description, topic.translations, topic.default_subscribed,
     chosen.at as chosen_at, chosen.action
   from (
     select id, key, name, description, translations, default_subscribed from topics
     where workspace_id = $1 and project_id = $2
   ) topic
   left join lateral (
     select at, action from topic_consents
     where workspace_id = $1 and contact_id = $3 and topic_consents.topic = topic.key
     order by workspace_id desc, contact_id desc, topic_consents.topic desc, id desc limit 1
   ) chosen on true
   order by topic.id`,
)

/** A topic with a contact's wish about it. */
export interface Choice extends ChoiceRow {
  readonly subscribed: boolean
}

/** Returns all topics of a contact's project, the oldest first, with the contact's wishes. */
export async function choicesOf(
  db: Knex,
  { workspace_id, project_id, id }: Pick<ContactRow, 'workspace_id' | 'project_id' | 'id'>,
): Promise<Choice[]> {
  const rows = await selectChoices(db, workspace_id, project_id, id)
  return rows.map((row) => ({
    ...row,
    subscribed: row.action === null ? row.default_subscribed : row.action === 'subscribed',
  }))
}

const selectChosen = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], key: string],
  { id: Uuid; chosen: boolean | null }
>(
  'select_chosen_of_topic',
  `select contact.id, ${chosenSql('$1', 'contact.id', '$3')} as chosen from unnest($2::uuid[]) as contact (id)`,
)

/** Returns whether each of some contacts wants a topic: as it has chosen, or else by the topic's default. */
export async function wantingTopic(
  db: Knex,
  workspaceId: WorkspaceId,
  contactIds: readonly Uuid[],
  { key, default_subscribed: preset }: Pick<TopicRow, 'key' | 'default_subscribed'>,
): Promise<ReadonlyMap<Uuid, boolean>> {
  const rows = await selectChosen(db, workspaceId, contactIds, key)
  return new Map(rows.map(({ id, chosen }) => [id, chosen ?? preset]))
}

/** Returns a contact's choices in the form of the API contract. */
export async function presentChoices(db: Knex, contact: ContactRow): Promise<Schemas['ContactTopics']> {
  const choices = await choicesOf(db, contact)
  return {
    contact_id: toTypeId('con', contact.id),
    unsubscribed_at: contact.unsubscribed_at?.toISOString() ?? null,
    topics: choices.map(present),
  }
}

/**
 * Returns a contact's choice about one topic in the form of the API contract.
 *
 * @throws ApiError 404 `not_found`
 */
export async function presentChoice(
  db: Knex,
  contact: ContactRow,
  key: string,
): Promise<Schemas['ContactTopic']> {
  const choice = (await choicesOf(db, contact)).find((each) => each.key === key)
  if (choice === undefined) throw new ApiError('not_found', 'The project of the contact has no such topic.')
  return present(choice)
}

function present({ key, name, subscribed, chosen_at: at }: Choice): Schemas['ContactTopic'] {
  return { key, name, subscribed, chosen_at: at?.toISOString() ?? null }
}

/** Returns a page of a contact's choices, newest first. A credential that sees the contact sees them all. */
export async function listTopicConsents(
  db: Knex,
  { workspace_id: workspaceId, id }: ContactRow,
  query: WindowQuery,
): Promise<Page<Schemas['TopicConsent']>> {
  const index = { table: 'topic_consents', equal: { contact_id: id }, id: 'id' }
  const search: BoundedSearch = {
    workspaceId,
    table: 'topic_consents',
    alias: 'consent',
    conditions: [{ sql: 'consent.contact_id = ?', values: [id], index }],
    columns: 'consent.*',
  }
  const found = await searchPage<TopicConsentRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) =>
    rows.map(({ topic, action, at, source, ip_address, user_agent }) => ({
      topic,
      action,
      at: at.toISOString(),
      source,
      ip_address,
      user_agent,
    })),
  )
}
