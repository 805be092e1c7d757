import { reportUris } from './report-uris.js'
import { isDmarcRecord, splitTags, type Tag } from './tags.js'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** A deviation of a record from RFC 9989; receivers may still use the rest of the record. */
export interface DmarcFlaw {
  readonly code:
    | 'policy_missing'
    | 'policy_invalid'
    | 'missing_semicolon'
    | 'duplicate_tag'
    | 'invalid_value'
    | 'invalid_uri'
    | 'malformed'
    | 'obsolete_tag'
  /** The tag, or the piece of text that is not a tag. */
  readonly what: string
  readonly value: string
}

/** A record that receivers apply, with the meaning that they see in it. */
export interface DmarcRecord {
  readonly ok: true
  readonly p: DmarcPolicy
  /** Policy for domains below that have no record; `p` counts if it is undefined. */
  readonly sp: DmarcPolicy | undefined
  /** Policy for domains below that do not exist. */
  readonly np: DmarcPolicy | undefined
  /** True for `t=y`: receivers apply a policy one step milder. */
  readonly testing: boolean
  readonly psd: 'y' | 'n' | 'u'
  readonly adkim: 'r' | 's'
  readonly aspf: 'r' | 's'
  readonly fo: string
  /** Plain addresses for aggregate reports. */
  readonly rua: readonly string[]
  readonly ruf: readonly string[]
  readonly flaws: readonly DmarcFlaw[]
}

/** A record that has no effect. */
export interface BrokenDmarcRecord {
  readonly ok: false
  /** The psd tag, which matters for the tree walk even in a record without effect. */
  readonly psd: 'y' | 'n' | 'u'
  /** Empty if the text does not even begin as a DMARC record. */
  readonly flaws: readonly DmarcFlaw[]
}

const policies: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject'])
/** Tags that are gone since RFC 7489 (RFC 9989, appendix C). */
const obsolete: ReadonlySet<string> = new Set(['pct', 'rf', 'ri'])
/** Permitted values of tags that have a few. Case does not matter (RFC 9989, section 4.8). */
const allowed: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    p: /^(none|quarantine|reject)$/i,
    sp: /^(none|quarantine|reject)$/i,
    np: /^(none|quarantine|reject)$/i,
    t: /^[yn]$/i,
    psd: /^[ynu]$/i,
    adkim: /^[rs]$/i,
    aspf: /^[rs]$/i,
    fo: /^[01ds]([ \t]*:[ \t]*[01ds])*$/i,
  }),
)
const policyTags: ReadonlySet<string> = new Set(['p', 'sp', 'np'])

/**
 * Reads a DMARC record as receivers do (RFC 9989, sections 4.7, 4.8 and 4.10.1): unknown tags do not matter, a broken
 * one counts as absent, and without a valid policy the record counts as `p=none` if it asks for reports and as no
 * record if it does not. If a tag occurs twice, the first counts.
 */
export function parseDmarcRecord(text: string): DmarcRecord | BrokenDmarcRecord {
  if (!isDmarcRecord(text)) return { ok: false, psd: 'u', flaws: [] }
  const { tags, malformed } = splitTags(text)
  const flaws = malformed.map((what): DmarcFlaw => ({ code: 'malformed', what, value: '' }))
  const values = new Map<string, string>()
  for (const tag of tags.slice(1)) {
    const flaw = flawOf(tag, values)
    if (flaw !== undefined) flaws.push(flaw)
    if (flaw === undefined || flaw.code === 'invalid_uri') values.set(tag.name, tag.value)
  }
  if (!tags.some(({ name }) => name === 'p')) flaws.push({ code: 'policy_missing', what: 'p', value: '' })
  return interpreted(values, flaws)
}

function flawOf({ name, value }: Tag, before: ReadonlyMap<string, string>): DmarcFlaw | undefined {
  const flaw = (code: DmarcFlaw['code']): DmarcFlaw => ({ code, what: name, value })
  if (before.has(name) || name === 'v') return flaw('duplicate_tag')
  if (obsolete.has(name)) return flaw('obsolete_tag')
  if (name === 'rua' || name === 'ruf') {
    if (/\s[a-z]+\s*=/i.test(value)) return flaw('missing_semicolon')
    return reportUris(value).invalid.length > 0 ? flaw('invalid_uri') : undefined
  }
  const form = allowed.get(name)
  if (form === undefined || form.test(value)) return undefined
  if (/^\S+\s+[a-z]+\s*=/i.test(value)) return flaw('missing_semicolon')
  return flaw(policyTags.has(name) ? 'policy_invalid' : 'invalid_value')
}

function interpreted(
  values: ReadonlyMap<string, string>,
  flaws: readonly DmarcFlaw[],
): DmarcRecord | BrokenDmarcRecord {
  const value = (name: string) => values.get(name)?.toLowerCase()
  const policy = (name: string) => {
    const given = value(name)
    return given !== undefined && policies.has(given) ? (given as DmarcPolicy) : undefined
  }
  const psd = (value('psd') ?? 'u') as 'y' | 'n' | 'u'
  const rua = reportUris(values.get('rua') ?? '').addresses
  const brokenPolicy = flaws.some(({ what, code }) => policyTags.has(what) && code !== 'duplicate_tag')
  if (brokenPolicy && rua.length === 0) return { ok: false, psd, flaws }
  return {
    ok: true,
    p: brokenPolicy ? 'none' : (policy('p') ?? 'none'),
    sp: brokenPolicy ? undefined : policy('sp'),
    np: brokenPolicy ? undefined : policy('np'),
    testing: value('t') === 'y',
    psd,
    adkim: (value('adkim') ?? 'r') as 'r' | 's',
    aspf: (value('aspf') ?? 'r') as 'r' | 's',
    fo: value('fo') ?? '0',
    rua,
    ruf: reportUris(values.get('ruf') ?? '').addresses,
    flaws,
  }
}
