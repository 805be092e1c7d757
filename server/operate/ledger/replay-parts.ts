import type { ReplayPart } from '../../platform/ledger/replay-part.js'

/** All kinds of lines that are done again, in this order: what makes a contact comes before what erases it. */
export const replayParts: readonly ReplayPart[] = []
