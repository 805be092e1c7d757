import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { addressGuard, type AddressGuard } from '../../../mail/network/address-guard.js'
import { contains } from '../../../mail/network/address-ranges.js'
import { guardedLookup, withLoopbackNames } from '../../../mail/network/guarded-lookup.js'
import { replyTo } from '../../../mail/network/reply-to.js'
import { version } from '../../../platform/config/version.js'

/** Longest reply of a provider that is read, in bytes. */
const maxBytes = 1_000_000

/** Milliseconds that a provider may take to answer a request. */
const limitMs = 10_000

/** Thrown if the provider could not be reached. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

export interface ProviderFetchOptions {
  readonly resolver: Pick<Resolver, 'addresses'>
  /** Ranges of non-public addresses at which providers are allowed, also without TLS. */
  readonly allowed: readonly string[]
}

/** A request as openid-client makes it. */
interface ProviderRequest {
  readonly method?: string
  readonly headers?: unknown
  readonly body?: string | URLSearchParams | null
  readonly signal?: AbortSignal | null
}

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>

/**
 * Makes a fetch for requests to providers, whose addresses workspaces name. It connects only to the public internet
 * and to allowed ranges, and checks the address in the connection's own look-up, so that no name leads elsewhere a
 * moment later (SSRF, DNS rebinding). Plain http goes to allowed ranges alone. Redirects are not followed.
 */
export function providerFetch({ resolver, allowed }: ProviderFetchOptions): ProviderFetch {
  const guard = addressGuard(allowed)
  const within: AddressGuard = (address) => allowed.some((range) => contains(range, address))
  const names = withLoopbackNames(resolver)
  return async (text, { method = 'GET', headers, body, signal }) => {
    const url = new URL(text)
    const secure = url.protocol === 'https:'
    if (!secure && url.protocol !== 'http:')
      throw new ProviderAway(`${url.protocol} is no address of the web`)
    const allows = secure ? guard : within
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // Node does not look up a host that is an address.
    if (isIP(host) !== 0 && !allows(host)) throw new ProviderAway(`${host} is not on the public internet`)
    const late = AbortSignal.timeout(limitMs)
    const send = secure ? httpsRequest : httpRequest
    const request = send(url, {
      method,
      headers: {
        ...Object.fromEntries(new Headers(headers as Headers)),
        'User-Agent': `Postseal/${version}`,
      },
      lookup: guardedLookup(names, allows),
      agent: false,
      signal: signal == null ? late : AbortSignal.any([signal, late]),
    })
    request.end(body == null ? undefined : String(body))
    const reply = await replyTo(request).catch((cause: Error) => {
      throw new ProviderAway(cause.message, { cause })
    })
    return new Response(await bodyOf(reply), {
      status: reply.statusCode ?? 502,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
}

async function bodyOf(reply: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) throw new ProviderAway(`the reply is longer than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof ProviderAway ? cause : new ProviderAway((cause as Error).message, { cause })
  }
  const status = reply.statusCode ?? 0
  return status === 204 || status === 304 ? null : Buffer.concat(chunks)
}
