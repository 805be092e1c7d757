import { withTimeout } from '../../with-timeout.js'
import { nodeStyle, type NodeStyleLookUp } from '../../dns/node-style.js'
import type { Resolver } from '../../dns/resolver.js'
import { aligned } from '../../domains/dmarc/reports/same-organization.js'
import { domainOf } from '../../mail-address.js'
import { SmtpRefusal } from '../../smtp-listener/refusal.js'
import { verifiable } from './verifiable.js'

/** A message with what the connection it came by says of its sender. */
export interface ArrivedMail {
  readonly raw: Buffer
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly clientAddress: string
  /** What the client called itself. */
  readonly helo: string
}

/** Ten look-ups of SPF and some keys, each of which may take long. */
const limitMs = 30_000

type Result = 'pass' | 'fail' | 'later'

/**
 * Sees to it that a report is by who says so: it has to pass DMARC (RFC 9990, section 3), by DKIM or by SPF
 * of a domain that is aligned with that of its From field. Whether that domain has a policy does not matter.
 *
 * @throws Refusal 550 if the report does not pass, 451 if the DNS gives no answer, 552 if the header is too
 *   large
 */
export async function expectAuthentic(mail: ArrivedMail, resolver: Resolver): Promise<void> {
  const { signed, fromAddress } = verifiable(mail.raw)
  if (fromAddress === undefined)
    throw new SmtpRefusal(550, '5.7.1 A report needs one From field with one address')
  const fromDomain = domainOf(fromAddress)
  const lookUp = nodeStyle(resolver, { client: mail.clientAddress })
  // Nearly all reporters sign.
  const byDkim = await inTime(dkimResult(signed, fromDomain, lookUp))
  if (byDkim === 'pass') return
  const bySpf = await inTime(spfResult(mail, fromDomain, lookUp))
  if (bySpf === 'pass') return
  if (byDkim === 'later' || bySpf === 'later')
    throw new SmtpRefusal(
      451,
      '4.7.5 The DNS gave no answer by which to authenticate the report, try again later',
    )
  throw new SmtpRefusal(
    550,
    '5.7.1 A report has to pass DMARC: neither DKIM nor SPF passed for the domain of its From field',
  )
}

async function dkimResult(
  signed: readonly Buffer[],
  fromDomain: string,
  resolver: NodeStyleLookUp,
): Promise<Result> {
  // Not loaded before there is a report: it takes a while.
  const { default: mailauth } = await import('mailauth/lib/dkim/verify.js')
  const found: string[] = []
  for (const raw of signed) {
    const { results } = await mailauth.dkimVerify(raw, { resolver })
    for (const { signingDomain = '', status } of results)
      if (aligned(domainOf(signingDomain), fromDomain, false)) found.push(status.result)
  }
  return resultOf(found)
}

async function spfResult(
  { sender, helo, clientAddress: ip }: ArrivedMail,
  fromDomain: string,
  resolver: NodeStyleLookUp,
): Promise<Result> {
  // Of a message without a sender the client's name counts (RFC 7208, section 2.4).
  if (!aligned(sender === '' ? domainOf(helo) : domainOf(sender), fromDomain, false)) return 'fail'
  const { default: mailauth } = await import('mailauth/lib/spf/index.js')
  const { status } = await mailauth.spf({ sender, helo, ip, resolver, mta: 'localhost' })
  return resultOf([status.result])
}

function resultOf(results: readonly string[]): Result {
  if (results.includes('pass')) return 'pass'
  return results.includes('temperror') ? 'later' : 'fail'
}

function inTime(work: Promise<Result>): Promise<Result> {
  const late = new Error('late')
  return withTimeout(work, limitMs, () => late).catch((error: unknown) => {
    if (error === late) return 'later'
    throw error
  })
}
