import type { ReplayPart } from '../../../platform/ledger/replay-part.js'
import type { ErasureKeys } from '../erasure/begin.js'
import { replayDeletedContacts } from './deleted-contacts.js'
import { replayErasures } from './erasures.js'
import { Gone } from './gone.js'
import { replayOptOuts } from './opt-outs.js'
import { replaySubscriptions } from './subscriptions.js'
import { replaySuppressions } from './suppressions.js'
import { replayTopics } from './topics.js'

/**
 * Lists the parts of one replay that repeat the decisions of recipients about mail to them. Deletions and erasures
 * come first and are remembered, so that no earlier choice makes a contact of those people again.
 */
export function recipientReplayParts(keys: ErasureKeys): readonly ReplayPart[] {
  const gone = new Gone()
  return [
    replayDeletedContacts(keys, gone),
    replayErasures(keys, gone),
    replayOptOuts(gone),
    replayTopics(gone),
    replaySubscriptions(gone),
    replaySuppressions,
  ]
}
