import { normalizeDomain } from '../../../base/addresses/address.js'
import { authenticate, notChecked } from '../authentication/authenticate.js'
import { readSignedMail } from '../authentication/signed-mail.js'
import { evaluateSpf } from '../authentication/spf.js'
import { aligned } from '../dmarc/same-organization.js'
import { findDmarcPolicy } from '../dmarc/tree-walk.js'
import { DnsFailure, type Resolver } from '../dns/resolver.js'
import type { CheckedAuth } from '../mime/parsed-mail.js'
import { authorsOf } from '../mime/parse-mail.js'
import type { WalkedMail } from '../mime/body/walk-mail.js'
import { counted, findingsOf, type Finding } from './finding.js'

/** Known facts about a mail's way beside its bytes. */
export interface MailWay {
  /** Resolver; if undefined, the DNS is not queried. */
  readonly resolver?: Resolver | undefined
  /** Envelope sender; if undefined, that of the Return-Path field, if there is one. */
  readonly returnPath?: string | undefined
  /** Known addresses that the mail leaves from. */
  readonly addresses?: readonly string[] | undefined
}

/** Milliseconds that the DNS may take for all queries of a check. */
const dnsMs = 8_000
/** Results of signatures that nothing speaks against. */
const mayBeValid: ReadonlySet<string> = new Set(['pass', 'temperror', 'not_checked'])
/** Number of addresses that are checked. */
const maxAddresses = 4
const notAsked = 'the DNS was not asked'

/** Judges how a mail is authenticated: by DKIM, the return path, SPF and DMARC. */
export async function judgeSender(raw: Uint8Array, walked: WalkedMail, way: MailWay): Promise<Finding[]> {
  const { resolver } = way
  const header = walked.raw ?? { fields: [], isStrict: false }
  const mail = await readSignedMail(header, [raw.subarray(walked.body)])
  const from = authorsOf(walked)
  const fromDomain = normalizeDomain((from[0] ?? '').slice((from[0] ?? '').lastIndexOf('@') + 1))
  const field = header.fields.find(({ key }) => key === 'return-path')?.value
  const returnPath = way.returnPath ?? (field === undefined ? undefined : field.replace(/[\s<>]+/g, ''))
  const returnDomain = normalizeDomain((returnPath ?? '').slice((returnPath ?? '').lastIndexOf('@') + 1))
  const addresses = (way.addresses ?? []).filter((address) => !address.includes('/')).slice(0, maxAddresses)

  // Without an address SPF is left out: for a mail without sender and client name nothing is queried.
  const claims = {
    mail,
    from,
    helo: '',
    sender: addresses.length === 0 ? '' : (returnPath ?? ''),
    clientAddress: addresses[0] ?? '',
  }
  const auth = resolver === undefined ? undefined : await authenticate(claims, resolver, dnsMs)
  const dkim =
    auth?.dkim ??
    mail.signatures.map(({ domain, selector, ...signature }) => ({
      domain,
      selector,
      result: 'result' in signature ? signature.result : ('not_checked' as const),
    }))
  const isSigned = dkim.some(
    ({ domain, result }) => mayBeValid.has(result) && aligned(domain ?? '', fromDomain ?? '', false),
  )
  return [
    judgeSignatures(dkim, fromDomain),
    judgeReturnPath(returnDomain, fromDomain, isSigned),
    await judgeSpf(returnDomain, returnPath, addresses, resolver),
    await judgeDmarc(fromDomain, (auth ?? notChecked).dmarc, addresses.length > 0, resolver),
  ]
}

/** A signature and its result; `not_checked` if it would need the DNS. */
interface CheckedSignature {
  readonly domain: string | null
  readonly selector: string | null
  readonly result: CheckedAuth['dkim'][number]['result'] | 'not_checked'
}

function judgeSignatures(signatures: readonly CheckedSignature[], fromDomain: string | undefined): Finding {
  const check = findingsOf('DKIM')
  if (signatures.length === 0)
    return check.failed(
      'no signature',
      'Sign with a key of the domain in From: Gmail and Yahoo refuse bulk mail that is not signed.',
    )
  const seen = signatures
    .map(
      ({ domain, selector, result }) =>
        `${domain ?? 'no domain'} (${selector ?? 'no selector'}): ${resultWord[result] ?? result}`,
    )
    .join(', ')
  const having = (result: CheckedSignature['result']) =>
    signatures.filter((signature) => signature.result === result)
  const isOwn = ({ domain }: CheckedSignature) => aligned(domain ?? '', fromDomain ?? '', false)
  const valid = having('pass')
  if (valid.some(isOwn)) return check.ok(seen)
  const align = 'Sign with the domain in From: DMARC counts no other.'
  if (valid.length > 0)
    return check.warning(`${seen}, and none is of ${fromDomain ?? 'the domain in From'}`, align)
  if (having('not_checked').length > 0)
    return having('not_checked').some(isOwn) ? check.skipped(seen) : check.warning(seen, align)
  if (having('temperror').length > 0) return check.skipped(`${seen}: the DNS gave no answer`)
  if (having('fail').length > 0)
    return check.failed(seen, 'The mail was changed after it was signed, or the published key is another.')
  return check.failed(seen, 'Publish the key of this selector, and sign with rsa-sha256 or ed25519-sha256.')
}

const resultWord: Readonly<Partial<Record<CheckedSignature['result'], string>>> = {
  pass: 'valid',
  fail: 'not valid',
  policy: 'not acceptable',
  neutral: 'not readable',
  permerror: 'no usable key is published',
  temperror: 'unknown',
  not_checked: notAsked,
}

function judgeReturnPath(
  domain: string | undefined,
  fromDomain: string | undefined,
  isSigned: boolean,
): Finding {
  const check = findingsOf('return path')
  if (domain === undefined) return check.skipped('not known: the mail has no Return-Path')
  if (aligned(domain, fromDomain ?? '', false)) return check.ok(`${domain}, as From`)
  const seen = `${domain}, not ${fromDomain ?? 'a domain in From'}`
  if (isSigned) return check.ok(`${seen}: DMARC goes by the signature`)
  return check.warning(seen, 'SPF does not count for DMARC then: a signature of the domain in From must.')
}

async function judgeSpf(
  domain: string | undefined,
  returnPath: string | undefined,
  addresses: readonly string[],
  resolver: Resolver | undefined,
): Promise<Finding> {
  const check = findingsOf('SPF')
  if (domain === undefined) return check.skipped('the return path is not known')
  if (resolver === undefined) return check.skipped(notAsked)
  try {
    const { records } = await resolver.txt(domain)
    const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record))
    if (found.length === 0)
      return check.failed(
        `${domain} has no record`,
        `Publish one that allows the addresses that mail leaves from.`,
      )
    if (found.length > 1)
      return check.failed(
        `${domain} has ${found.length} records`,
        'Join them: several count as none (RFC 7208).',
      )
    if (addresses.length === 0) return check.ok(`${domain} has a record; where mail leaves from is not known`)
    for (const ip of addresses) {
      const sender = returnPath?.includes('@') === true ? returnPath : `postmaster@${domain}`
      const { result } = await evaluateSpf({ sender, helo: domain, ip, mta: 'localhost' }, resolver)
      if (result === 'temperror') return check.skipped(`${domain}: the DNS gave no answer`)
      if (result !== 'pass')
        return check.failed(
          `${ip} for ${domain}: ${result}`,
          'Allow this address in the record of the return path.',
        )
    }
    return check.ok(`${domain} allows ${addresses.join(', ')}`)
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error
    return check.skipped(error.message)
  }
}

async function judgeDmarc(
  domain: string | undefined,
  { result }: CheckedAuth['dmarc'],
  isSpfKnown: boolean,
  resolver: Resolver | undefined,
): Promise<Finding> {
  const check = findingsOf('DMARC')
  if (domain === undefined) return check.skipped('From has no domain')
  if (resolver === undefined) return check.skipped(notAsked)
  const found = await findDmarcPolicy(domain, resolver)
  const publish = `Publish a record at _dmarc.${domain}, such as "v=DMARC1; p=none": Gmail and Yahoo demand it of bulk mail.`
  switch (found.state) {
    case 'unknown':
      return check.skipped(found.failure.message)
    case 'several':
      return check.failed(
        `${counted(found.several.length, 'name')} with more than one record: ${found.several.join(', ')}`,
        'Keep one: several count as none.',
      )
    case 'none':
      return check.warning(`${domain} has no record`, publish)
  }
  const { record, domain: at } = found
  const seen = `${at}: ${record}`
  switch (result) {
    case 'pass':
      return check.ok(`${seen} – met`)
    case 'none':
      return check.failed(seen, `This record has no effect. ${publish}`)
    case 'fail':
      return check.failed(
        `${seen} – not met`,
        `No valid signature is of ${domain}${isSpfKnown ? ', nor is a return path that SPF allows' : '; only SPF could meet it'}.`,
      )
    default:
      return check.skipped(`${seen}: whether it is met is not known`)
  }
}
