import type { components } from '../../../../generated/api-types.js'
import { mailboxProviderOf } from '../../../mail/mailbox-domains.js'
import type { RelayConfig } from '../../../platform/config/transport.js'
import type { DomainRecord } from '../check/record-check.js'
import { spamRateLimits } from '../reputation/spam-rates.js'
import { presentReturnPath } from '../return-path/lifecycle.js'
import type { DomainRow } from '../domain-rows.js'
import type { SendingSetup } from '../sending-setup.js'

type Schemas = components['schemas']
type DomainRule = Schemas['DomainRule']
type Judgement = Pick<DomainRule, 'status' | 'message' | 'advice'>

/** A domain, with the settings of the service that decide how its mail leaves. */
export interface RuledDomain {
  readonly row: DomainRow
  /** Records as of the last check. */
  readonly records: readonly DomainRecord[]
  readonly setup: SendingSetup
  /** URL by which the service is reached from outside. */
  readonly publicUrl: string
  /** TLS setting of the relay; undefined if mail does not leave by a relay. */
  readonly relayTls: RelayConfig['tls'] | undefined
  /**
   * Problem of each source that keeps it from being used, null for a usable one; empty if the operator names no
   * sources.
   */
  readonly sourceProblems: readonly (string | null)[]
  /** Most mails that one provider has accepted in a day. */
  readonly mostMails: number
  /** Worst rate of the last seven days that a provider has given the operator; undefined if none has. */
  readonly spamRate: { readonly day: string; readonly rate: number } | undefined
  /** Figures of the workspace's live mail in the last 24 hours. */
  readonly sending: Pick<Schemas['SendingWindow'], 'settled' | 'complaint_rate'>
}

const holds = (message: string, advice: string | null = null): Judgement => ({
  status: 'holds',
  message,
  advice,
})
const broken = (message: string, advice: string | null): Judgement => ({ status: 'broken', message, advice })
const unknown = (message: string, advice: string | null = null): Judgement => ({
  status: 'unknown',
  message,
  advice,
})
const inTheSink: Judgement = { status: 'not_needed', message: 'All mail goes to the sink.', advice: null }

/**
 * Returns the rules of mailbox providers, each with a verdict on the domain's mail. Nothing in this file asks or
 * writes.
 */
export function judgeRules(domain: RuledDomain): DomainRule[] {
  const { row, sourceProblems } = domain
  const enforcedWhere = (isEnforced: boolean) => (isEnforced ? 'enforced' : 'warned')
  return [
    { code: 'dkim', enforcement: 'enforced', ...judgeDkim(domain) },
    { code: 'spf', enforcement: 'warned', ...judgeSpf(domain) },
    { code: 'dmarc', enforcement: enforcedWhere(row.bulk_since !== null), ...judgeDmarc(domain) },
    {
      code: 'reverse_dns',
      enforcement: enforcedWhere(sourceProblems.length > 0),
      ...judgeReverseDns(domain),
    },
    { code: 'tls', enforcement: 'warned', ...judgeTls(domain) },
    { code: 'one_click', enforcement: 'enforced', ...judgeOneClick(domain) },
    { code: 'unsubscribe_link', enforcement: 'enforced', ...refusedWithoutLink },
    { code: 'spam_rate', enforcement: 'enforced', ...judgeSpamRate(domain) },
    { code: 'sender_domain', enforcement: 'enforced', ...judgeSenderDomain(domain) },
  ]
}

const isLost = ({ status }: DomainRecord) => status === 'missing' || status === 'wrong'

function judgeDkim({ row, records }: RuledDomain): Judgement {
  const keys = records.filter(({ kind, need }) => kind === 'dkim' && need === 'required')
  const lost = keys.find(isLost)
  if (lost !== undefined) return broken(`The DKIM record ${lost.name} is ${lost.status}.`, lost.advice)
  if (keys.length === 0 || keys.some(({ status }) => status !== 'ok'))
    return unknown('It is not known yet whether the DKIM record is published.', keys[0]?.advice ?? null)
  return holds(`Mail is signed as ${row.name}, which aligns with the address in From.`)
}

function judgeSpf({ row, records, setup }: RuledDomain): Judgement {
  if (setup.staysHere) return inTheSink
  const [spf] = records.filter(({ kind }) => kind === 'spf')
  if (spf !== undefined && isLost(spf))
    return broken(`The SPF record of ${spf.name} is ${spf.status}.`, spf.advice)
  if (spf?.status !== 'ok') return unknown('It is not known yet whether SPF passes.', spf?.advice ?? null)
  const { status, domain } = presentReturnPath(row, setup)
  if (status === 'active') return holds(`SPF passes and aligns, by the return path ${domain}.`)
  if (status === 'not_needed')
    return holds(`SPF passes and aligns, by the return path ${setup.returnPathDomain}.`)
  const record = records.find(({ kind }) => kind === 'return_path')
  return broken(
    `SPF passes but does not align: mail uses the return path of the service, ${setup.returnPathDomain}.`,
    record?.advice ?? `Publish the record of ${domain}, so that mail uses it.`,
  )
}

function judgeDmarc({ row, records, mostMails }: RuledDomain): Judgement {
  const record = records.find(({ kind }) => kind === 'dmarc')
  const policy = row.dmarc_policy
  const advice = record?.advice ?? null
  if (policy !== null)
    return holds(`The DMARC policy of ${policy.domain} is in effect: ${policy.record}`, advice)
  if (record === undefined || !isLost(record))
    return unknown('It is not known yet whether there is a DMARC policy.', advice)
  const when =
    row.bulk_since === null
      ? 'One is required once the domain has sent more than 1,000 mails to a provider in a day; ' +
        `the most of the last 30 days were ${mostMails}.`
      : 'One is required, since the domain has sent more than 1,000 mails to a provider in a day.'
  return broken(`${row.name} has no DMARC policy. ${when}`, advice)
}

function judgeReverseDns({ setup, sourceProblems }: RuledDomain): Judgement {
  if (setup.staysHere) return inTheSink
  if (!setup.direct)
    return { status: 'not_needed', message: 'Mail is sent from the addresses of a relay.', advice: null }
  if (sourceProblems.length === 0)
    return unknown(
      'The operator has named no addresses that mail is sent from, so their names are not checked.',
      'The operator can check the reverse DNS with "postseal doctor", and name addresses with "postseal source add".',
    )
  const problems = sourceProblems.filter((problem) => problem !== null)
  if (problems.length === 0)
    return holds(
      `Each of the ${sourceProblems.length} addresses that mail is sent from has a name that resolves back to it.`,
    )
  const some = `${problems.length} of ${sourceProblems.length} addresses are not used until their DNS is correct.`
  return problems.length < sourceProblems.length
    ? holds(`Mail is sent only from addresses with a name that resolves back to them. ${some}`)
    : broken(`No address that mail could be sent from passes its check. ${some}`, problems[0] ?? null)
}

function judgeTls({ setup, relayTls }: RuledDomain): Judgement {
  if (setup.staysHere) return inTheSink
  if (relayTls === 'never')
    return broken(
      'Mail goes to the relay unencrypted.',
      'The operator can remove "?starttls=never" from POSTSEAL_TRANSPORT.',
    )
  if (relayTls !== undefined) return holds('Mail goes to the relay encrypted if the relay supports it.')
  return holds(
    'Mail is encrypted if the server supports it, and is never sent unencrypted if MTA-STS or DANE require it.',
  )
}

function judgeOneClick({ setup, publicUrl }: RuledDomain): Judgement {
  if (publicUrl.startsWith('https:')) return holds(`Unsubscribe links begin with ${publicUrl}.`)
  if (setup.staysHere) return inTheSink
  return broken(
    `Unsubscribe links begin with ${publicUrl}, which is not https.`,
    'The operator can give the service an https address with POSTSEAL_PUBLIC_URL.',
  )
}

const refusedWithoutLink = holds(
  'Campaigns, automations and sends to a list are refused without the link, and get List-Unsubscribe and List-Id.',
)

/** Fewest deliveries of which a rate says something. */
const minSettled = 500

function judgeSpamRate({
  row,
  spamRate,
  sending: { settled, complaint_rate: rate },
}: RuledDomain): Judgement {
  const percent = (part: number) => `${(part * 100).toFixed(2)} %`
  const seen: { text: string; rate: number }[] = []
  if (spamRate !== undefined) {
    const text = `Google counted ${percent(spamRate.rate)} spam of ${row.name} on ${spamRate.day}.`
    seen.push({ text, rate: spamRate.rate })
  }
  if (settled >= minSettled)
    seen.push({
      text: `${percent(rate)} of the workspace's mail of the last 24 hours had complaints.`,
      rate,
    })
  const [worst] = seen.toSorted((a, b) => b.rate - a.rate)
  if (worst === undefined)
    return unknown(
      `The workspace's live mail of the last 24 hours is not enough to judge: ${settled} deliveries.`,
      'The operator can upload the figures of Google with "postseal reputation import".',
    )
  if (worst.rate < spamRateLimits.warn) return holds(worst.text)
  return broken(
    `${worst.text} Providers ask for less than 0.1 %, and block at 0.3 %, at which the service halts the workspace.`,
    'Send to people who have asked for it, make it easy to unsubscribe, and stop the mail that causes complaints.',
  )
}

function judgeSenderDomain({ row }: RuledDomain): Judgement {
  if (mailboxProviderOf(row.name) === undefined)
    return holds(`${row.name} is not a mailbox provider's domain.`)
  return broken(`${row.name} is a mailbox provider's domain.`, 'Send from a domain of your own.')
}
