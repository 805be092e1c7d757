import { eventHandlers } from '../platform/events/handlers.js'
import type { EventWaiters } from '../platform/events/follow/waiters.js'
import type { Sealer } from '../platform/auth/sealed.js'
import { retentionStart } from '../platform/db/retention.js'
import type { Handlers } from '../platform/http/operation/handler.js'
import { statisticsHandlers } from '../platform/statistics/statistics.js'
import { contactFinder } from '../product/audience/contacts/find-by-address.js'
import { audienceHandlers, type AudienceDependencies } from '../product/audience/handlers.js'
import { listStore } from '../product/audience/lists/store.js'
import { contentHandlers, type ContentDependencies } from '../product/content/handlers.js'
import { reviewReply } from '../product/delivery/bounce/review-reply.js'
import { domainHandlers, type DomainDependencies } from '../product/domains/handlers.js'
import { inboundHandlers, type InboundDependencies } from '../product/inbound/handlers.js'
import { replyRouteFinder } from '../product/messages/admit/reply-route.js'
import { messageHandlers, type MessageDependencies } from '../product/messages/handlers.js'
import { openSending, type Sending, type SendingDependencies } from '../product/messages/sending.js'
import { programHandlers, type ProgramDependencies } from '../product/programs/handlers.js'
import { signInHandlers, type SignInDependencies } from '../product/sign-in/handlers.js'
import { signInMails } from '../product/sign-in/queue.js'
import { webhookHandlers, type WebhookDependencies } from '../product/webhooks/handlers.js'
import { stopKeyHandlers } from '../product/messages/stop-key/handlers.js'
import { workspaceHandlers, type WorkspaceDependencies } from '../product/workspace/handlers.js'
import { projectStore } from '../product/workspace/projects/projects.js'

/**
 * What the folders need, except what `handlersOf` makes for them. Some have an object of their own, since they use a
 * name for something else than the others do.
 */
export type HandlerDependencies = Omit<
  AudienceDependencies &
    ContentDependencies &
    InboundDependencies &
    MessageDependencies &
    SendingDependencies &
    ProgramDependencies &
    WorkspaceDependencies &
    Pick<SignInDependencies, 'console' | 'sessions'>,
  | 'admission'
  | 'freshResolver'
  | 'invite'
  | 'projects'
  | 'retention'
  | 'reviewReply'
  | 'sending'
  | 'sendingSetup'
> & {
  /** The requests that wait for events. */
  readonly waiters: EventWaiters
  /** The database's clock. */
  readonly now: () => Date
  readonly domains: Omit<DomainDependencies, 'retention' | 'wakes'>
  readonly signIn: Pick<SignInDependencies, 'audit' | 'keys' | 'metrics' | 'provider'> & {
    readonly sealer: Sealer
  }
  readonly webhooks: Omit<WebhookDependencies, 'retention' | 'wakes'>
}

/**
 * The handlers of all operations, from their folders, and how they send. An operation that is missing or not in the
 * contract does not compile.
 */
export function handlersOf(given: HandlerDependencies): {
  readonly handlers: Handlers
  readonly sending: Sending
} {
  const { db, domains, signIn, webhooks } = given
  const retention = retentionStart(db)
  const projects = projectStore(db)
  const admission = {
    ...given,
    projects,
    lists: listStore(db),
    findContact: contactFinder(db),
    findReplyRoute: replyRouteFinder(db),
  }
  const mails = signInMails(signIn.sealer, given.tokens)
  const sending = openSending({ ...given, admission })
  const dependencies = { ...given, retention, admission, projects, sending, reviewReply }
  const handlers = {
    ...audienceHandlers(dependencies),
    ...contentHandlers(dependencies),
    ...domainHandlers({ ...dependencies, ...domains }),
    ...eventHandlers(retention, given.waiters),
    ...inboundHandlers({ ...dependencies, ...domains }),
    ...messageHandlers(dependencies),
    ...stopKeyHandlers(dependencies),
    ...programHandlers(dependencies),
    ...signInHandlers({ ...dependencies, ...signIn, mails }),
    ...statisticsHandlers(),
    ...webhookHandlers({ ...dependencies, ...webhooks }),
    ...workspaceHandlers({ ...dependencies, invite: (tx, user) => mails.invite(tx, user) }),
  }
  return { handlers, sending }
}
