import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { visibilityOf, type Visibility } from '../auth/principal.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import { normalizeDomain } from '../../../base/addresses/address.js'
import type { Handlers } from '../http/operation/handler.js'
import { withinProject } from '../http/access/visible.js'
import { readByProject, readGrouped, type CountedRow, type StatisticsFilter } from './read.js'
import { checkGroups, spanOf, type Span, type StatisticsQuery } from './span.js'
import { Tally } from './tally.js'

type Schemas = components['schemas']

const groupsByDefault = 20

/** The number of rows that are added up, or groups presented, before others get their turn. */
const atOnce = { rows: 2000, groups: 5 }

export function statisticsHandlers() {
  return {
    retrieveStatistics: async ({ principal, query, db }) => ({
      status: 200,
      body: await retrieveStatistics(db, visibilityOf(principal), query, new Date()),
    }),
  } satisfies Partial<Handlers>
}

/**
 * Returns the outcomes of mail in a span, as a credential may see them. It reads counts, never the messages.
 *
 * @throws ApiError 422 if the span is empty or too long, or has too many groups
 */
export async function retrieveStatistics(
  db: Knex,
  visibility: Visibility,
  query: StatisticsQuery,
  now: Date,
): Promise<Schemas['Statistics']> {
  const span = spanOf(query, now)
  const maxGroups = query.max_groups ?? groupsByDefault
  checkGroups(query, span, maxGroups)
  const filter = filterOf(visibility, query)
  const rows = filter === undefined ? [] : await read(db, filter, span, { by: query.group_by, maxGroups })
  const { all, groups } = await tallied(rows, query.group_by === 'project')
  const largest =
    query.group_by === 'project'
      ? [...groups].sort(byAccepted).slice(0, maxGroups)
      : [...groups].sort(byAccepted)
  return {
    interval: span.interval,
    since: span.since.toISOString(),
    until: span.until.toISOString(),
    ...all.present(),
    groups: query.group_by === undefined ? [] : await presented(db, query.group_by, all, new Map(largest)),
  }
}

/**
 * Returns the filter of a query.
 *
 * @returns undefined if nothing can match
 */
function filterOf(visibility: Visibility, query: StatisticsQuery): StatisticsFilter | undefined {
  const visible = withinProject(visibility, query.project_id)
  const destination = query.destination === undefined ? null : normalizeDomain(query.destination)
  if (destination === undefined) return undefined
  return {
    visible,
    environment: query.environment ?? null,
    category: query.category ?? null,
    destination,
  }
}

function read(
  db: Knex,
  filter: StatisticsFilter,
  span: Span,
  { by, maxGroups }: { readonly by: StatisticsQuery['group_by']; readonly maxGroups: number },
): Promise<CountedRow[]> {
  return by === 'category' || by === 'destination'
    ? readGrouped(db, filter, span, { by, maxGroups })
    : readByProject(db, filter, span)
}

/** Adds up all rows, and the rows of each group. */
async function tallied(rows: readonly CountedRow[], byProject: boolean) {
  const all = new Tally()
  const groups = new Map<string, Tally>()
  const group = (key: string) => {
    const tally = groups.get(key) ?? new Tally()
    groups.set(key, tally)
    return tally
  }
  for (const [index, { project_id, key, at, counts }] of rows.entries()) {
    if (key === null) all.add(at, counts)
    const groupKey = byProject ? project_id : key
    if (groupKey !== null) group(groupKey).add(at, counts)
    if (index % atOnce.rows === atOnce.rows - 1) await turnOfTheLoop()
  }
  return { all, groups }
}

function byAccepted([oneKey, one]: [string, Tally], [otherKey, other]: [string, Tally]): number {
  return other.accepted - one.accepted || (oneKey < otherKey ? -1 : 1)
}

async function presented(
  db: Knex,
  by: NonNullable<StatisticsQuery['group_by']>,
  all: Tally,
  groups: ReadonlyMap<string, Tally>,
): Promise<Schemas['StatisticsGroup'][]> {
  const names = by === 'project' ? await namesOf(db, [...groups.keys()]) : undefined
  const shown: Schemas['StatisticsGroup'][] = []
  for (const [key, tally] of groups) {
    const shownKey = by === 'project' ? toTypeId('prj', key) : key === '' ? null : key
    shown.push({ key: shownKey, other: false, name: names?.get(key) ?? null, ...tally.present() })
    if (shown.length % atOnce.groups === 0) await turnOfTheLoop()
  }
  const rest = all.without([...groups.values()])
  return rest.isEmpty ? shown : [...shown, { key: null, other: true, name: null, ...rest.present() }]
}

async function namesOf(db: Knex, projects: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
  const rows = await db<{ id: Uuid; name: string }>('projects')
    .whereIn('id', [...projects])
    .select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
