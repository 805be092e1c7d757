import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** The fields of a contact that mail to it needs. */
export interface KnownContact {
  readonly email: string
  readonly name: string | null
  readonly properties: components['schemas']['ContactProperties']
}

/** Finds a project's contact by its address, in the form of `foldAddress`; undefined if there is none. */
export type FindContact = (
  workspaceId: WorkspaceId,
  projectId: Uuid,
  address: string,
) => Promise<KnownContact | undefined>

/**
 * Selects contacts row by row along the index of addresses, because the order by address and project is that of this
 * index alone.
 */
const selectContacts = statement<
  [workspaceId: WorkspaceId, projectIds: readonly Uuid[], addresses: readonly string[]],
  KnownContact & { place: number }
>(
  'select_contacts_by_address',
  `select asked.place::integer as place, found.email, found.name, found.properties
   from unnest($2::uuid[], $3::text[]) with ordinality as asked (project_id, address, place)
   cross join lateral (
     select email, name, properties from contacts
     where workspace_id = $1 and ${atKey('address, project_id', 'asked.address, asked.project_id')}
     order by address, project_id limit 1
   ) found`,
)

interface Asked {
  readonly projectId: Uuid
  readonly address: string
}

/** Makes a function that looks contacts up. Simultaneous look-ups of a workspace share a query. */
export function contactFinder(db: Knex): FindContact {
  const find = batcherBy(async (workspaceId: WorkspaceId, asked: Asked[]) => {
    const rows = await selectContacts(
      db,
      workspaceId,
      asked.map(({ projectId }) => projectId),
      asked.map(({ address }) => address),
    )
    const found = new Map(rows.map(({ place, ...contact }) => [place, contact]))
    return asked.map((_, index) => found.get(index + 1))
  })
  return (workspaceId, projectId, address) => find(workspaceId, { projectId, address })
}
