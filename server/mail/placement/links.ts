import { counted, findingsOf, shortened, type Finding } from './finding.js'
import type { Link } from './html-facts.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'

/** Hosts of link shorteners, which spammers like and receivers therefore do not. */
const shorteners = new Set([
  ...['bit.ly', 'buff.ly', 'cutt.ly', 'goo.gl', 'is.gd', 'lnkd.in', 'ow.ly', 'rb.gy', 'rebrand.ly'],
  ...['shorturl.at', 't.co', 't.ly', 'tiny.cc', 'tinyurl.com'],
])

/** Possible faults of a link. The text follows "2 links". */
const faults: Readonly<Record<string, readonly [status: 'warning' | 'failed', is: string, advice: string]>> =
  {
    unsafe: [
      'failed',
      'with a scheme that clients block',
      'Clients take javascript:, data: and file: for an attack: link to a page by https.',
    ],
    relative: [
      'failed',
      'without a host',
      'A mail has no page that an address could be relative to: write all of it, with https.',
    ],
    disguised: [
      'warning',
      'whose text names another host',
      'This is how phishing looks: show words, or the host that the link leads to.',
    ],
    numeric: ['warning', 'to an IP address', 'Filters count it as spam: link to a host name of your own.'],
    international: [
      'warning',
      'to a name beyond ASCII (punycode)',
      'Clients warn of names that look like others: link to a name in ASCII if you have one.',
    ],
    shortener: [
      'warning',
      'through a URL shortener',
      'Receivers do not see where it leads, and block some shorteners: link to the page itself.',
    ],
    insecure: [
      'warning',
      'by http',
      'Others can read and change what is sent, and clients warn of it: use https.',
    ],
    blank: ['warning', 'with a blank', 'Some clients end the address there: write %20 for a blank.'],
  }

/** Judges where links lead: returns a finding for each kind of fault, or one if there is none. */
export function judgeLinks(links: readonly Link[]): Finding[] {
  const check = findingsOf('links')
  const found = new Map<string, { count: number; readonly first: Link }>()
  for (const link of links)
    for (const fault of faultsOf(link)) {
      const known = found.get(fault)
      if (known === undefined) found.set(fault, { count: 1, first: link })
      else known.count += 1
    }
  if (found.size === 0) return [check.ok(links.length === 0 ? 'none' : counted(links.length, 'link'))]
  return Object.entries(faults).flatMap(([fault, [status, is, advice]]) => {
    const seen = found.get(fault)
    if (seen === undefined) return []
    const { count, first } = seen
    const shown = fault === 'disguised' ? `${shortened(first.text)} leads to ` : ''
    return [check[status](`${counted(count, 'link')} ${is}: ${shown}${shortened(first.href)}`, advice)]
  })
}

/**
 * Returns a URL's scheme in lower case, undefined if it has none. Clients remove control characters and blanks before
 * they read it (WHATWG URL).
 */
export function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]?.toLowerCase()
}

const blocked = new Set(['javascript', 'vbscript', 'data', 'file'])

function faultsOf({ href, text }: Link): string[] {
  const address = href.trim()
  if (address === '' || address.startsWith('#')) return []
  const scheme = schemeOf(address)
  if (scheme === undefined) return ['relative']
  if (blocked.has(scheme)) return ['unsafe']
  if (scheme !== 'http' && scheme !== 'https') return []
  const host = parseUrl(address)?.hostname.replace(/\.$/, '')
  // A URL without a host is as good as relative.
  if (host === undefined) return ['relative']
  const shown = shownHost(text)
  return [
    ...(shown !== undefined && !isRelated(shown, host) ? ['disguised'] : []),
    ...(/^(?:\[.*\]|[\d.]+)$/.test(host) ? ['numeric'] : []),
    ...(/(?:^|\.)xn--/.test(host) ? ['international'] : []),
    ...(shorteners.has(withoutWww(host)) ? ['shortener'] : []),
    ...(scheme === 'http' ? ['insecure'] : []),
    ...(/\s/.test(address) ? ['blank'] : []),
  ]
}

/**
 * Returns the host that a text of a link names, if it is written as an address. `Node.js` is a name of another kind.
 */
function shownHost(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  const [, start, host = '', ending = ''] =
    /^(https?:\/\/|www\.)?([a-z0-9.-]+\.([a-z]+))(?:[:/?#]\S*)?$/.exec(written) ?? []
  const isAddress = start !== undefined || /^(?:com|net|org|info|biz|edu|gov|example)$/.test(ending)
  return isAddress && host !== '' ? withoutWww(host) : undefined
}

function isRelated(shown: string, host: string): boolean {
  const other = withoutWww(host)
  return shown === other || shown.endsWith(`.${other}`) || other.endsWith(`.${shown}`)
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}
