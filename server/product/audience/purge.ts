import { workspacesWith } from '../../platform/db/statements/workspaces-with.js'
import type { PurgeTask } from '../../platform/scheduler/purge/task.js'
import { purgeDeletedContacts } from './contacts/delete.js'
import type { AddressTokens } from '../../platform/auth/address-tokens.js'
import { purgeDeletedLists } from './lists/delete.js'

/** Lists the purge's tasks that finish what deletions have left to it, whatever the retention. */
export function audienceTasks(tokens: AddressTokens): readonly PurgeTask[] {
  return [
    { workspaces: workspacesWith('deleted_contacts', 'id'), purge: purgeDeletedContacts },
    {
      workspaces: workspacesWith('subscriptions', 'list_id'),
      seldom: true,
      purge: purgeDeletedLists(tokens),
    },
  ]
}
