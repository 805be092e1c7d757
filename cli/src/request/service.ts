import { isLoopback } from '../profiles/client-config.js'
import { CommandFailure } from '../mistakes.js'

/** A service and the credential for requests to it. */
export interface Service {
  /** The service's URL without a trailing slash. */
  readonly baseUrl: string
  /** The API key, or a session token. */
  readonly apiKey: string | undefined
  /** The project to use if an operation needs one and the user names none. */
  readonly projectId: string | undefined
}

/**
 * Returns the normalized URL of a service.
 *
 * @param where the source of the URL
 * @throws CommandFailure if the text is not a URL
 */
export function checkedBaseUrl(where: string, text: string): string {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? parseUrl(text) : undefined
  if (url === undefined)
    throw new CommandFailure(`${where} takes an address such as https://mail.shop.example, not "${text}".`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new CommandFailure(`${where} takes an address without a user, a password, a query and a fragment.`)
  return url.href.replace(/\/+$/, '')
}

/**
 * Parses a URL. In Node 20 and 22, `URL.canParse()` returns false for some valid URLs once V8 has optimised it.
 *
 * @returns undefined if the text is not a URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Returns a normalized key.
 *
 * @throws CommandFailure if the text cannot be a key. The message does not contain the key.
 */
export function checkedKey(where: string, key: string): string {
  if (!/^[!-~]{1,512}$/.test(key))
    throw new CommandFailure(`${where} is not an API key or the token of a session.`)
  return key
}

/**
 * Returns whether others on the network can read requests to a URL, because they are not encrypted and leave this
 * machine.
 */
export function isOpenToOthers(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl)
}
