import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import type { AuditEntry } from '../../platform/audit/entry.js'
import type { Principal } from '../../platform/auth/principal.js'
import { fromTypeId } from '../../platform/db/ids.js'
import type { FindLimits } from '../../platform/db/workspace-limits.js'
import { claimWithinProject, type IdempotencyClaim } from '../../platform/http/idempotency/claim.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import type { RecentSends } from '../../platform/queue/limiter/recent-sends.js'
import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import type { AddressTokens } from '../../platform/auth/address-tokens.js'
import { subscriberFinder } from '../audience/subscriptions/find-subscriber.js'
import type { SubscriptionLinks } from '../audience/subscriptions/links/links.js'
import { suppressionFinder } from '../audience/suppressions/find.js'
import { acceptor, type Accept, type Accepted } from './accept/accept.js'
import { admissionOf, type Admission } from './admit/admit.js'
import type { Submitted } from './admit/new-message.js'
import { readSend } from './admit/send.js'

export interface SendingDependencies {
  readonly db: Knex
  readonly progress: ProgressMonitor
  readonly admission: Admission
  /** Tokens by which erased addresses are recognized. */
  readonly tokens: AddressTokens
  /** Makes the addresses by which people leave lists. */
  readonly links: SubscriptionLinks
  readonly findLimits: FindLimits
  readonly wakes: Wakes
  /** Notes each single send. */
  readonly recentSends: Pick<RecentSends, 'note'>
}

/** A message that has a request of its own, by HTTP or by SMTP. */
export interface SingleSend {
  readonly principal: Principal
  /** Body that has passed the contract's schema. */
  readonly body: components['schemas']['SendMessageRequest'] & Submitted
  readonly claim: IdempotencyClaim | undefined
  readonly entry: AuditEntry
}

/** Accepts messages into the service, by HTTP and by SMTP. Both share transactions and idempotency keys. */
export interface Sending {
  readonly accept: Accept
  readonly admission: Admission
  /**
   * Sends one message.
   *
   * @throws ApiError as `admitMessage` and `authorizeSend` say, 423 `sending_halted`, 409 `idempotency_conflict` and
   *   `idempotency_in_progress`
   */
  send(send: SingleSend): Promise<Accepted>
}

export function openSending(dependencies: SendingDependencies): Sending {
  const { db, admission, tokens, links, progress, wakes, recentSends, findLimits } = dependencies
  const addressing = {
    findSuppressions: suppressionFinder(db, tokens),
    findSubscriber: subscriberFinder(db),
    links,
  }
  const accept = acceptor(db, addressing, { findLimits, progress, wakes })
  return {
    accept,
    admission,
    send: ({ principal, body, claim, entry }) => {
      recentSends.note()
      return accept({
        workspaceId: principal.workspaceId,
        claim: claim && claimWithinProject(claim, fromTypeId('prj', body.project_id)),
        bulk: false,
        entry,
        ...admissionOf({ db, admission }, principal, readSend(body, '/body')),
      })
    },
  }
}
