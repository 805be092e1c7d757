import { invitation } from './invitation.js'
import { newsletter } from './newsletter.js'
import { notice } from './notice.js'
import { optIn } from './opt-in.js'
import { passwordReset } from './password-reset.js'
import { receipt } from './receipt.js'
import type { Starter } from './starter.js'

export type { Starter } from './starter.js'

/** Templates from which a new template can start, the most common first. */
export const starters: readonly Starter[] = [receipt, passwordReset, invitation, optIn, newsletter, notice]
