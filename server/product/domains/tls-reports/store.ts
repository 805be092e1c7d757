import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { holdDomain, middleDay, takeTurn } from '../dmarc/reports/store.js'
import type { TlsReport } from './read-tls-report.js'
import type { Tallied } from './tally.js'

type NewReport = [
  workspaceId: WorkspaceId,
  id: Uuid,
  domainId: Uuid,
  reporter: string,
  reportId: string,
  begins: Date,
  ends: Date,
  day: string,
]

/** Inserts a report for a domain; returns no row if the domain had the report before. */
const insertReport = statement<NewReport, { id: Uuid }>(
  'insert_tls_report',
  `insert into tls_reports (workspace_id, id, domain_id, reporter, report_id, begins_at, ends_at, day)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (workspace_id, domain_id, reporter, report_id) do nothing
   returning id`,
)

type PolicyDays = [
  workspaceId: WorkspaceId,
  domainId: Uuid,
  day: string,
  types: readonly string[],
  domains: readonly string[],
  successful: readonly number[],
  failed: readonly number[],
]

/** Adds to the sessions of a day. Each pair of type and domain may occur once. */
const addPolicies = statement<PolicyDays>(
  'add_to_tls_policy_days',
  `insert into tls_policy_days as total
     (workspace_id, domain_id, day, policy_type, policy_domain, successful, failed)
   select own.workspace_id, $2, $3, policy_type, policy_domain, successful, failed
   from ${ownWorkspace} cross join unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[])
     as given (policy_type, policy_domain, successful, failed)
   on conflict (workspace_id, domain_id, day, policy_type, policy_domain) do update
   set successful = total.successful + excluded.successful, failed = total.failed + excluded.failed`,
)

type FailureDays = [
  workspaceId: WorkspaceId,
  domainId: Uuid,
  day: string,
  reporter: string,
  seen: Date,
  policyTypes: readonly string[],
  resultTypes: readonly string[],
  receivingMxs: readonly string[],
  sessions: readonly number[],
  /** Addresses of each failure, each as an array in PostgreSQL's syntax. */
  addresses: readonly string[],
]

/** Adds to the failures of a day; only the addresses of the last report are kept. */
const addFailures = statement<FailureDays>(
  'add_to_tls_failure_days',
  `insert into tls_failure_days as total
     (workspace_id, domain_id, day, reporter, last_seen_at, policy_type, result_type, receiving_mx, sessions, addresses)
   select own.workspace_id, $2, $3, $4, $5, policy_type, result_type, receiving_mx, sessions, addresses::text[]
   from ${ownWorkspace} cross join unnest($6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[])
     as given (policy_type, result_type, receiving_mx, sessions, addresses)
   on conflict (workspace_id, domain_id, day, policy_type, result_type, receiving_mx, reporter) do update
   set sessions = total.sessions + excluded.sessions, addresses = excluded.addresses,
     last_seen_at = greatest(total.last_seen_at, excluded.last_seen_at)`,
)

/** The result of writing a report: the domains that it was new to, and whether another domain had it already. */
export interface Stored {
  readonly domains: readonly Tallied[]
  readonly isKnown: boolean
}

/**
 * Writes a report for every domain here that it is about, all of it or nothing. Call it in a transaction of its own.
 *
 * @param organization registered domain that the report's domains have in common
 */
export async function storeReport(
  trx: Knex.Transaction,
  organization: string,
  { head }: TlsReport,
  tallied: readonly Tallied[],
): Promise<Stored> {
  await takeTurn(trx, organization)
  const day = middleDay(head)
  const domains: Tallied[] = []
  let isKnown = false
  for (const own of tallied) {
    const { workspaceId, id } = own.domain
    // The domain may just have been deleted.
    if ((await holdDomain(trx, workspaceId, id)).length === 0) continue
    const { reporter, reportId, begins, ends } = head
    const [row] = await insertReport(trx, workspaceId, newUuid(), id, reporter, reportId, begins, ends, day)
    if (row === undefined) {
      isKnown = true
      continue
    }
    await addDay(trx, day, head, own)
    domains.push(own)
  }
  return { domains, isKnown }
}

async function addDay(
  trx: Knex.Transaction,
  day: string,
  { reporter, ends }: TlsReport['head'],
  { domain: { workspaceId, id }, ...own }: Tallied,
): Promise<void> {
  const policies = [...own.policies.values()]
  await addPolicies(
    trx,
    workspaceId,
    id,
    day,
    policies.map(({ type }) => type),
    policies.map(({ domain }) => domain),
    policies.map(({ successful }) => successful),
    policies.map(({ failed }) => failed),
  )
  const failures = [...own.failures.values()]
  if (failures.length === 0) return
  await addFailures(
    trx,
    workspaceId,
    id,
    day,
    reporter,
    ends,
    failures.map(({ policyType }) => policyType),
    failures.map(({ resultType }) => resultType),
    failures.map(({ receivingMx }) => receivingMx),
    failures.map(({ sessions }) => sessions),
    failures.map(({ addresses }) => `{${[...addresses].join(',')}}`),
  )
}
