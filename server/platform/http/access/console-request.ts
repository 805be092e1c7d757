import type { IncomingHttpHeaders } from 'node:http'
import { isLoopbackName, isLoopbackUrl } from '../../../mail/network/address-ranges.js'
import { hostOf } from '../connection/request-head.js'

/**
 * Recognizes requests from pages of the service itself. Their session is in a cookie, which a browser sends whatever
 * page made the request. So a cookie counts only if the request shows that it comes from a page of the service's own
 * origin: it has a header that no form can set, and the browser says (Fetch Metadata: `Sec-Fetch-Site`) or its
 * `Origin` does (RFC 6454, section 7) that the page is of this origin. The API has no CORS, so no other page can set
 * the header.
 */
export interface ConsoleRequests {
  /** Judges a request by its header fields. */
  judge(headers: IncomingHttpHeaders): ConsoleVerdict
  /** Returns a value of `Set-Cookie` that puts a session into the cookie. */
  cookieOf(token: string): string
  /** A value of `Set-Cookie` that removes the cookie. */
  readonly removedCookie: string
}

export type ConsoleVerdict =
  /** The request comes from a page of the service. Its cookie counts, if it has one. */
  | { readonly fromConsole: true; readonly token: string | undefined }
  /** The request does not come from such a page. `refusal` says why, if the request has the header or the cookie. */
  | { readonly fromConsole: false; readonly refusal?: string }

/** The verdict on a request with neither a cookie nor the header. */
const fromElsewhere: ConsoleVerdict = { fromConsole: false }

/** The cookie's age: that of the longest session. A browser keeps no cookie longer than 400 days. */
const maxAgeSeconds = 30 * 24 * 60 * 60

/**
 * Makes the judge of requests.
 *
 * @param publicUrl the URL by which the service is reached from outside
 */
export function consoleRequests(publicUrl: string): ConsoleRequests {
  const { protocol, origin, port } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  // The prefix keeps other hosts of the same site from setting it (RFC 6265bis, section 4.1.3.2). Browsers take it
  // with `Secure` only, which plain http on this machine cannot have. Cookies do not tell ports apart, so the name
  // does.
  const name = isSecure ? '__Host-postseal' : `postseal_${port === '' ? '80' : port}`
  const attributes = `Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Strict`
  const staysHere = isLoopbackUrl(publicUrl)
  const unprotected =
    `The console needs https: on its way ${staysHere ? 'here' : `to ${origin}`} anybody could read the session in its ` +
    'cookie. Set POSTSEAL_PUBLIC_URL to the https address, or open the console on the machine of the service.'

  function objection(headers: IncomingHttpHeaders): string | undefined {
    // A cookie without `Secure` is for this machine, whatever name a proxy or a forged DNS entry has given it.
    if (!isSecure && !(staysHere && isLoopbackHost(headers))) return unprotected
    const site = headers['sec-fetch-site']
    if (site !== undefined) {
      return site === 'same-origin' ? undefined : 'This request comes from a page of another origin.'
    }
    if (headers.origin === undefined || headers.origin === origin) return undefined
    return `This request comes from a page of another origin than ${origin}.`
  }

  return {
    judge: (headers) => {
      if (headers.cookie === undefined && headers['postseal-console'] === undefined) return fromElsewhere
      const tokens = valuesOf(headers.cookie, name)
      if (headers['postseal-console'] === undefined) {
        if (tokens.length === 0) return { fromConsole: false }
        return {
          fromConsole: false,
          refusal: 'A session cookie is accepted only with the header Postseal-Console.',
        }
      }
      const refusal = objection(headers)
      if (refusal !== undefined) return { fromConsole: false, refusal }
      if (tokens.length > 1)
        return { fromConsole: false, refusal: `The request has more than one cookie ${name}.` }
      return { fromConsole: true, token: tokens[0] }
    },
    cookieOf: (token) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    removedCookie: `${name}=; Max-Age=0; ${attributes}`,
  }
}

/** Tells whether a request is for a loopback host. A request of HTTP/1.0 may name no host. */
function isLoopbackHost(headers: IncomingHttpHeaders): boolean {
  if (headers.host === undefined) return true
  const host = hostOf({ headers })
  return host !== undefined && isLoopbackName(host.name)
}

/**
 * Returns all values of a cookie (RFC 6265, section 5.4). Libraries return the first one, which may be somebody
 * else's.
 */
function valuesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.trim().split('=')
    return key === name ? [value.join('=')] : []
  })
}
