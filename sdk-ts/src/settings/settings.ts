import { isHeaders, isRecord, kindOf } from '../arguments/arguments.js'
import { environment } from './environment.js'
import { PostsealError } from '../errors/errors.js'
import { checkLogLevel } from './logger.js'
import {
  checkApiKey,
  checkBaseURL,
  checkFetchOptions,
  checkMaxRetries,
  checkTimeout,
  type ClientOptions,
} from './options.js'
import { checkDefaultHeaders, leavesOut } from '../transport/request-headers.js'
import { similarName } from '../arguments/similar.js'

/** The client options, complete and checked. */
export type Settings = Required<ClientOptions>

/**
 * Completes `options` from the environment and the defaults. Throws PostsealError if there is no key, or an option is
 * invalid.
 */
export function settingsOf(options: ClientOptions): Settings {
  const { fetch, logger, defaultHeaders } = options
  if (fetch !== undefined && typeof fetch !== 'function') throw wrong('fetch', 'a function', fetch)
  if (logger !== undefined && !isLogger(logger)) {
    throw wrong('logger', 'an object with error, warn, info and debug', logger)
  }
  if (defaultHeaders !== undefined && !isHeaders(defaultHeaders)) {
    throw wrong('defaultHeaders', 'an object of names and values', defaultHeaders)
  }
  return {
    apiKey: apiKeyOf(options),
    baseURL: checkBaseURL(options.baseURL ?? environment('POSTSEAL_BASE_URL') ?? 'http://localhost:4000'),
    timeout: checkTimeout(options.timeout ?? 60_000),
    maxRetries: checkMaxRetries(options.maxRetries ?? 2),
    // Looks up the global `fetch` at each call, for tools that trace or mock it later.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    fetchOptions: checkFetchOptions(options.fetchOptions ?? {}),
    defaultHeaders: checkDefaultHeaders({ ...defaultHeaders }),
    logger: logger ?? console,
    logLevel: checkLogLevel(options.logLevel ?? environment('POSTSEAL_LOG') ?? 'warn'),
    dangerouslyAllowBrowser: options.dangerouslyAllowBrowser ?? false,
  }
}

/** Returns the key, or '' if none is needed because the headers remove `Authorization`. */
function apiKeyOf({ apiKey, defaultHeaders = {} }: ClientOptions): string {
  const key = apiKey ?? environment('POSTSEAL_API_KEY')
  return !key && leavesOut(defaultHeaders, 'Authorization') ? '' : checkApiKey(key)
}

/** The names of all options. The compiler checks that none is missing. */
const known = Object.keys({
  apiKey: true,
  baseURL: true,
  timeout: true,
  maxRetries: true,
  fetch: true,
  fetchOptions: true,
  defaultHeaders: true,
  logger: true,
  logLevel: true,
  dangerouslyAllowBrowser: true,
} satisfies Record<keyof Settings, true>)

/** Returns `options`, or throws PostsealError if they are not an object, or one of them does not exist. */
export function checkOptions(options: ClientOptions): ClientOptions {
  if (!isRecord(options)) {
    throw new PostsealError(`The client takes options such as { apiKey }, not ${kindOf(options)}.`)
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return options
  const meant = similarName(unknown, known)
  const hint = meant ? `did you mean ${meant}?` : `there are ${known.join(', ')}.`
  throw new PostsealError(`The client has no option ${unknown}: ${hint}`)
}

function wrong(option: string, expected: string, given: unknown): PostsealError {
  return new PostsealError(`${option} must be ${expected}, not ${kindOf(given)}.`)
}

function isLogger(logger: unknown): boolean {
  const levels = ['error', 'warn', 'info', 'debug']
  return isRecord(logger) && levels.every((level) => typeof logger[level] === 'function')
}

/** Returns the options for a client with `settings`, replaced by those in `changes`. */
export function changed(settings: Settings, changes: ClientOptions): ClientOptions {
  // An undefined option counts as not given. It must not make the new client read the environment again.
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...settings, ...Object.fromEntries(given) }
}
