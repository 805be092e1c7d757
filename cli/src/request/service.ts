import { isLoopback } from '../profiles/client-config.js'
import { CommandFailure } from '../mistakes.js'

/** A service that is asked, and by whom. */
export interface Service {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The API key, or the token of a session. */
  readonly apiKey: string | undefined
  /** The project that is meant where an operation needs one and none is named. */
  readonly projectId: string | undefined
}

/**
 * The address of a service as it is used.
 *
 * @param where what it was given for
 * @throws CommandFailure where it is none
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
 * @returns undefined where it is none
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * A key as it is used.
 *
 * @throws CommandFailure where it cannot be one. It is not in the message.
 */
export function checkedKey(where: string, key: string): string {
  if (!/^[!-~]{1,512}$/.test(key))
    throw new CommandFailure(`${where} is not an API key or the token of a session.`)
  return key
}

/** Whether what is sent to an address can be read on its way: it is not encrypted, and leaves this machine. */
export function isOpenToOthers(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl)
}
