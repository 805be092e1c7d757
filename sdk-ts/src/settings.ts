import { environment } from './environment.js'
import { PostsealError } from './errors.js'
import { checkLogLevel } from './logger.js'
import { checkBaseURL, checkMaxRetries, checkTimeout, type ClientOptions } from './options.js'
import { checkDefaultHeaders } from './request-headers.js'

/** A client's options, each decided and checked. */
export type Settings = Required<ClientOptions>

/**
 * Decides what `options` leave open, by the environment and the defaults.
 * Throws PostsealError where there is no key, or an option cannot be meant.
 */
export function settingsOf(options: ClientOptions): Settings {
  const apiKey = options.apiKey ?? environment('POSTSEAL_API_KEY')
  if (!apiKey) {
    throw new PostsealError('There is no API key: pass apiKey, or set POSTSEAL_API_KEY in the environment.')
  }
  return {
    apiKey,
    baseURL: checkBaseURL(options.baseURL ?? environment('POSTSEAL_BASE_URL') ?? 'http://localhost:4000'),
    timeout: checkTimeout(options.timeout ?? 60_000),
    maxRetries: checkMaxRetries(options.maxRetries ?? 2),
    // Looked up at each call, for the tools that trace or mock the global one after this.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    defaultHeaders: checkDefaultHeaders({ ...options.defaultHeaders }),
    logger: options.logger ?? console,
    logLevel: checkLogLevel(options.logLevel ?? environment('POSTSEAL_LOG') ?? 'warn'),
    dangerouslyAllowBrowser: options.dangerouslyAllowBrowser ?? false,
  }
}

/** Returns the options of a client like that of `settings`, but for what `changes` give. */
export function changed(settings: Settings, changes: ClientOptions): ClientOptions {
  // An option that is undefined was not given: it must not send the new client back to the environment.
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...settings, ...Object.fromEntries(given) }
}
