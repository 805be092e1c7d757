import type { BodyForm } from '../dkim/body-hash.js'
import { normalizeDomain } from '../../../base/addresses/address.js'
import type { RawField, RawHeader } from '../mime/header/raw-header.js'
import { itemsOf, tagsOf, unfolded } from './tags.js'

/** A DKIM-Signature field that can be checked (RFC 6376, section 3.5). */
export interface Signature {
  readonly domain: string
  readonly selector: string
  readonly algorithm: 'rsa' | 'ed25519'
  readonly headerForm: BodyForm
  readonly bodyForm: BodyForm
  /** Names of the fields that it covers, in lower case. */
  readonly names: readonly string[]
  readonly bodyHash: string
  readonly value: Buffer
  /** True if the signer's address is of the domain itself, not of one below. */
  readonly isExact: boolean
  /** The field without the value of `b`, as it is signed. */
  readonly unsigned: RawField
}

/**
 * A signature that is not checked any further. `neutral`: it does not follow RFC 6376; `permerror`: it names no From
 * field, or stands in a header that programs read differently; `policy`: it is not accepted (see `unaccepted` and
 * `coversShown`); `fail`: the body is another.
 */
export interface UncheckedSignature {
  readonly domain: string | null
  readonly selector: string | null
  readonly result: 'neutral' | 'permerror' | 'policy' | 'fail'
}

/** Signature algorithms. SHA-1 is known, and not accepted. */
const algorithms = new Map<string, Signature['algorithm'] | 'sha1'>([
  ['rsa-sha256', 'rsa'],
  ['ed25519-sha256', 'ed25519'],
  ['rsa-sha1', 'sha1'],
])
/** Canonical forms of header and body. A lone one is the header's (RFC 6376, section 3.5). */
const canonicalizations = new Map<string, readonly [header: BodyForm, body: BodyForm]>([
  ['simple', ['simple', 'simple']],
  ['relaxed', ['relaxed', 'simple']],
  ['simple/simple', ['simple', 'simple']],
  ['simple/relaxed', ['simple', 'relaxed']],
  ['relaxed/simple', ['relaxed', 'simple']],
  ['relaxed/relaxed', ['relaxed', 'relaxed']],
])
/** Names of the DNS: labels of up to 63 octets (RFC 1035, section 2.3.4). */
const selectorForm = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/
/** Base64 with its padding (RFC 4648, section 4): others refuse a signature without it. */
const base64Form = /^(?=.)(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i
/** Longest name in octets, with dots and without the last one. */
const longestName = 253
/** Largest number of fields that a signature may name. */
const maxNames = 1000

/**
 * Reads a signature. It does not guess at forms that others read differently: values are compared as they are.
 *
 * @param header header that contains the field
 * @param now time in milliseconds since 1970
 */
export function readSignature(
  field: RawField,
  header: RawHeader,
  now: number,
): Signature | UncheckedSignature {
  const tags = tagsOf(field.value)
  const tag = (name: string) => tags?.get(name) ?? ''
  const domain = domainIn(tag('d')) ?? null
  const selector = selectorForm.test(tag('s').toLowerCase()) ? tag('s').toLowerCase() : null
  const unchecked = (result: UncheckedSignature['result']) => ({ domain, selector, result })

  const forms = canonicalizations.get(tags?.get('c') ?? 'simple')
  const algorithm = algorithms.get(tag('a'))
  const names = itemsOf(tag('h').toLowerCase())
  const [value, bodyHash] = [unfolded(tag('b')), unfolded(tag('bh'))]
  const isKnown =
    tags !== undefined &&
    tag('v') === '1' &&
    (tags.get('q') ?? 'dns/txt') === 'dns/txt' &&
    names.length <= maxNames
  if (!isKnown || forms === undefined || algorithm === undefined || domain === null || selector === null)
    return unchecked('neutral')
  if (!base64Form.test(value) || !base64Form.test(bodyHash)) return unchecked('neutral')
  // The DNS cannot be queried for such a name: the failure is the signature's, and will not pass.
  if (keyName(selector, domain).length > longestName) return unchecked('neutral')
  const signer = domainOfSigner(tags.get('i'), domain)
  if (signer === undefined) return unchecked('neutral')
  if (!header.isStrict || !names.includes('from')) return unchecked('permerror')
  if (algorithm === 'sha1' || unaccepted(tags, now) || !coversShown(header, names)) return unchecked('policy')
  const [headerForm, bodyForm] = forms
  return {
    ...{ domain, selector, algorithm, headerForm, bodyForm, names, bodyHash },
    value: Buffer.from(value, 'base64'),
    isExact: signer === domain,
    unsigned: { ...field, value: withoutValue(field.value) },
  }
}

/** Returns the name of a key in the DNS (RFC 6376, section 3.6.2.1). */
export function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`
}

/** Seconds by which a signer's clock may be ahead. */
const maxAhead = 36_000

/**
 * Returns whether a signature is refused by its tags. With `l=` anybody can add to what somebody else signed (RFC
 * 6376, section 8.2); and a signature can be expired, or have a time in the future. SHA-1 must not be accepted either
 * (RFC 8301, section 3.1).
 */
function unaccepted(tags: ReadonlyMap<string, string>, now: number): boolean {
  const [made, expiry] = [timeIn(tags.get('t')), timeIn(tags.get('x'))]
  const at = now / 1000
  return (
    tags.has('l') ||
    (made !== undefined && !(made <= at + maxAhead)) ||
    (expiry !== undefined && !(expiry > at && expiry >= (made ?? 0)))
  )
}

/** Returns a time in seconds since 1970; NaN if the value is not one. */
function timeIn(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return /^\d{1,12}$/.test(value) ? Number(value) : NaN
}

/** Returns the domain in `i=`, undefined if it is not within the signing domain. */
function domainOfSigner(signer: string | undefined, domain: string): string | undefined {
  if (signer === undefined) return domain
  const at = signer.lastIndexOf('@')
  const named = at === -1 ? undefined : domainIn(signer.slice(at + 1))
  return named === domain || named?.endsWith(`.${domain}`) === true ? named : undefined
}

/** Returns the domain in a text. A character stands for a byte here, so one beyond ASCII makes it no name. */
function domainIn(text: string): string | undefined {
  return /^[!-~]+$/.test(text) ? normalizeDomain(text) : undefined
}

/** Returns a tag list without the value of `b`, and with everything else unchanged (RFC 6376, section 3.7). */
function withoutValue(list: string): string {
  return list
    .split(';')
    .map((piece) => (/^[ \t\r\n]*b[ \t\r\n]*=/.test(piece) ? piece.slice(0, piece.indexOf('=') + 1) : piece))
    .join(';')
}

/** Fields of a message that a person sees first. A signature that leaves one out says nothing of what they see. */
const shown = ['from', 'subject']

/**
 * Fields that occur in a message once at most (RFC 5322, section 3.6; RFC 2045), and are shown, answered to, or
 * needed to read the body. Somebody could add a second one to the only one that the signer named: the signature
 * covers the lowest, and programs show the first (RFC 6376, section 8.15).
 */
const singular = ['reply-to', 'to', 'cc', 'date', 'message-id', 'content-type', 'content-transfer-encoding']

/**
 * Returns whether a signature covers what is shown: each From and Subject, and each of the other singular fields that
 * it names.
 *
 * @param names names that the signature lists (`h=`), in lower case
 */
function coversShown({ fields }: RawHeader, names: readonly string[]): boolean {
  const isCovered = (name: string) => {
    const values = fields.filter(({ key }) => key === name).map(({ value }) => value)
    // A repetition of the same field changes nothing that is shown; but of two From fields nobody knows which is
    // meant.
    const isOne = name !== 'from' && new Set(values).size === 1
    return (isOne ? 1 : values.length) <= names.filter((each) => each === name).length
  }
  return shown.every(isCovered) && singular.every((name) => !names.includes(name) || isCovered(name))
}
