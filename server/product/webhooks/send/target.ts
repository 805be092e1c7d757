import { hasValidALabels } from '../../../../base/addresses/a-labels.js'
import type { Endpoint } from './endpoint.js'
import { SendFailure } from './failure.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

/** Destination of requests to a URL, without the URL's credentials. */
export interface Target extends Endpoint {
  /** Scheme, host and port. */
  readonly origin: string
  /** Host, with the port if it is not the scheme's own. */
  readonly host: string
  /** Path with the query. */
  readonly path: string
  /** True if the URL is the address of a receiver of this service. */
  readonly isOwn: boolean
}

/**
 * Takes a URL apart.
 *
 * @param isOwn see {@link Target.isOwn}
 * @throws SendFailure if the text is no http or https address
 */
export function targetOf(text: string, isOwn: boolean): Target {
  const { protocol, hostname, port, origin, host, pathname, search } = urlOf(text)
  return { protocol, hostname, port, origin, host, path: pathname + search, isOwn }
}

/** @throws SendFailure */
function urlOf(text: string): URL {
  const url = parseUrl(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isWeb && hasValidALabels(url.hostname)) return url
  throw new SendFailure('connection_failed', 'The URL is not an http or https address.')
}
