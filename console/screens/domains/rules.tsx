import { useQuery } from '@tanstack/preact-query'
import type { Domain, DomainRules } from 'postseal'
import { client } from '../../api/client.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Card } from '../../ui/card.js'
import { Status, type Meaning } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'

type Rule = DomainRules['rules'][number]

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

/** The mailbox providers' demands on the domain’s mail, and which of them are met. */
export function Rules({ domain }: { domain: Domain }) {
  const { data, error, refetch } = useQuery({
    // The check of the domain decides about most of them.
    queryKey: ['domains', domain.id, 'rules', domain.checked_at],
    queryFn: () => client.domains.retrieveRules(domain.id),
  })
  return (
    <Card
      title="Rules of mailbox providers"
      hint="What Gmail, Yahoo, Microsoft and Apple demand of senders, and whether the mail of this domain keeps it."
      bare
    >
      {data === undefined ? (
        <div class="inside">
          <Awaited what="rules" error={error} onRetry={refetch} />
        </div>
      ) : (
        <Table
          caption="Rules"
          columns={columns}
          rows={data.rules}
          keyOf={({ code }) => code}
          empty={<p class="inside quiet">There are no rules.</p>}
        />
      )}
    </Card>
  )
}

const columns: readonly Column<Rule>[] = [
  {
    head: 'Rule',
    kind: 'main',
    width: 240,
    cell: ({ code, message, advice }) => (
      <>
        {names[code] ?? code}
        <span class="below small quiet">{message}</span>
        {advice !== null && <span class="below small">{advice}</span>}
      </>
    ),
  },
  {
    head: 'If broken',
    kind: 'extra',
    cell: ({ enforcement }) =>
      enforcement === 'enforced' ? 'Mail does not leave' : 'Providers may refuse it',
  },
  {
    head: 'Now',
    kind: 'side',
    cell: (rule) => {
      const [words, meaning] = statusOf(rule)
      return (
        <Status of={rule.status} as={meaning}>
          {words}
        </Status>
      )
    },
  },
]

function statusOf({ status, enforcement }: Rule): readonly [words: string, meaning: Meaning] {
  switch (status) {
    case 'holds':
      return ['Holds', 'good']
    case 'broken':
      return ['Broken', enforcement === 'enforced' ? 'bad' : 'warn']
    case 'not_needed':
      return ['Not needed', 'off']
    default:
      return ['Not known yet', 'neutral']
  }
}
