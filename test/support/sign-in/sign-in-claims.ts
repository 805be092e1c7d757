import type { Knex } from 'knex'
import { newUuid } from '../../../server/platform/db/ids.js'
import { SignInClaimer, type ClaimOptions } from '../../../server/product/sign-in/mails/claim.js'
import type { ClaimedMail } from '../../../server/product/sign-in/mails/queue.js'
import { roomBeside, type ClaimRoom } from '../../../server/product/sign-in/mails/room.js'

interface Claim extends Partial<Pick<ClaimOptions, 'lease' | 'leaseSeconds'>> {
  readonly claimer?: SignInClaimer
  /** Number of slots. */
  readonly slots?: number
  /** Mails in flight already; claimed ones are added. */
  readonly inFlight?: ClaimedMail[]
  /** Absent for one of a transport with one server. */
  readonly room?: (inFlight: readonly ClaimedMail[]) => ClaimRoom
}

const oneServer = { byDefault: 100, proven: new Map(), total: 100 }

/** Claims as a worker's poll does. */
export async function claimSignInMails(
  db: Knex,
  {
    claimer = new SignInClaimer(),
    lease = newUuid(),
    leaseSeconds = 60,
    slots = 10,
    inFlight = [],
    room = (all) => roomBeside(all, oneServer, () => ''),
  }: Claim = {},
): Promise<ClaimedMail[]> {
  const before = inFlight.length
  await claimer.claim(db, {
    lease,
    leaseSeconds,
    free: () => slots - inFlight.length,
    room: () => room(inFlight),
    begin: (mail) => inFlight.push(mail),
  })
  return inFlight.slice(before)
}
