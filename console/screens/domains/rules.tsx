import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import type { Domain, DomainRules } from 'postseal'
import { client } from '../../api/client.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Card } from '../../ui/card.js'
import { Status } from '../../ui/status.js'
import type { Meaning } from '../../ui/meaning.js'
import { isHeldBack, isOutstanding, type DomainRecord } from './records/records.js'
import { kindNames } from './words.js'

type Rule = DomainRules['rules'][number]
type Standing = readonly [words: string, meaning: Meaning]

const names: Readonly<Record<string, string>> = {
  dkim: 'DKIM signature',
  spf: 'SPF aligned',
  dmarc: 'DMARC policy',
  reverse_dns: 'Reverse DNS',
  tls: 'Encryption',
  one_click: 'One-click unsubscribe',
  unsubscribe_link: 'Link to unsubscribe',
  spam_rate: 'Spam rate',
  sender_domain: 'Domain of your own',
}

/** The mailbox providers' demands on the domain’s mail: those that are broken, and the others folded. */
export function Rules({ domain }: { domain: Domain }) {
  const { data, error, refetch } = useQuery({
    // The check of the domain decides about most of them.
    queryKey: ['domains', domain.id, 'rules', domain.checked_at],
    queryFn: () => client.domains.retrieveRules(domain.id),
    // A check every 10 seconds must not make the card flicker.
    placeholderData: (before: DomainRules | undefined) => before,
  })
  return (
    <Card title="Rules of Gmail, Yahoo, Microsoft and Apple" bare>
      {data === undefined ? (
        <div class="inside">
          <Awaited what="rules" error={error} onRetry={refetch} />
        </div>
      ) : (
        <Judged domain={domain} of={data} />
      )}
    </Card>
  )
}

function Judged({ domain, of }: { domain: Domain; of: DomainRules }) {
  const isHeld = (rule: Rule) => {
    const open = openRecord(domain, rule)
    return rule.status === 'broken' && open !== undefined && isHeldBack(open)
  }
  const held = of.rules.filter(isHeld)
  const broken = of.rules.filter((rule) => rule.status === 'broken' && !isHeld(rule))
  const others = of.rules.filter(({ status }) => status !== 'broken')
  return (
    <>
      {broken.length > 0 && (
        <ul class="rules">
          {broken.map((rule) => (
            <Line key={rule.code} rule={rule}>
              <Reason domain={domain} rule={rule} of={of} />
            </Line>
          ))}
        </ul>
      )}
      {others.length + held.length > 0 && (
        <details class="fold">
          <summary>{foldedWords(others, held.length)}</summary>
          <ul class="rules">
            {held.map((rule) => (
              <Line key={rule.code} rule={rule} standing={['Held back', 'off']}>
                Its record above is held back until the service has a public name.
                {rule.enforcement === 'enforced' && ' Until then, mail does not leave.'}
              </Line>
            ))}
            {others.map((rule) => (
              <Line key={rule.code} rule={rule}>
                {rule.message}
                {rule.advice !== null && ` ${rule.advice}`}
              </Line>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Line({
  rule,
  standing = statusOf(rule),
  children,
}: {
  rule: Rule
  standing?: Standing
  children: ComponentChildren
}) {
  const [words, meaning] = standing
  return (
    <li>
      <Status of={rule.status} as={meaning}>
        {words}
      </Status>
      <span class="wrap">
        <strong>{names[rule.code] ?? rule.code}</strong> <span class="small quiet">{children}</span>
      </span>
    </li>
  )
}

/** Says why a rule is broken. A record that is not as it should be stands in the table of records. */
function Reason({ domain, rule, of }: { domain: Domain; rule: Rule; of: DomainRules }) {
  const { code, enforcement, message, advice } = rule
  const effect = enforcement === 'enforced' ? 'Mail does not leave.' : 'Providers may refuse the mail.'
  const open = openRecord(domain, rule)
  if (open === undefined) return <>{[message, advice, effect].filter((part) => part !== null).join(' ')}</>
  const most = of.most_mails_to_a_provider.toLocaleString()
  const since =
    code === 'dmarc' && of.bulk_sender_since === null
      ? ` Required once the domain has sent more than 1,000 mails to one provider in a day; the most in the last 30 days: ${most}.`
      : ''
  return (
    <>
      See {kindNames[open.kind] ?? open.kind} above.{since} {effect}
    </>
  )
}

/** Returns the record that a rule is about, if it is not as it should be. */
function openRecord({ records }: Domain, { code }: Rule): DomainRecord | undefined {
  const kinds = code === 'spf' ? ['spf', 'return_path'] : [code]
  return records.find(
    (record) => kinds.includes(record.kind) && record.need !== 'optional' && isOutstanding(record),
  )
}

/** Counts the rules that are not broken, by what they are, and those whose record is held back. */
function foldedWords(rules: readonly Rule[], held: number): string {
  const count = (of: string) => rules.filter(({ status }) => status === of).length
  const known = count('holds') + count('not_needed')
  const parts = [
    [count('holds'), 'met'],
    [rules.length - known, 'not known yet'],
    [held, 'held back'],
    [count('not_needed'), 'not needed here'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(' · ')
}

function statusOf({ status, enforcement }: Rule): Standing {
  switch (status) {
    case 'holds':
      return ['Met', 'good']
    case 'broken':
      return ['Broken', enforcement === 'enforced' ? 'bad' : 'warn']
    case 'not_needed':
      return ['Not needed', 'off']
    default:
      return ['Not known yet', 'neutral']
  }
}
