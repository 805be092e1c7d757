import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { greatestUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import {
  positionOf,
  presentPage,
  unclampedWindow,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import type { AutomationKey, AutomationVersionRow } from '../automation-rows.js'
import { presentVersion } from './present.js'

/** Number of characters of definitions that make a page full before its limit does. */
const fullPage = 1_500_000

/** Number of versions that are read at once: each may have half a megabyte. */
const readTogether = 4

const selectBelow = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, below: number, since: Date, until: Date | null, max: number],
  AutomationVersionRow
>(
  'select_automation_versions_below',
  `select * from automation_versions where workspace_id = $1 and automation_id = $2 and version < $3
     and created_at >= $4 and created_at < coalesce($5::timestamptz, 'infinity')
   order by version desc limit $6`,
)

/** Number above that of every version. */
const noVersion = 2 ** 31 - 1

/**
 * Returns a page of the versions of an automation, newest first. The page is short if they are large, and the next
 * one goes on where it ended.
 */
export async function listVersions(
  db: Knex,
  { workspaceId, id }: AutomationKey,
  query: WindowQuery,
): Promise<Page<components['schemas']['AutomationVersion']>> {
  const { since, until } = unclampedWindow(query)
  const select = (below: number, max: number) => selectBelow(db, workspaceId, id, below, since, until, max)
  const rows: AutomationVersionRow[] = []
  let below = versionOf(positionOf(query))
  let characters = 0
  let mayHaveMore = true
  while (mayHaveMore && rows.length < query.limit && characters < fullPage) {
    const max = Math.min(readTogether, query.limit - rows.length)
    const found = await select(below, max)
    rows.push(...found)
    characters += found.reduce((sum, { definition }) => sum + JSON.stringify(definition).length, 0)
    below = found.at(-1)?.version ?? below
    mayHaveMore = found.length === max
  }
  const hasMore = mayHaveMore && (await select(below, 1)).length > 0
  return presentPage({ rows, next: hasMore ? uuidOf(below) : null }, (shown) => shown.map(presentVersion))
}

/** Turns a version's number into an id, because cursors are made of ids. */
function uuidOf(version: number): Uuid {
  return `00000000-0000-7000-8000-${version.toString(16).padStart(12, '0')}`
}

/** Returns the version of a cursor. The cursor of another list gives some version, which does no harm. */
function versionOf(uuid: Uuid): number {
  if (uuid === greatestUuid) return noVersion
  return Math.min(Number.parseInt(uuid.slice(-12), 16), noVersion)
}
