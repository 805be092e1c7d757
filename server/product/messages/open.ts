import type { KeyStore } from '../../platform/auth/keys.js'
import type { FindLimits } from '../../platform/db/workspace-limits.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { contactFinder } from '../audience/contacts/find-by-address.js'
import { listStore } from '../audience/lists/store.js'
import type { Audience } from '../audience/open.js'
import { inertUnsubscribeUrl } from '../audience/subscriptions/links/links.js'
import type { Content } from '../content/open.js'
import type { Delivery } from '../delivery/open.js'
import type { Domains } from '../domains/open.js'
import type { ProjectStore } from '../workspace/projects/projects.js'
import { replyRouteFinder } from './admit/reply-route.js'
import { messageHandlers } from './message-handlers.js'
import { openSending } from './sending.js'
import { stopKeyHandlers } from './stop-key/stop-key-handlers.js'

interface MessagesNeeds {
  readonly audience: Pick<Audience, 'links' | 'tokens'>
  readonly content: Pick<Content, 'renderer' | 'renderStored' | 'templates'>
  readonly delivery: Pick<Delivery, 'replyAddresses'>
  readonly domains: Pick<Domains, 'senderRules'>
  readonly projects: ProjectStore
  readonly keys: KeyStore
  readonly findLimits: FindLimits
}

/** Opens how messages come into the service, and how they are read. */
export function openMessages(context: ServiceContext, needs: MessagesNeeds) {
  const { clock, db, progress, publicUrl, recentSends, retention, wakes } = context
  const { audience, content, delivery, domains, projects, keys, findLimits } = needs
  const admission = {
    renderer: content.renderer,
    templates: content.templates,
    senderRules: domains.senderRules,
    projects,
    lists: listStore(db),
    findContact: contactFinder(db),
    findReplyRoute: replyRouteFinder(db),
    replyAddresses: delivery.replyAddresses,
    now: clock,
  }
  const { links, tokens } = audience
  const sending = openSending({ db, progress, admission, tokens, links, findLimits, wakes, recentSends })
  const rendering = {
    render: content.renderStored,
    inertUnsubscribeUrl: inertUnsubscribeUrl(publicUrl),
  }
  return {
    sending,
    handlers: {
      ...messageHandlers({ db, log: context.logOf('api'), retention, sending, wakes, rendering }),
      ...stopKeyHandlers({ keys, wakes }),
    },
  }
}
