import path from 'node:path'
import { isIP } from 'node:net'
import { normalizeAddress, normalizeDomain, isEmailAddress } from '../../../../base/addresses/address.js'
import { getDomain } from 'tldts'
import { feedbackProviders } from '../feedback-providers.js'
import { ConfigError } from '../config-error.js'
import { listOf } from './environment.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

/** Tells whether a text is a domain that another host could look up: it has a dot and is no address. */
function isHostName(text: string): boolean {
  return isIP(text) === 0 && normalizeDomain(text) === text.toLowerCase()
}

/** Values of one variable each: addresses of this service and of others, and secrets. */

/**
 * Returns the name of this service on the internet: the given one, else the host of the public address. A service
 * whose mail stays in the sink needs none, so that a first start can send.
 */
export function hostNameOf(
  name: string,
  text: string | undefined,
  publicUrl: string | undefined,
  staysHere: boolean,
): string {
  if (text !== undefined) {
    if (!isHostName(text))
      throw new ConfigError(`${name} takes a domain such as mail.shop.example, not "${text}".`)
    return text.toLowerCase()
  }
  const hostname = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  if (isHostName(hostname)) return hostname
  if (staysHere) return 'postseal.localhost'
  throw new ConfigError(
    `${name} is required unless POSTSEAL_TRANSPORT is "sink" or POSTSEAL_PUBLIC_URL names a domain.`,
  )
}

/**
 * Returns the sender's address of the service's own mail: the given one, else one of the domain that bounces come
 * back to.
 */
export function addressOf(name: string, text: string | undefined, returnPathDomain: string): string {
  if (text === undefined) return `no-reply@${returnPathDomain}`
  if (!isEmailAddress(text))
    throw new ConfigError(`${name} takes an address such as no-reply@shop.example, not "${text}".`)
  return normalizeAddress(text)
}

export function dnsServersOf(name: string, text: string | undefined): readonly string[] {
  for (const item of listOf(text)) {
    const [, address = item, port = '53'] =
      /^\[?([^[\]]+?)\]?(?::(\d+))?$/.exec(isIP(item) ? `[${item}]` : item) ?? []
    if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) {
      throw new ConfigError(
        `${name} takes addresses such as 192.0.2.53 or [2001:db8::53]:5353, with commas between, not "${item}".`,
      )
    }
  }
  return listOf(text)
}

/** The max length of a zone: the name of an IPv6 address in a list is 64 characters, and a name of the DNS 253. */
const longestZone = 188
const mostBlockLists = 20

/**
 * Reads the zones of DNS block lists.
 *
 * @throws ConfigError without the value: the name of a list that is paid for begins with a key
 */
export function dnsBlockListsOf(name: string, text: string | undefined): readonly string[] {
  const zones = [...new Set(listOf(text).map((item) => item.toLowerCase()))]
  if (zones.length > mostBlockLists || zones.some((zone) => !isHostName(zone) || zone.length > longestZone)) {
    throw new ConfigError(
      `${name} takes domains such as zen.spamhaus.org, with commas between, ${mostBlockLists} at most.`,
    )
  }
  return zones
}

/**
 * Returns the built-in feedback providers and the operator's. Each is a domain, or an address where the
 * domain also hosts people's mailboxes.
 *
 * @throws ConfigError if an item is neither a domain nor an address
 */
export function feedbackProvidersOf(name: string, text: string | undefined): readonly string[] {
  const more = listOf(text).map((item) => item.toLowerCase())
  for (const item of more) {
    const domain = item.slice(item.lastIndexOf('@') + 1)
    const isAddress = item.includes('@')
    if (
      !isHostName(domain) ||
      (isAddress && !isEmailAddress(item)) ||
      (!isAddress && getDomain(item) === null)
    ) {
      throw new ConfigError(
        `${name} takes domains such as fbl.provider.example and addresses, with commas between, not "${item}".`,
      )
    }
  }
  return [...feedbackProviders, ...more]
}

export function secretKeyOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) {
    // The value stays out of the message: it may be a real secret with one letter too many.
    throw new ConfigError(`${name} takes 32 bytes in base64: make one with "openssl rand -base64 32".`)
  }
  return text
}

export function postgresUrlOf(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) {
    // The value stays out of the message: it may hold a password.
    throw new ConfigError(
      `${name} takes a PostgreSQL address such as postgres://user:password@host:5432/postseal.`,
    )
  }
  return text
}

export function redisUrlOf(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !(/^rediss?:\/\/./.test(text) && parseUrl(text) !== undefined)) {
    // The value stays out of the message: it may hold a password.
    throw new ConfigError(`${name} takes a Redis address such as redis://user:password@host:6379/0.`)
  }
  return text
}

/**
 * Reads the name of a restore of the database, such as its date.
 *
 * @throws ConfigError also for a value such as `true`: the next restore would have the same name, and would not be
 *   held
 */
export function restoreNameOf(name: string, text: string | undefined): string | undefined {
  const isSwitch = /^(true|false|yes|no|on|off|0|1)$/i.test(text ?? '')
  if (text !== undefined && (isSwitch || !/^[\w.:+-]{1,100}$/.test(text))) {
    throw new ConfigError(`${name} takes a name for the restore, such as its date 2030-01-31, not "${text}".`)
  }
  return text
}

/**
 * Returns the folder of the ledger. `off` means none. Without a value it is in the data folder of an embedded
 * database.
 *
 * @param dataDir undefined if the database is elsewhere
 */
export function ledgerFolderOf(text: string | undefined, dataDir: string | undefined): string | undefined {
  if (text === 'off') return undefined
  if (text !== undefined) return path.resolve(text)
  return dataDir === undefined ? undefined : path.join(dataDir, 'ledger')
}

export type LogFormat = 'json' | 'pretty'

/**
 * Reads a log level.
 *
 * @throws ConfigError for a level that pino does not know
 */
export function logLevelOf(name: string, text: string | undefined): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (text !== undefined && !levels.includes(text)) {
    throw new ConfigError(`${name} takes one of ${levels.join(', ')}, not "${text}".`)
  }
  return text ?? 'info'
}

/**
 * Reads a log format.
 *
 * @throws ConfigError for an unknown format
 */
export function logFormatOf(name: string, text: string | undefined): LogFormat | undefined {
  if (text !== undefined && text !== 'json' && text !== 'pretty') {
    throw new ConfigError(`${name} takes "json" or "pretty", not "${text}".`)
  }
  return text
}
