import { PostsealError } from './errors.js'
import { checkBaseURL, checkMaxRetries, checkTimeout, type ClientOptions } from './options.js'
import { ApiKeys } from './resources/api-keys.js'
import { Events } from './resources/events.js'
import { MessageLogs } from './resources/message-logs.js'
import { Messages } from './resources/messages.js'
import { Projects } from './resources/projects.js'
import { Sending } from './resources/sending.js'
import { Webhooks } from './resources/webhooks.js'
import { Transport } from './transport.js'

/**
 * The client of one Postseal service under one credential. Make it once and share it; it holds no connection
 * and needs no closing.
 */
export class Postseal {
  /** Send messages and read them back. */
  readonly messages: Messages
  /** What became of each recipient. */
  readonly messageLogs: MessageLogs
  /** Everything that happened, in order. */
  readonly events: Events
  /** Have events sent to your endpoints, signed. */
  readonly webhooks: Webhooks
  /** Whether the workspace may send. */
  readonly sending: Sending
  /** Keep one product's mail, live or test, apart from another's. */
  readonly projects: Projects
  /** Issue, list and revoke credentials for servers. */
  readonly apiKeys: ApiKeys

  /** Throws PostsealError where there is no key, an option cannot be meant, or this is a browser. */
  constructor(options: ClientOptions = {}) {
    if (isBrowser() && !options.dangerouslyAllowBrowser) {
      throw new PostsealError(
        'This is a browser, where everybody who opens the page can read the API key. Call Postseal from your ' +
          'server. If you know what you do, set dangerouslyAllowBrowser: true.',
      )
    }
    const apiKey = options.apiKey ?? environment('POSTSEAL_API_KEY')
    if (!apiKey) {
      throw new PostsealError('There is no API key: pass apiKey, or set POSTSEAL_API_KEY in the environment.')
    }
    const transport = new Transport({
      apiKey,
      baseURL: checkBaseURL(options.baseURL ?? environment('POSTSEAL_BASE_URL') ?? 'http://localhost:4000'),
      timeout: checkTimeout(options.timeout ?? 60_000),
      maxRetries: checkMaxRetries(options.maxRetries ?? 2),
      // Looked up at each call, for the tools that trace or mock the global one after this.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    })
    this.messages = new Messages(transport)
    this.messageLogs = new MessageLogs(transport)
    this.events = new Events(transport)
    this.webhooks = new Webhooks(transport)
    this.sending = new Sending(transport)
    this.projects = new Projects(transport)
    this.apiKeys = new ApiKeys(transport)
  }
}

function isBrowser(): boolean {
  return typeof window !== 'undefined' && typeof document !== 'undefined'
}

// An empty variable is how a shell or a compose file says "not set". Browsers and edge workers have no process.
function environment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env[name]?.trim() || undefined
}
