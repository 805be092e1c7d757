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
 * A client for one Postseal service with one credential. Create it once and share it. It holds no open connection, so
 * you do not need to close it.
 */
export class Postseal {
  /** Sends messages and reads them back. */
  readonly messages: Messages
  /** The delivery outcome for each recipient. */
  readonly messageLogs: MessageLogs
  /** All recorded events. */
  readonly events: Events
  /** Delivery counts by hour and day. */
  readonly statistics: StatisticsResource
  /** Webhooks send signed events to your endpoints. */
  readonly webhooks: Webhooks
  /** Test endpoints on the service that store the requests they receive, for trying out webhooks. */
  readonly webhookReceivers: WebhookReceivers
  /** The domains that you send from, and the state of their DNS records. */
  readonly domains: Domains
  /** DMARC reports from receivers about mail that uses your domains. */
  readonly dmarc: Dmarc
  /** TLS reports from senders about whether they encrypt mail to your domains. */
  readonly tlsReports: TlsReports
  /** Suppressed addresses, which the service does not send to. */
  readonly suppressions: Suppressions
  /** The people that a project writes to, and their events. */
  readonly contacts: Contacts
  /** Lists that people subscribe to by confirming an e-mail. */
  readonly subscriberLists: SubscriberLists
  /** Kinds of mail that contacts choose for themselves. */
  readonly topics: Topics
  /** Subscriptions to a list, by opt-in. */
  readonly subscriptions: Subscriptions
  /** Segments select contacts by rules. */
  readonly segments: Segments
  /** Campaigns send one mail to many contacts. */
  readonly campaigns: Campaigns
  /** Automations run a series of steps for each contact that triggers them. */
  readonly automations: Automations
  /** Mail that your addresses receive. */
  readonly inbound: Inbound
  /** Deletions erase all data about an address. */
  readonly deletions: Deletions
  /** Mail templates with Liquid variables. */
  readonly templates: Templates
  /** The sending status of the workspace. */
  readonly sending: Sending
  /** Projects separate one product's mail from another's, and live mail from test mail. */
  readonly projects: Projects
  /** API keys are credentials for servers. */
  readonly apiKeys: ApiKeys
  /** The workspace that the credential belongs to, and its settings. */
  readonly workspace: WorkspaceResource
  /** The users of the workspace and their roles. */
  readonly users: Users
  /** The OpenID provider that the workspace's users sign in with. */
  readonly identityProvider: IdentityProviderResource
  /** Sign-in through a workspace's identity provider. */
  readonly signInAuthorizations: SignInAuthorizations
  /** Sign-in links sent by e-mail. Each link signs a user in once. */
  readonly signInLinks: SignInLinks
  /** Sign-in sessions of users. */
  readonly sessions: Sessions
  /** Passkeys on a user's devices, which sign the user in without an e-mail. */
  readonly passkeys: Passkeys
  /** The audit log: who changed what, and from where. */
  readonly auditEvents: AuditEvents

  // A `#private` field, so that logging a client does not print its key.
  readonly #settings: Settings
  readonly #transport: Transport

  /** Creates a client. Throws PostsealError if there is no key, an option is invalid, or the code runs in a browser. */
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
   * Sends a GET request to a path that has no method here, such as a path of a newer service:
   * `client.get('/v1/things', { query })`. Time-outs, retries and errors work as in the other methods. Returns the
   * parsed JSON, or text if the `Accept` header in `headers` asks for another type.
   */
  get<Reply = unknown>(path: string, options: GetOptions = {}): APIPromise<Reply> {
    return this.#transport.request('GET', path, options)
  }

  /** Sends a POST request to a path that has no method here, as `get` does. All attempts use one idempotency key. */
  post<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('POST', path, options)
  }

  /** Sends a PUT request to a path that has no method here, as `post` does. */
  put<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('PUT', path, options)
  }

  /** Sends a PATCH request to a path that has no method here, as `post` does. */
  patch<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('PATCH', path, options)
  }

  /** Sends a DELETE request to a path that has no method here, as `post` does. */
  delete<Reply = unknown>(path: string, options: ChangeOptions = {}): APIPromise<Reply> {
    return this.#transport.request('DELETE', path, options)
  }

  /**
   * Returns another client with this client's options, except the options you pass. Each option you pass replaces this
   * client's value as a whole, including `defaultHeaders`. Throws PostsealError as the constructor does.
   */
  withOptions(options: ClientOptions): Postseal {
    return new Postseal(changed(this.#settings, checkOptions(options)))
  }
}
