import type { Knex } from 'knex'
import type { components, operations } from '../../../../generated/api-types.js'
import { fromTypeId, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import {
  presentPage,
  selectPage,
  type Page,
  type TimeWindow,
} from '../../../platform/http/lists/pagination.js'
import { daysWithin } from '../dmarc/days.js'

type Summary = components['schemas']['TlsReportSummary']
type Query = Required<Pick<ListQuery, 'limit'>> & Omit<ListQuery, 'limit'>
type ListQuery = NonNullable<operations['listTlsReports']['parameters']['query']>

/** Most policies, failures, reporters and addresses that are shown, the largest first. */
const shown = { policies: 20, failures: 50, reporters: 10, addresses: 10 } as const

type Asked = [workspaceId: WorkspaceId, domainIds: readonly Uuid[], from: string, below: string]

const within = 'workspace_id = $1 and domain_id = any($2::uuid[]) and day >= $3::date and day < $4::date'

interface ReportsRow {
  readonly domain_id: Uuid
  readonly reports: string
  readonly reporters: string[]
  readonly last_seen_at: Date
}

const selectReports = statement<Asked, ReportsRow>(
  'select_tls_reports_of_domains',
  `select domain_id, sum(reports) as reports, max(last_seen_at) as last_seen_at,
     (array_agg(reporter order by reports desc, reporter))[1:${shown.reporters}] as reporters
   from (
     select domain_id, reporter, count(*) as reports, max(ends_at) as last_seen_at from tls_reports
     where ${within}
     group by domain_id, reporter
   ) of_reporter
   group by domain_id`,
)

interface PolicyRow {
  readonly domain_id: Uuid
  readonly policy_type: string
  readonly policy_domain: string
  readonly successful: string
  readonly failed: string
  readonly all_successful: string
  readonly all_failed: string
}

const selectPolicies = statement<Asked, PolicyRow>(
  'select_tls_policies_of_domains',
  `select * from (
     select counted.*, sum(successful) over of_domain as all_successful, sum(failed) over of_domain as all_failed,
       row_number() over (of_domain order by successful + failed desc, policy_domain, policy_type) as place
     from (
       select domain_id, policy_type, policy_domain, sum(successful) as successful, sum(failed) as failed
       from tls_policy_days where ${within}
       group by domain_id, policy_type, policy_domain
     ) counted
     window of_domain as (partition by domain_id)
   ) placed
   where place <= ${shown.policies}
   order by domain_id, place`,
)

interface FailureRow {
  readonly domain_id: Uuid
  readonly policy_type: string
  readonly result_type: string
  readonly receiving_mx: string
  readonly sessions: string
  readonly reporters: string[]
  /** Addresses with commas between them, some twice. */
  readonly addresses: string
  readonly last_seen_at: Date
}

/** Selects the failures, with the addresses of the last report of each reporter. */
const selectFailures = statement<Asked, FailureRow>(
  'select_tls_failures_of_domains',
  `select * from (
     select domain_id, policy_type, result_type, receiving_mx, sum(sessions) as sessions,
       max(last_seen_at) as last_seen_at, string_agg(addresses, ',' order by sessions desc, reporter) as addresses,
       (array_agg(reporter order by sessions desc, reporter))[1:${shown.reporters}] as reporters,
       row_number() over (
         partition by domain_id order by sum(sessions) desc, result_type, receiving_mx, policy_type
       ) as place
     from (
       select domain_id, policy_type, result_type, receiving_mx, reporter, sum(sessions) as sessions,
         max(last_seen_at) as last_seen_at,
         (array_agg(array_to_string(addresses, ',') order by day desc))[1] as addresses
       from tls_failure_days where ${within}
       group by domain_id, policy_type, result_type, receiving_mx, reporter
     ) of_reporter
     group by domain_id, policy_type, result_type, receiving_mx
   ) placed
   where place <= ${shown.failures}
   order by domain_id, place`,
)

const isReported = `exists (
  select from tls_reports
  where workspace_id = ? and domain_id = domains.id and day >= ?::date and day < ?::date
)`

/**
 * Returns a page of the domains that TLS reports are about within the window, the newest domain first, with the
 * reports' figures. A workspace has so few domains that each may be looked at.
 */
export async function listTlsReports(
  db: Knex,
  workspaceId: WorkspaceId,
  query: Query,
  window: TimeWindow,
): Promise<Page<Summary>> {
  const { limit, cursor } = query
  const { from, below } = daysWithin(window)
  const select = db('domains')
    .where('workspace_id', workspaceId)
    .whereRaw(isReported, [workspaceId, from, below])
    .select('id', 'name')
  if (query.domain_id !== undefined) void select.where('id', fromTypeId('dom', query.domain_id))
  // The window selects the days of reports, whenever the domain was created.
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  const found = await selectPage<{ id: Uuid; name: string }>(select, 'id', page)
  return presentPage(found, async (domains) => {
    if (domains.length === 0) return []
    const ids = domains.map(({ id }) => id)
    const reports = await selectReports(db, workspaceId, ids, from, below)
    const policies = await selectPolicies(db, workspaceId, ids, from, below)
    const failures = await selectFailures(db, workspaceId, ids, from, below)
    const of = <Row extends { domain_id: Uuid }>(rows: readonly Row[], id: Uuid) =>
      rows.filter(({ domain_id }) => domain_id === id)
    return domains.flatMap((domain) =>
      // The purge may have deleted the domain's last report since.
      of(reports, domain.id).map((row) =>
        present(domain, row, of(policies, domain.id), of(failures, domain.id)),
      ),
    )
  })
}

function present(
  { id, name }: { id: Uuid; name: string },
  reports: ReportsRow,
  policies: readonly PolicyRow[],
  failures: readonly FailureRow[],
): Summary {
  return {
    domain_id: toTypeId('dom', id),
    domain: name,
    reports: Number(reports.reports),
    reporters: reports.reporters,
    successful_sessions: Number(policies[0]?.all_successful ?? 0),
    failed_sessions: Number(policies[0]?.all_failed ?? 0),
    policies: policies.map((row) => ({
      policy_type: row.policy_type,
      policy_domain: row.policy_domain,
      successful_sessions: Number(row.successful),
      failed_sessions: Number(row.failed),
    })),
    failures: failures.map((row) => ({
      result_type: row.result_type,
      policy_type: row.policy_type,
      receiving_mx: row.receiving_mx === '' ? null : row.receiving_mx,
      sessions: Number(row.sessions),
      reporters: row.reporters,
      sending_addresses: [...new Set(row.addresses.split(',').filter(Boolean))].slice(0, shown.addresses),
      last_seen_at: row.last_seen_at.toISOString(),
    })),
    last_seen_at: reports.last_seen_at.toISOString(),
  }
}
