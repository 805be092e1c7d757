import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { visibleTo } from '../../../platform/http/access/visible.js'

type Schemas = components['schemas']

export interface ContactRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  /** The address as it was last written, for sending mail to it. */
  readonly email: string
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly name: string | null
  readonly properties: Schemas['ContactProperties']
  /** Time since when the contact gets none of the project's campaigns; null if it has not opted out. */
  readonly unsubscribed_at: Date | null
  readonly updated_at: Date
}

/**
 * Finds a contact that a key sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findContact(db: Knex, visibility: Visibility, id: Uuid): Promise<ContactRow> {
  return expectContact(await visibleContact(db, visibility, id))
}

/**
 * Finds a contact that a key sees, and locks it against deletion until the transaction ends, so that nothing recorded
 * about it is left behind.
 *
 * @throws ApiError 404 `not_found`
 */
export async function keepContact(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
): Promise<ContactRow> {
  return expectContact(await visibleContact(trx, visibility, id).forKeyShare())
}

/**
 * Finds a project's contact by its address, in any form of it, and locks it against deletion until the transaction
 * ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function keepContactWithAddress(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  email: string,
): Promise<ContactRow> {
  const known = { workspace_id: workspaceId, address: foldAddress(email), project_id: projectId }
  const row = await trx<ContactRow>('contacts').where(known).first().forKeyShare()
  if (row === undefined) throw new ApiError('not_found', 'This project has no contact with this address.')
  return row
}

function visibleContact(db: Knex, visibility: Visibility, id: Uuid) {
  return visibleTo(db<ContactRow>('contacts'), visibility).where({ id }).first()
}

/**
 * Returns the row of a contact that a query has found.
 *
 * @throws ApiError 404 `not_found` if it has found none
 */
export function expectContact<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError('not_found', 'No such contact.')
  return row
}

const selectTopics = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { id: Uuid; topics: Schemas['ChosenTopics'] }
>(
  'select_topics_of_contacts',
  `select contact.id, chosen.topics
   from unnest($2::uuid[]) as contact (id)
   cross join lateral (
     select jsonb_object_agg(topic, action = 'subscribed') as topics from (
       select distinct on (topic) topic, action from topic_consents
       where workspace_id = $1 and contact_id = contact.id order by topic, topic_consents.id desc
     ) last
   ) chosen
   where chosen.topics is not null`,
)

/** Returns contacts in the form of the API contract. */
export async function presentContacts(db: Knex, rows: readonly ContactRow[]): Promise<Schemas['Contact'][]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = rows.map(({ id }) => id)
  const chosen = new Map(
    (await selectTopics(db, first.workspace_id, ids)).map((each) => [each.id, each.topics]),
  )
  return rows.map((row) => present(row, chosen.get(row.id) ?? {}))
}

/** Returns a contact in the form of the API contract. */
export async function presentContact(db: Knex, row: ContactRow): Promise<Schemas['Contact']> {
  return (await presentContacts(db, [row]))[0] as Schemas['Contact']
}

function present(row: ContactRow, topics: Schemas['ChosenTopics']): Schemas['Contact'] {
  return {
    id: toTypeId('con', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    email: row.email,
    name: row.name,
    properties: row.properties,
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
    topics,
  }
}
