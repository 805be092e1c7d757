import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayPart } from '../../../platform/ledger/replay-part.js'
import { removeContact } from '../contacts/delete.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import type { ErasureKeys } from '../erasure/begin.js'
import type { Gone } from './gone.js'

const select = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  Pick<ContactRow, 'workspace_id' | 'project_id' | 'id' | 'address'>
>(
  'select_contacts_to_delete_again',
  `select workspace_id, project_id, id, address from contacts
   where workspace_id = $1 and id = any($2::uuid[]) order by id`,
)

/** Deletes again the contacts that a restored backup has brought back. */
export function replayDeletedContacts({ tokens }: Pick<ErasureKeys, 'tokens'>, gone: Gone): ReplayPart {
  return replayPart({
    kind: 'contact_deleted',
    title: 'contacts deleted',
    replay: async (sql, lines) => {
      const ids = lines.flatMap(({ id }) => id ?? [])
      for (const id of ids) gone.addContact(id)
      let changed = 0
      for (const contact of await select(sql, lines[0]?.ws ?? '', ids))
        if (await removeContact(sql, tokens, contact)) changed += 1
      return { changed }
    },
  })
}
