import { isLoopback } from '../profiles/client-config.js'
import { CommandFailure } from '../mistakes.js'

/** A service and the credential to ask it with. */
export interface Service {
  /** The service's URL without a slash at its end. */
  readonly baseUrl: string
  /** The API key, or the token of a session. */
  readonly apiKey: string | undefined
  /** The project to use if an operation needs one and none is named. */
  readonly projectId: string | undefined
}

/**
 * Returns the address of a service in the form in which it is used.
 *
 * @param where the source of the address
 * @throws CommandFailure if the text is none
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
 * Parses a URL. In Node 20 and 22 `URL.canParse()` says no to some, once it is compiled for speed.
 *
 * @returns undefined if the text is none
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Returns a key in the form in which it is used.
 *
 * @throws CommandFailure if it cannot be one. The key is not in the message.
 */
export function checkedKey(where: string, key: string): string {
  if (!/^[!-~]{1,512}$/.test(key))
    throw new CommandFailure(`${where} is not an API key or the token of a session.`)
  return key
}

/**
 * Tells whether others can read requests to an address on their way: they are not encrypted, and leave this machine.
 */
export function isOpenToOthers(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl)
}
