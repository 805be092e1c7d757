import type { ReplayPart } from '../../platform/ledger/replay-part.js'
import { signInReplays } from '../../product/sign-in/replay.js'
import { webhookReplays } from '../../product/webhooks/replay.js'
import { workspaceReplays } from '../../product/workspace/replay.js'

/** All kinds of lines that are done again, in this order: what makes a contact comes before what erases it. */
export const replayParts: readonly ReplayPart[] = [...signInReplays, ...webhookReplays, ...workspaceReplays]
