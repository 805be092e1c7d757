import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { searchPage } from '../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  selectPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { visibleConditions, visibleTo, narrowedTo } from '../../../platform/http/access/visible.js'
import { presentContacts, type ContactRow } from './contact-rows.js'

interface ContactsQuery extends WindowQuery {
  readonly project_id?: string
  readonly environment?: Environment
  readonly email?: string
}

/** Returns a page of contacts. */
export async function listContacts(
  db: Knex,
  visibility: Visibility,
  query: ContactsQuery,
): Promise<Page<components['schemas']['Contact']>> {
  const visible = narrowedTo(visibility, query)
  const found =
    query.email === undefined
      ? await searchPage<ContactRow>(
          db,
          { ...search(visible), workspaceId: visible.workspaceId },
          query,
          unclampedWindow(query),
        )
      : await selectPage<ContactRow>(withAddress(db, visible, query.email), 'id', query)
  return presentPage(found, (rows) => presentContacts(db, rows))
}

function search(visible: Visibility) {
  const conditions = visibleConditions(visible, 'contacts', 'contact')
  return { table: 'contacts', alias: 'contact', conditions, columns: 'contact.*' }
}

/**
 * Selects the visible contacts that have an address, of which a project has one at most. They are collected before
 * they are sorted and narrowed: the planner could consider it cheaper to look through all contacts in the list's
 * order until it meets them.
 */
function withAddress(db: Knex, visible: Visibility, email: string): Knex.QueryBuilder {
  const { workspaceId } = visible
  const address = foldAddress(email)
  const ofAddress = db('contacts').where({ workspace_id: workspaceId, address })
  return visibleTo(db.withMaterialized('of_address', ofAddress).from('of_address'), visible)
}
