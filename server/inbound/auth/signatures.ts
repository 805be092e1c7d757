import { normalizeDomain } from '../../mail-address.js'
import type { BodyForm } from './body-hash.js'
import { tagsOf } from './tags.js'

/** A DKIM-Signature field that can be checked (RFC 6376, section 3.5). */
export interface Signature {
  readonly domain: string
  readonly selector: string
  readonly algorithm: 'rsa' | 'ed25519'
  readonly headerForm: BodyForm
  readonly bodyForm: BodyForm
  /** The names of the fields that it covers, in lower case. */
  readonly names: readonly string[]
  readonly bodyHash: string
  readonly value: Buffer
  /** Whether the signer's address is of the domain itself, not of one below. */
  readonly isExact: boolean
  /** The field without the value of `b`, as it is signed. */
  readonly unsigned: string
}

/**
 * One that is not checked. `neutral`: it is not as RFC 6376 has it; `permerror`: it covers no From field;
 * `policy`: it is not accepted (see `unaccepted`).
 */
export interface UncheckedSignature {
  readonly domain: string | null
  readonly selector: string | null
  readonly result: 'neutral' | 'permerror' | 'policy'
}

const forms: ReadonlySet<string> = new Set(['simple', 'relaxed'])
/** Names of the DNS: labels of up to 63 octets (RFC 1035, section 2.3.4). */
const selectorForm = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/
/** The longest name in octets, with dots and without the last one. */
const longestName = 253
/** The max number of fields that a signature may name. */
const maxNames = 1000

/**
 * Reads a signature.
 *
 * @param field the whole field, with its name and CRLF in it as it came
 * @param now in milliseconds since 1970
 */
export function readSignature(field: string, now: number): Signature | UncheckedSignature {
  const list = field.slice(field.indexOf(':') + 1)
  const tags = tagsOf(list)
  const tag = (name: string) => tags?.get(name) ?? ''
  const domain = normalizeDomain(tag('d')) ?? null
  const selector = selectorForm.test(tag('s').toLowerCase()) ? tag('s').toLowerCase() : null
  const unchecked = (result: UncheckedSignature['result']) => ({ domain, selector, result })

  const [headerForm = '', bodyForm = 'simple'] = (tag('c') || 'simple').toLowerCase().split('/')
  const [algorithm, digest] = tag('a').toLowerCase().split('-')
  const names = tag('h').toLowerCase().split(':')
  const isKnown =
    tags !== undefined &&
    tag('v') === '1' &&
    forms.has(headerForm) &&
    forms.has(bodyForm) &&
    (algorithm === 'rsa' || algorithm === 'ed25519') &&
    (tag('q') || 'dns/txt').toLowerCase().split(':').includes('dns/txt')
  if (!isKnown || domain === null || selector === null || tag('b') === '' || tag('bh') === '')
    return unchecked('neutral')
  // The DNS cannot be asked about it: that failure is the signature's, and none that may be over another time.
  if (keyName(selector, domain).length > longestName) return unchecked('neutral')
  const signer = domainOfSigner(tag('i'), domain)
  if (signer === undefined || names.length > maxNames) return unchecked('neutral')
  if (!names.includes('from')) return unchecked('permerror')
  if (unaccepted(tags, digest, now)) return unchecked('policy')
  return {
    domain,
    selector,
    algorithm,
    headerForm: headerForm as BodyForm,
    bodyForm: bodyForm as BodyForm,
    names,
    bodyHash: tag('bh'),
    value: Buffer.from(tag('b'), 'base64'),
    isExact: signer === domain,
    unsigned: field.slice(0, field.indexOf(':') + 1) + withoutValue(list),
  }
}

/** The name that the DNS has a key under (RFC 6376, section 3.6.2.1). */
export function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`
}

/**
 * With `l=` anybody can add to what somebody else signed (RFC 6376, section 8.2); SHA-1 must not be accepted
 * (RFC 8301, section 3.1); and a signature can expire.
 */
function unaccepted(tags: ReadonlyMap<string, string>, digest: string | undefined, now: number): boolean {
  const expiry = tags.get('x')
  return (
    tags.has('l') ||
    digest !== 'sha256' ||
    (expiry !== undefined && !(/^\d{1,12}$/.test(expiry) && Number(expiry) * 1000 > now))
  )
}

/** The domain in `i=`, undefined where it is not within the signing domain. */
function domainOfSigner(signer: string, domain: string): string | undefined {
  if (signer === '') return domain
  const named = normalizeDomain(signer.slice(signer.lastIndexOf('@') + 1))
  return named === domain || named?.endsWith(`.${domain}`) === true ? named : undefined
}

/** A tag list without the value of `b`, and with everything else as it is (RFC 6376, section 3.7). */
function withoutValue(list: string): string {
  return list
    .split(';')
    .map((piece) => (/^\s*b\s*=/.test(piece) ? piece.slice(0, piece.indexOf('=') + 1) : piece))
    .join(';')
}
