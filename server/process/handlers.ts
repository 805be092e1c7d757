import type { RecentSends } from '../platform/queue/recent-sends.js'
import type { Wakes } from '../platform/queue/wakes.js'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { contactFinder } from '../product/audience/contacts/find-by-address.js'
import { contactHandlers } from '../product/audience/contacts/handlers.js'
import type { AddressTokens } from '../product/audience/erasure/address-tokens.js'
import { segmentHandlers } from '../product/audience/segments/handlers.js'
import { suppressionHandlers } from '../product/audience/suppressions/handlers.js'
import { subscriberListHandlers } from '../product/audience/lists/handlers.js'
import { listStore } from '../product/audience/lists/store.js'
import { subscriptionHandlers } from '../product/audience/subscriptions/handlers.js'
import type { SubscriptionLinks } from '../product/audience/subscriptions/links/links.js'
import { deletionHandlers } from '../product/audience/erasure/handlers.js'
import type { ErasureOptions } from '../product/audience/erasure/work.js'
import type { AutomationsConfig } from '../platform/config/automations.js'
import type { Renderer } from '../product/content/rendering/source.js'
import { previewHandlers } from '../product/content/preview/handlers.js'
import type { TemplateStore } from '../product/content/store.js'
import { templateHandlers } from '../product/content/templates/handlers.js'
import { dmarcHandlers } from '../product/domains/dmarc/handlers.js'
import { domainHandlers, type DomainDependencies } from '../product/domains/handlers.js'
import type { SenderRules } from '../product/domains/sender-rules.js'
import type { SendingAddresses } from '../product/domains/sending-setup.js'
import { eventHandlers } from '../platform/events/handlers.js'
import type { EventWaiters } from '../platform/events/follow/waiters.js'
import type { Handlers } from '../platform/http/handler.js'
import { statisticsHandlers } from '../platform/statistics/handlers.js'
import { inboundRouteHandlers } from '../product/inbound/routes/handlers.js'
import type { InboundLinks } from '../product/inbound/links/links.js'
import { inboundMessageHandlers } from '../product/inbound/messages/handlers.js'
import type { AddressGuard } from '../mail/network/address-guard.js'
import { deliveryHandlers } from '../product/webhooks/deliveries/handlers.js'
import { webhookHealthHandlers } from '../product/webhooks/health/handlers.js'
import type { ReceiverAddresses } from '../product/webhooks/receivers/addresses.js'
import { webhookReceiverHandlers } from '../product/webhooks/receivers/handlers.js'
import { optInHandlers } from '../product/programs/opt-in/handlers.js'
import { webhookSubscriptionHandlers } from '../product/webhooks/subscriptions/handlers.js'
import type { ProgressMonitor } from '../platform/log/progress-monitor.js'
import type { StoredRendering } from '../product/messages/read-messages.js'
import { replyRouteFinder } from '../product/messages/admit/reply-route.js'
import { messageHandlers } from '../product/messages/handlers.js'
import { auditHandlers } from '../product/workspace/audit/handlers.js'
import { apiKeyHandlers } from '../product/workspace/api-key-handlers.js'
import type { KeyStore } from '../platform/auth/keys.js'
import type { SessionVerifier } from '../platform/auth/sessions.js'
import type { ConsoleRequests } from '../platform/http/console-request.js'
import { signInHandlers } from '../product/sign-in/handlers.js'
import { signInMails } from '../product/sign-in/queue.js'
import type { SignInOptions } from '../product/sign-in/sign-in.js'
import { suppressionFinder } from '../product/audience/suppressions/find.js'
import type { Counter } from '../platform/http/rate-limit/counter.js'
import { automationDefinitionHandlers } from '../product/programs/automations/definition-handlers.js'
import type { AutomationDependencies } from '../product/programs/automations/dependencies.js'
import { automationRunHandlers } from '../product/programs/automations/run-handlers.js'
import { automationSimulateHandlers } from '../product/programs/automations/simulate-handlers.js'
import { automationTriggerHandlers } from '../product/programs/automations/trigger-handlers.js'
import { versionLoader } from '../product/programs/automations/versions.js'
import { campaignHandlers } from '../product/programs/campaigns/handlers.js'
import { projectHandlers } from '../product/workspace/project-handlers.js'
import type { WorkspaceLimits } from '../product/workspace/settings.js'
import { settingsHandlers } from '../product/workspace/settings-handlers.js'
import { userHandlers } from '../product/workspace/users/handlers.js'
import type { Sealer } from '../platform/auth/sealed.js'
import type { ReplyAddresses } from '../product/delivery/bounce/reply-address.js'
import { sendingHandlers } from '../product/workspace/sending-handlers.js'
import { projectStore } from '../product/workspace/projects.js'
import { retentionStart } from '../platform/db/retention.js'

export interface HandlerDependencies {
  readonly db: Knex
  readonly log: Logger
  readonly keys: KeyStore
  readonly sessions: SessionVerifier
  /** What the operator allows each workspace. */
  readonly workspaceLimits: WorkspaceLimits
  readonly console: ConsoleRequests
  readonly signIn: Pick<SignInOptions, 'keys' | 'metrics' | 'audit'> & { readonly sealer: Sealer }
  readonly senderRules: SenderRules
  readonly progress: ProgressMonitor
  /** Whether the service is stopping. */
  readonly isStopping: () => boolean
  readonly wakes: Wakes
  /** The requests that wait for events. */
  readonly waiters: EventWaiters
  readonly tokens: AddressTokens
  readonly links: SubscriptionLinks
  readonly replyAddresses: ReplyAddresses
  readonly inboundLinks: InboundLinks
  readonly erasure: ErasureOptions
  readonly renderer: Renderer
  readonly templates: TemplateStore
  readonly recentSends: RecentSends
  readonly rendering: StoredRendering
  /** How the service is reached from outside, without a trailing slash. */
  readonly publicUrl: string
  /** Counts the test mails of campaigns of a workspace. */
  readonly testMails: Counter
  /** The invitations of users, by workspace. */
  readonly invitations: Counter
  readonly automations: AutomationsConfig
  /** The database's clock. */
  readonly now: () => Date
  readonly domains: Omit<DomainDependencies, 'wakes'> & {
    readonly sendingAddresses: SendingAddresses
  }
  /** The port of the receiver of inbound mail. */
  readonly inboundPort: number
  readonly webhooks: {
    readonly sealer: Sealer
    /** Which addresses they may be sent to. */
    readonly guard: AddressGuard
    /** The addresses of receivers, and what seals their tokens. */
    readonly receivers: ReceiverAddresses
    readonly receiverSealer: Sealer
  }
}

/**
 * The handlers of all operations, from their folders. An operation that is missing or not in the contract
 * does not compile.
 */
export function handlersOf(dependencies: HandlerDependencies): Handlers {
  const { wakes } = dependencies
  const retention = retentionStart(dependencies.db)
  const admission = {
    projects: projectStore(dependencies.db),
    senderRules: dependencies.senderRules,
    lists: listStore(dependencies.db),
    templates: dependencies.templates,
    renderer: dependencies.renderer,
    findContact: contactFinder(dependencies.db),
    findReplyRoute: replyRouteFinder(dependencies.db),
    replyAddresses: dependencies.replyAddresses,
    now: dependencies.now,
  }
  const findSuppressions = suppressionFinder(dependencies.db, dependencies.tokens)
  const automations: AutomationDependencies = {
    ...dependencies,
    config: dependencies.automations,
    versions: versionLoader(),
    findSuppressions,
    retention,
  }
  const signInMail = signInMails(dependencies.signIn.sealer, dependencies.tokens)
  return {
    ...signInHandlers({ ...dependencies, ...dependencies.signIn, mails: signInMail }),
    ...messageHandlers({
      ...dependencies,
      retention,
      admission,
    }),
    ...subscriberListHandlers(),
    ...subscriptionHandlers(dependencies),
    ...optInHandlers({ ...dependencies, admission }),
    ...eventHandlers(retention, dependencies.waiters),
    ...statisticsHandlers(),
    ...webhookSubscriptionHandlers({ ...dependencies.webhooks, wakes }),
    ...deliveryHandlers({ retention, wakes }),
    ...webhookReceiverHandlers(dependencies.webhooks.receivers, dependencies.webhooks.receiverSealer),
    ...webhookHealthHandlers(),
    ...domainHandlers({ ...dependencies.domains, wakes }),
    ...dmarcHandlers({ ...dependencies.domains, retention }),
    ...deletionHandlers(dependencies),
    ...contactHandlers(dependencies),
    ...suppressionHandlers(dependencies),
    ...auditHandlers(),
    ...segmentHandlers(retention),
    ...templateHandlers({ ...dependencies, templates: admission.templates }),
    ...previewHandlers({ ...dependencies, templates: admission.templates }),
    ...campaignHandlers({
      ...dependencies,
      retention,
      templates: admission.templates,
      findSuppressions,
    }),
    ...automationDefinitionHandlers(automations),
    ...automationRunHandlers(automations),
    ...automationSimulateHandlers(automations),
    ...automationTriggerHandlers(automations),
    ...inboundRouteHandlers({ ...dependencies, ...dependencies.domains }),
    ...inboundMessageHandlers({ ...dependencies, retention }),
    ...sendingHandlers(),
    ...projectHandlers(admission.projects),
    ...settingsHandlers(retention, dependencies.workspaceLimits),
    ...userHandlers({ ...dependencies, invite: (tx, user) => signInMail.invite(tx, user) }),
    ...apiKeyHandlers(dependencies.keys),
  }
}
