import { addressTokens } from '../../platform/auth/address-tokens.js'
import { sealer } from '../../platform/auth/sealed.js'
import { linkBase } from '../../platform/http/connection/public-url.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { contactHandlers } from './contacts/contact-handlers.js'
import type { Step } from './erasure/erasure.js'
import { deletionHandlers } from './erasure/deletion-handlers.js'
import { deletionsInHand, erasureJob } from './erasure/work.js'
import { subscriberListHandlers } from './lists/list-handlers.js'
import { segmentHandlers } from './segments/segment-handlers.js'
import { subscriptionActions } from './subscriptions/actions.js'
import { subscriptionHandlers } from './subscriptions/subscription-handlers.js'
import { subscriptionLinks } from './subscriptions/links/links.js'
import { subscriptionPages } from './subscriptions/pages/router.js'
import { suppressionHandlers } from './suppressions/suppression-handlers.js'
import type { ReviewReply } from './suppressions/reply-line.js'
import { topicHandlers } from './topics/topic-handlers.js'

/** The people that mail goes to: contacts, lists, topics, suppressions, segments, and their erasure. */
export type Audience = ReturnType<typeof openAudience>

export interface AudienceNeeds {
  /** The steps of an erasure, of all features, in their order. */
  readonly erasureSteps: readonly Step[]
  /** Classifies the reply of a server that an address was suppressed for. */
  readonly reviewReply: ReviewReply
}

/** Opens contacts and all that is kept about them, and the erasures that this process works on. */
export function openAudience(context: ServiceContext, { erasureSteps: steps, reviewReply }: AudienceNeeds) {
  const { config, db, keyRing, owner, parts, publicUrl, retention, wakes, workspaceHosts } = context
  const { erasures } = config.scheduler
  const lease = owner.id
  const inHand = deletionsInHand({ db, lease, leaseSeconds: erasures.leaseSeconds, log: context.log })
  parts.add('deletions', () => inHand.strays.close())
  const erasure = { db, lease, sealer: sealer(keyRing.of('deletion')), config: erasures, steps, inHand }
  const tokens = addressTokens(keyRing.of('erasure'))
  const links = subscriptionLinks(keyRing.of('subscription'), linkBase(workspaceHosts, publicUrl))
  return {
    /** Makes the names under which erased addresses are remembered. */
    tokens,
    /** Makes and reads the links by which people confirm and leave lists. */
    links,
    handlers: {
      ...contactHandlers({ tokens, wakes }),
      ...deletionHandlers({ db, tokens, erasure, isStopping: parts.isStopping }),
      ...segmentHandlers(retention),
      ...subscriberListHandlers(),
      ...subscriptionHandlers({ links, wakes }),
      ...suppressionHandlers({ tokens, wakes, reviewReply }),
      ...topicHandlers({ wakes }),
    },
    /** Serves the pages on which people confirm and end subscriptions. */
    pages: () =>
      subscriptionPages({
        links,
        log: context.logOf('api'),
        ended: context.endedLinks,
        ...subscriptionActions(db, wakes),
      }),
    jobs: () => [erasureJob(erasure, context.logOf('scheduler'))],
  }
}
