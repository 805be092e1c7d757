import { useQuery } from '@tanstack/preact-query'
import type { Domain, TlsReportSummary } from 'postseal'
import { client } from '../../api/client.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Card } from '../../ui/card.js'
import { Facts } from '../../ui/facts.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { isHeldBack } from './records/records.js'

type Failure = TlsReportSummary['failures'][number]

const days = 14
const dayMs = 86_400_000

/** The reports of others on the encryption of their mail to the domain, with advice on failures. */
export default function TlsReports({ domain }: { domain: Domain }) {
  const since = new Date((Math.floor(Date.now() / dayMs) - days + 1) * dayMs).toISOString()
  const { data, error, refetch } = useQuery({
    queryKey: ['tls-reports', domain.id, since],
    queryFn: async () => (await client.tlsReports.list({ domain_id: domain.id, since, limit: 1 })).data,
  })
  const [summary] = data ?? []
  return (
    <Card
      title="TLS reports"
      hint={`Encryption of mail that others sent to ${domain.name}, last ${days} days.`}
      bare
    >
      {data === undefined ? (
        <div class="inside">
          <Awaited what="summary of TLS reports" error={error} onRetry={refetch} />
        </div>
      ) : summary === undefined ? (
        <NoReport domain={domain} />
      ) : (
        <Summary of={summary} />
      )}
    </Card>
  )
}

function NoReport({ domain }: { domain: Domain }) {
  const record = domain.records.find(({ kind }) => kind === 'tls_rpt')
  const asks = record?.status === 'ok' && record.problem === null
  return (
    <p class="inside quiet">
      {asks
        ? 'No report yet. Providers such as Gmail send one for each day on which they sent mail to the domain.'
        : record !== undefined && isHeldBack(record)
          ? 'No report yet. The TLS-RPT record that asks for them is held back until the service has a public name.'
          : 'No report yet. Publish the TLS-RPT record, among the optional ones above, and providers such as Gmail report each day whether mail to the domain was encrypted.'}
    </p>
  )
}

const columns: readonly Column<Failure>[] = [
  { head: 'Reason', kind: 'main', cell: ({ result_type }) => <Reason of={result_type} />, width: 240 },
  { head: 'MX host', cell: ({ receiving_mx }) => receiving_mx ?? <span class="quiet">Not named</span> },
  { head: 'Policy', kind: 'extra', cell: ({ policy_type }) => policyNames[policy_type] ?? policy_type },
  { head: 'Reported by', kind: 'extra', cell: ({ reporters }) => reporters.join(', ') },
  { head: 'Failed', kind: 'number', cell: ({ sessions }) => sessions.toLocaleString() },
  { head: 'Last seen', kind: 'time', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
]

function Summary({ of }: { of: TlsReportSummary }) {
  const { successful_sessions, failed_sessions, policies, reporters, failures } = of
  const types = [...new Set(policies.map(({ policy_type }) => policyNames[policy_type] ?? policy_type))]
  return (
    <>
      <div class="inside">
        <Facts
          of={[
            ['Encrypted sessions', successful_sessions.toLocaleString()],
            ['Failed sessions', failed_sessions.toLocaleString()],
            ['Policies found', types.join(', ')],
            ['Reported by', reporters.join(', ')],
            ['Last report', <Time key="last" at={of.last_seen_at} />],
          ]}
        />
      </div>
      {failed_sessions > 0 && (
        <Table
          caption="Failures"
          columns={columns}
          rows={failures}
          keyOf={({ result_type, policy_type, receiving_mx }) =>
            [result_type, policy_type, receiving_mx].join(' ')
          }
          empty={<p class="inside quiet">The reports give no reason for the failures.</p>}
        />
      )}
    </>
  )
}

function Reason({ of }: { of: string }) {
  const [name, advice] = reasons[of] ?? [of]
  return (
    <>
      {name}
      {advice !== undefined && <span class="below small quiet">{advice}</span>}
    </>
  )
}

const policyNames: Readonly<Record<string, string>> = {
  sts: 'MTA-STS',
  tlsa: 'DANE',
  'no-policy-found': 'None',
}

const checkTlsa = 'Check the TLSA records of the MX host and the signatures of its zone.'

/** The result types of RFC 8460, section 4.3, in words, each with advice. Other types are shown as they are. */
const reasons: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  'starttls-not-supported': [
    'No encryption offered',
    'Switch STARTTLS on at the MX host, or stop a firewall from removing it.',
  ],
  'certificate-host-mismatch': [
    'Certificate of another name',
    'Use a certificate that has the name of the MX host.',
  ],
  'certificate-expired': ['Certificate expired', 'Renew the certificate of the MX host.'],
  'certificate-not-trusted': [
    'Certificate not trusted',
    'Use a certificate of a public authority, with its intermediate ones.',
  ],
  'validation-failure': [
    'TLS failed',
    'Look at the TLS settings of the MX host: the provider gives no closer reason.',
  ],
  'tlsa-invalid': ['TLSA record is wrong', checkTlsa],
  'dnssec-invalid': ['DNSSEC is broken', checkTlsa],
  'dane-required': ['DANE not possible', checkTlsa],
  'sts-policy-fetch-error': [
    'MTA-STS policy not reachable',
    'See that the web server of the policy answers at its address below mta-sts.',
  ],
  'sts-policy-invalid': ['MTA-STS policy is wrong', 'Check the policy file for mistakes.'],
  'sts-webpki-invalid': [
    'Certificate of the policy’s web server',
    'Renew or replace the certificate of the web server of the policy.',
  ],
}
