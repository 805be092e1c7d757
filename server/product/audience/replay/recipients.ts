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
 * How what people have said about mail to them is done again, for one replay. Who was deleted or erased comes first and
 * is remembered, so that nothing of what they chose before makes a contact of them again.
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
