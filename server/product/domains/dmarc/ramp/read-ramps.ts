import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import {
  presentPage,
  selectPage,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import { dayMs } from '../../../../platform/db/retention.js'
import { daysWithin } from '../days.js'
import { evidenceDays } from './demands.js'
import { evidenceOf } from './evidence.js'
import { presentRamp, type RampDomain, type Span } from './ramp.js'

type Ramp = components['schemas']['DmarcRamp']

/** Settings that ramps depend on beside the database. */
export interface RampSurroundings {
  readonly reportAddress: string
  /** Ranges of addresses that this service sends from. */
  readonly ranges: readonly string[]
  readonly now: Date
}

/** Returns a page of the ramps of a workspace's domains. */
export async function listRamps(
  db: Knex,
  workspaceId: WorkspaceId,
  query: WindowQuery,
  sendingSetup: RampSurroundings,
): Promise<Page<Ramp>> {
  const found = await selectPage<RampDomain>(domainsOf(db, workspaceId), 'id', query)
  return presentPage(found, (rows) => rampsOf(db, workspaceId, rows, sendingSetup))
}

/** @throws ApiError 404 `not_found` */
export async function findRamp(
  db: Knex,
  workspaceId: WorkspaceId,
  domainId: Uuid,
  sendingSetup: RampSurroundings,
): Promise<Ramp> {
  const rows = (await domainsOf(db, workspaceId).where('id', domainId)) as RampDomain[]
  const [ramp] = await rampsOf(db, workspaceId, rows, sendingSetup)
  if (ramp === undefined) throw new ApiError('not_found', 'No such domain.')
  return ramp
}

function domainsOf(db: Knex, workspaceId: WorkspaceId): Knex.QueryBuilder {
  return db('domains')
    .where('workspace_id', workspaceId)
    .select('id', 'name', 'checked_at', 'records', 'dmarc_policy')
}

async function rampsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  rows: readonly RampDomain[],
  { reportAddress, ranges, now }: RampSurroundings,
): Promise<Ramp[]> {
  if (rows.length === 0) return []
  const span = spanBefore(now)
  const ids = rows.map(({ id }) => id)
  const evidence = await evidenceOf(db, workspaceId, ids, { days: daysWithin(span), ranges })
  return rows.map((row) => presentRamp(row, evidence(row.id), span, reportAddress))
}

/**
 * Returns the days of the evidence: those before today, and today so far. Most reports come a day late, but one that
 * is there already may be about a source that nobody has seen before.
 */
function spanBefore(now: Date): Span {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return { since: new Date(today - evidenceDays * dayMs), until: new Date(today + dayMs) }
}
