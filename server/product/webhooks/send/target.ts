import { LRUCache } from 'lru-cache'
import { hasValidALabels } from '../../../../base/addresses/a-labels.js'
import type { Endpoint } from './endpoint.js'
import { SendFailure } from './failure.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

/** Where requests to a URL go. Credentials in the URL are left out. */
export interface Target extends Endpoint {
  /** Scheme, host and port. */
  readonly origin: string
  /** With the port, where it is not the scheme's own. */
  readonly host: string
  /** With the query. */
  readonly path: string
  /** Whether it is the address of a receiver of this service. */
  readonly isOwn: boolean
}

/** The number of URLs whose parts are kept. */
const maxKept = 10_000

/**
 * Takes URLs apart. The parts are kept: a URL gets many webhooks, and each would take 2 µs for it. Nothing that is
 * looked up is among them; each connection has its own addresses, and its own check of them.
 *
 * @param isOwnReceiver see {@link Target.isOwn}
 * @returns throws a SendFailure where a text is no http or https address
 */
export function targetReader(isOwnReceiver: (url: string) => boolean): (url: string) => Target {
  const kept = new LRUCache<string, Target>(atMostEntries(maxKept))
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const { protocol, hostname, port, origin, host, pathname, search } = urlOf(text)
    const isOwn = isOwnReceiver(text)
    const target = { protocol, hostname, port, origin, host, path: pathname + search, isOwn }
    kept.set(text, target)
    return target
  }
}

/** @throws SendFailure */
function urlOf(text: string): URL {
  const url = parseUrl(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isWeb && hasValidALabels(url.hostname)) return url
  throw new SendFailure('connection_failed', 'The URL is not an http or https address.')
}
