import type { Pool } from 'pg'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { DmarcPolicyFound, DomainRecord } from '../../../server/product/domains/check/record-check.js'

/** Rows that DMARC reports leave, written without going through the service. */

const dayMs = 24 * 3600 * 1000

/** A day in UTC, so many before today. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}

export interface DomainFields {
  readonly name?: string
  /** Time of the last check; null if the domain was never checked. */
  readonly checkedAt?: Date | null
  readonly policy?: DmarcPolicyFound | null
  readonly records?: readonly Partial<DomainRecord>[]
}

/** A domain of a workspace, verified and checked unless told otherwise. */
export async function insertReportedDomain(sql: Pool, workspaceId: WorkspaceId, fields: DomainFields = {}) {
  const id = newUuid()
  const name = fields.name ?? `${id.slice(-12)}.example`
  await sql.query(
    `insert into domains (workspace_id, id, name, status, verified_at, checked_at, records, dmarc_policy)
     values ($1, $2, $3, 'verified', now(), $4, $5, $6)`,
    [
      workspaceId,
      id,
      name,
      fields.checkedAt === undefined ? new Date() : fields.checkedAt,
      JSON.stringify(fields.records ?? []),
      fields.policy ? JSON.stringify(fields.policy) : null,
    ],
  )
  return { id, name }
}

/** A day's counts of a source. Absent ones are zero, or follow from the rest. */
interface DayFields {
  /** 1, which is yesterday, unless told otherwise. */
  readonly ago?: number
  readonly messages: number
  readonly pass?: number
  readonly dkimAligned?: number
  readonly spfAligned?: number
  readonly ownSignature?: number
  readonly quarantined?: number
  readonly rejected?: number
}

export interface SourceFields {
  readonly id?: Uuid
  readonly address?: string
  readonly headerFrom?: string
  readonly days?: readonly DayFields[]
  readonly firstSeenAt?: Date
  readonly lastSeenAt?: Date
  readonly review?: 'authorized' | 'unauthorized'
}

let addresses = 0

/** A source of a domain, of an address that no other has, seen on its days unless told otherwise. */
export async function insertSource(
  sql: Pool,
  workspaceId: WorkspaceId,
  domain: { readonly id: Uuid; readonly name: string },
  fields: SourceFields = {},
): Promise<Uuid> {
  const id = fields.id ?? newUuid()
  addresses += 1
  const address = fields.address ?? `100.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  const days = fields.days ?? [{ messages: 1 }]
  const agos = days.map(({ ago = 1 }) => ago)
  const at = (ago: number) => new Date(Date.now() - (Number.isFinite(ago) ? ago : 1) * dayMs)
  await sql.query(
    `insert into dmarc_sources (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at, review,
       reviewed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::text, case when $8 is not null then now() end)`,
    [
      workspaceId,
      id,
      domain.id,
      address,
      fields.headerFrom ?? domain.name,
      fields.firstSeenAt ?? at(Math.max(...agos)),
      fields.lastSeenAt ?? at(Math.min(...agos)),
      fields.review ?? null,
    ],
  )
  for (const day of days) await insertDay(sql, workspaceId, { domainId: domain.id, sourceId: id, day })
  return id
}

async function insertDay(
  sql: Pool,
  workspaceId: WorkspaceId,
  { domainId, sourceId, day }: { readonly domainId: Uuid; readonly sourceId: Uuid; readonly day: DayFields },
): Promise<void> {
  const { messages, pass = 0, quarantined = 0, rejected = 0 } = day
  const dkimAligned = day.dkimAligned ?? pass
  const spfAligned = day.spfAligned ?? 0
  await sql.query(
    `insert into dmarc_source_days (workspace_id, source_id, day, domain_id, messages, dkim_pass, dkim_aligned, spf_pass,
       spf_aligned, dmarc_pass, own_signature, disposition_none, disposition_quarantine, disposition_reject)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $7, $8, $9, $10, $11, $12)`,
    [
      workspaceId,
      sourceId,
      daysAgo(day.ago ?? 1),
      domainId,
      messages,
      dkimAligned,
      spfAligned,
      pass,
      day.ownSignature ?? 0,
      messages - quarantined - rejected,
      quarantined,
      rejected,
    ],
  )
}

/** A report that was taken, of yesterday unless told otherwise. */
export async function insertReport(
  sql: Pool,
  workspaceId: WorkspaceId,
  domainId: Uuid,
  { reporter = 'google.com', ago = 1 }: { readonly reporter?: string; readonly ago?: number } = {},
): Promise<void> {
  const day = daysAgo(ago)
  await sql.query(
    `insert into dmarc_reports (workspace_id, id, domain_id, reporter, report_id, begins_at, ends_at, day, messages)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid()::text, $4::date, $4::date + interval '1 day', $4, 0)`,
    [workspaceId, domainId, reporter, day],
  )
}
