import { isBrowser } from './settings/environment.js'
import { PostsealError } from './errors/errors.js'
import type { APIPromise } from './calls/api-promise.js'
import type { ClientOptions } from './settings/options.js'
import type { ChangeOptions, GetOptions } from './transport/plain-request.js'
import { ApiKeys } from './resources/api-keys.js'
import { AuditEvents } from './resources/audit-events.js'
import { Automations } from './resources/automations.js'
import { Campaigns } from './resources/campaigns.js'
import { Contacts } from './resources/contacts.js'
import { Deletions } from './resources/deletions.js'
import { Dmarc } from './resources/dmarc.js'
import { Domains } from './resources/domains.js'
import { Events } from './resources/events.js'
import { IdentityProviderResource } from './resources/identity-provider.js'
import { Inbound } from './resources/inbound.js'
import { MessageLogs } from './resources/message-logs.js'
import { Messages } from './resources/messages.js'
import { Passkeys } from './resources/passkeys.js'
import { Projects } from './resources/projects.js'
import { Segments } from './resources/segments.js'
import { Sending } from './resources/sending.js'
import { Sessions } from './resources/sessions.js'
import { SignInAuthorizations } from './resources/sign-in-authorizations.js'
import { SignInLinks } from './resources/sign-in-links.js'
import { StatisticsResource } from './resources/statistics.js'
import { SubscriberLists } from './resources/subscriber-lists.js'
import { Topics } from './resources/topics.js'
import { Subscriptions } from './resources/subscriptions.js'
import { Suppressions } from './resources/suppressions.js'
import { Templates } from './resources/templates.js'
import { TlsReports } from './resources/tls-reports.js'
import { Users } from './resources/users.js'
import { WebhookReceivers } from './resources/webhook-receivers.js'
import { Webhooks } from './resources/webhooks.js'
import { WorkspaceResource } from './resources/workspace.js'
import { changed, checkOptions, settingsOf, type Settings } from './settings/settings.js'
import { Transport } from './transport/transport.js'

/**
 * The client of one Postseal service under one credential. Make it once and share it; it holds no connection
 * and needs no closing.
 */
export class Postseal {
  /** Send messages and read them back. */
  readonly messages: Messages
  /** Outcomes of each recipient. */
  readonly messageLogs: MessageLogs
  /** Everything that happened. */
  readonly events: Events
  /** Counts of the outcomes of mail, by hour and day. */
  readonly statistics: StatisticsResource
  /** Have events sent to your endpoints, signed. */
  readonly webhooks: Webhooks
  /** Addresses of the service that store the requests they receive, to try webhooks with. */
  readonly webhookReceivers: WebhookReceivers
  /** The domains that you send from, and the state of their DNS. */
  readonly domains: Domains
  /** Reports of receivers about mail in your domains' name. */
  readonly dmarc: Dmarc
  /** Reports of senders on whether their mail to your domains is encrypted. */
  readonly tlsReports: TlsReports
  /** Addresses that nothing is sent to. */
  readonly suppressions: Suppressions
  /** The people that a project writes to, and what they did. */
  readonly contacts: Contacts
  /** Lists that people subscribe to by confirming a mail. */
  readonly subscriberLists: SubscriberLists
  /** Kinds of mail that contacts choose for themselves. */
  readonly topics: Topics
  /** Subscribers of a list, by opt-in. */
  readonly subscriptions: Subscriptions
  /** Rules that select contacts. */
  readonly segments: Segments
  /** One mail to many contacts. */
  readonly campaigns: Campaigns
  /** Series of steps for each contact that triggers them. */
  readonly automations: Automations
  /** Mail that comes to addresses of yours. */
  readonly inbound: Inbound
  /** Erase all data about an address. */
  readonly deletions: Deletions
  /** Mail with gaps for values, in Liquid. */
  readonly templates: Templates
  /** The status that tells whether the workspace may send. */
  readonly sending: Sending
  /** Projects keep one product's mail, live or test, apart from another's. */
  readonly projects: Projects
  /** API keys are credentials for servers. */
  readonly apiKeys: ApiKeys
  /** The credential's workspace and its settings. */
  readonly workspace: WorkspaceResource
  /** The people of the workspace and their roles. */
  readonly users: Users
  /** The OpenID provider by which people of the workspace sign in. */
  readonly identityProvider: IdentityProviderResource
  /** Signing in by the identity provider of a workspace. */
  readonly signInAuthorizations: SignInAuthorizations
  /** Links by mail, each of which signs a user in once. */
  readonly signInLinks: SignInLinks
  /** Users who are signed in. */
  readonly sessions: Sessions
  /** Keys of a user's devices, which sign the user in without a mail. */
  readonly passkeys: Passkeys
  /** The audit log: what was changed, by whom and from where. */
  readonly auditEvents: AuditEvents

  // Private by the language, so that logging a client does not print its key.
  readonly #settings: Settings
  readonly #transport: Transport

  /** Throws PostsealError if there is no key, an option makes no sense, or this is a browser. */
  constructor(options: ClientOptions = {}) {
    if (isBrowser() && !checkOptions(options).dangerouslyAllowBrowser) {
      throw new PostsealError(
        'This is a browser, where everybody who opens the page can read the API key. Call Postseal from your ' +
          'server. If you know what you are doing, set dangerouslyAllowBrowser: true.',
      )
    }
    this.#settings = settingsOf(checkOptions(options))
    const transport = new Transport(this.#settings)
    this.#transport = transport
    this.messages = new Messages(transport)
    this.messageLogs = new MessageLogs(transport)
    this.events = new Events(transport)
    this.statistics = new StatisticsResource(transport)
    this.webhooks = new Webhooks(transport)
    this.webhookReceivers = new WebhookReceivers(transport)
    this.domains = new Domains(transport)
    this.dmarc = new Dmarc(transport)
    this.tlsReports = new TlsReports(transport)
    this.suppressions = new Suppressions(transport)
    this.contacts = new Contacts(transport)
    this.subscriberLists = new SubscriberLists(transport)
    this.topics = new Topics(transport)
    this.subscriptions = new Subscriptions(transport)
    this.segments = new Segments(transport)
    this.campaigns = new Campaigns(transport)
    this.automations = new Automations(transport)
    this.inbound = new Inbound(transport)
    this.deletions = new Deletions(transport)
    this.templates = new Templates(transport)
    this.sending = new Sending(transport)
    this.projects = new Projects(transport)
    this.apiKeys = new ApiKeys(transport)
    this.workspace = new WorkspaceResource(transport)
    this.users = new Users(transport)
    this.identityProvider = new IdentityProviderResource(transport)
    this.signInAuthorizations = new SignInAuthorizations(transport)
    this.signInLinks = new SignInLinks(transport)
    this.sessions = new Sessions(transport)
    this.passkeys = new Passkeys(transport)
    this.auditEvents = new AuditEvents(transport)
  }

  /**
   * Reads a path that has no method here, such as one of a newer service: `client.get('/v1/things', { query })`. Time-outs,
   * retries and errors are those of the other methods. The reply is the parsed JSON, or text where `headers` ask for
   * another type by `Accept`.
   */
  get<Reply = unknown>(path: string, options: GetOptions = {}): APIPromise<Reply> {
    return this.#transport.request('GET', path, options)
  }

  /** Posts to a path that has no method here, as `get` reads one, under one idempotency key for all attempts. */
  post<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('POST', path, options)
  }

  /** Puts to a path that has no method here, as `post` does. */
  put<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('PUT', path, options)
  }

  /** Sends a PATCH to a path that has no method here, as `post` does. */
  patch<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('PATCH', path, options)
  }

  /** Sends a DELETE to a path that has no method here, as `post` does. */
  delete<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('DELETE', path, options)
  }

  /**
   * Returns another client, with the options of this one except those that are given. An option replaces this
   * client's as a whole, `defaultHeaders` too. Throws PostsealError as the constructor does.
   */
  withOptions(options: ClientOptions): Postseal {
    return new Postseal(changed(this.#settings, checkOptions(options)))
  }
}
