import type { AudiencePurge } from '../../platform/scheduler/purge/batch.js'
import { purgeDeletedContacts } from './contacts/delete.js'
import type { AddressTokens } from './erasure/address-tokens.js'
import { purgeErased } from './erasure/purge-erased.js'
import { purgeDeletedLists } from './lists/delete.js'

/** What the purge deletes of the audience, beside what is past the retention. */
export function audiencePurge(tokens: AddressTokens): AudiencePurge {
  return {
    erasedContents: purgeErased,
    deletedContacts: purgeDeletedContacts,
    deletedLists: purgeDeletedLists(tokens),
  }
}
