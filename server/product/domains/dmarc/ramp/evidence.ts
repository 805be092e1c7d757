import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Days } from '../days.js'
import { isWithin, kindOf } from '../sources/source-row.js'
import { strangersMessages, strangersPerThousand } from './demands.js'

/** The receivers' reports of a domain for some days. */
export interface Evidence {
  readonly reports: number
  /** Reporters, those with the most reports first. */
  readonly reporters: readonly string[]
  /** Number of messages without those of unauthorized sources; the next three numbers leave them out too. */
  readonly messages: number
  readonly aligned: number
  readonly dkimAligned: number
  readonly spfAligned: number
  readonly unauthorized: number
  /** Number of sources that block the next stage; the largest are in `unexplainedSources`. */
  readonly unexplained: number
  readonly unexplainedSources: readonly UnexplainedSource[]
}

export interface UnexplainedSource {
  readonly id: Uuid
  readonly address: string
  readonly hostname: string | null
  readonly header_from: string
  readonly messages: number
}

const noEvidence: Evidence = {
  reports: 0,
  reporters: [],
  messages: 0,
  aligned: 0,
  dkimAligned: 0,
  spfAligned: 0,
  unauthorized: 0,
  unexplained: 0,
  unexplainedSources: [],
}

/** Most reporters and sources that are shown. */
const shown = 10

type Asked = [workspaceId: WorkspaceId, domainIds: readonly Uuid[], from: string, below: string]

const selectReports = statement<Asked, { domain_id: Uuid; reports: string; reporters: string[] }>(
  'select_dmarc_reports_of_domains',
  `select domain_id, sum(reports) as reports, (array_agg(reporter order by reports desc, reporter))[1:${shown}] as reporters
   from (
     select domain_id, reporter, count(*) as reports from dmarc_reports
     where workspace_id = $1 and domain_id = any($2::uuid[]) and day >= $3::date and day < $4::date
     group by domain_id, reporter
   ) of_reporter
   group by domain_id`,
)

interface SourcesRow {
  readonly domain_id: Uuid
  readonly messages: string
  readonly aligned: string
  readonly dkim_aligned: string
  readonly spf_aligned: string
  readonly unauthorized: string
  readonly unexplained: string
  readonly unexplained_sources: readonly UnexplainedSource[]
}

/**
 * Columns that are added up as floating point, which is exact for whole numbers up to 2^53 and takes PostgreSQL a
 * fraction of the time.
 */
const summed = ['messages', 'dmarc_pass', 'dkim_aligned', 'spf_aligned', 'own_signature']

const selectSources = statement<[...Asked, ranges: readonly string[]], SourcesRow>(
  'select_dmarc_evidence_of_domains',
  `with counted as (
     select source_id, ${summed.map((name) => `sum(${name}::float8) as ${name}`).join(', ')}
     from dmarc_source_days
     where workspace_id = $1 and domain_id = any($2::uuid[]) and day >= $3::date and day < $4::date
     group by source_id
   ), source as (
     select counted.*, source.domain_id, source.address, source.hostname, source.header_from,
       coalesce(source.review = 'unauthorized', false) as unauthorized,
       source.review is null and source.first_seen_at >= $3::date::timestamp at time zone 'UTC'
         and ${kindOf('counted', isWithin('source.address', '$5'))} = 'unexplained' as unexplained
     from counted join dmarc_sources source on source.workspace_id = $1 and source.id = counted.source_id
   ), total as (
     select domain_id, coalesce(sum(messages) filter (where not unauthorized), 0) as messages,
       coalesce(sum(dmarc_pass) filter (where not unauthorized), 0) as aligned,
       coalesce(sum(dkim_aligned) filter (where not unauthorized), 0) as dkim_aligned,
       coalesce(sum(spf_aligned) filter (where not unauthorized), 0) as spf_aligned,
       coalesce(sum(messages) filter (where unauthorized), 0) as unauthorized
     from source group by domain_id
   ), blocking as (
     select source.*, row_number() over (partition by domain_id order by source.messages desc, source_id) as place
     from source join total using (domain_id)
     where source.unexplained and source.messages - source.dmarc_pass > ${strangersMessages}
       and (source.messages - source.dmarc_pass) * 1000 > total.messages * ${strangersPerThousand}
   )
   select total.*, (select count(*) from blocking where domain_id = total.domain_id) as unexplained,
     (select coalesce(jsonb_agg(jsonb_build_object('id', source_id, 'address', host(address), 'hostname', hostname,
        'header_from', header_from, 'messages', messages) order by place), '[]')
      from blocking where domain_id = total.domain_id and place <= ${shown}) as unexplained_sources
   from total`,
)

/** Reads the evidence of some domains of a workspace, in two statements however many they are. */
export async function evidenceOf(
  db: Knex,
  workspaceId: WorkspaceId,
  domainIds: readonly Uuid[],
  {
    days: { from, below },
    ranges,
  }: {
    readonly days: Days
    /** Ranges of the addresses that this service sends from. */
    readonly ranges: readonly string[]
  },
): Promise<(domainId: Uuid) => Evidence> {
  const reports = await selectReports(db, workspaceId, domainIds, from, below)
  const sources = await selectSources(db, workspaceId, domainIds, from, below, ranges)
  const reportsOf = new Map(reports.map((row) => [row.domain_id, row]))
  const sourcesOf = new Map(sources.map((row) => [row.domain_id, row]))
  return (domainId) => ({
    ...noEvidence,
    ...ofReports(reportsOf.get(domainId)),
    ...ofSources(sourcesOf.get(domainId)),
  })
}

function ofReports(row: { reports: string; reporters: string[] } | undefined): Partial<Evidence> {
  return row === undefined ? {} : { reports: Number(row.reports), reporters: row.reporters }
}

function ofSources(row: SourcesRow | undefined): Partial<Evidence> {
  if (row === undefined) return {}
  return {
    messages: Number(row.messages),
    aligned: Number(row.aligned),
    dkimAligned: Number(row.dkim_aligned),
    spfAligned: Number(row.spf_aligned),
    unauthorized: Number(row.unauthorized),
    unexplained: Number(row.unexplained),
    unexplainedSources: row.unexplained_sources,
  }
}
