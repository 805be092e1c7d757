import { addressTokens } from '../../platform/auth/address-tokens.js'
import { sealer } from '../../platform/auth/sealed.js'
import type { ReplayPart } from '../../platform/ledger/replay-part.js'
import { recipientReplayParts } from '../../product/audience/replay/recipients.js'
import { signInReplays } from '../../product/sign-in/replay.js'
import { webhookReplays } from '../../product/webhooks/replay.js'
import { workspaceReplays } from '../../product/workspace/replay.js'
import type { KeyRing } from '../key-ring/key-ring.js'

/** Lists the replay parts of all kinds of lines, in the order of their replay. */
export function replayParts(keyRing: Pick<KeyRing, 'of'>): readonly ReplayPart[] {
  const tokens = addressTokens(keyRing.of('erasure'))
  return [
    ...signInReplays,
    ...webhookReplays,
    ...recipientReplayParts({ tokens, sealer: sealer(keyRing.of('deletion')) }),
    ...workspaceReplays,
  ]
}
