import type { Knex } from 'knex'
import { uuidAfter, type Uuid, type WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'
import type { IdRange } from '../http/lists/pagination.js'
import type { Sought } from './terms.js'

/** The max entries of the index that are read for a word. A word that has more narrows little, and is left out. */
const maxEntries = 20_000

/** The max blocks that one page is searched in, besides those that neighbour one another. */
const maxBlocks = 50

interface Extent {
  readonly oldest_first_id: Uuid
  readonly newest_last_id: Uuid
  /** The first of the blocks that ids of the range may be in; null if there is none. */
  readonly from_block: number | null
  readonly to_block: number | null
}

const selectExtent = statement<[workspaceId: WorkspaceId, from: Uuid, below: Uuid], Extent>(
  'select_search_extent',
  `select oldest.first_id as oldest_first_id, newest.last_id as newest_last_id,
     (select block from log_search_blocks where workspace_id = $1 and last_id >= $2 order by last_id limit 1) as from_block,
     coalesce(
       (select block from log_search_blocks where workspace_id = $1 and last_id >= $3 order by last_id limit 1),
       newest.block) as to_block
   from (
     select first_id from log_search_blocks where workspace_id = $1 order by block limit 1
   ) oldest cross join (
     select last_id, block from log_search_blocks where workspace_id = $1 order by block desc limit 1
   ) newest`,
)

/**
 * Selects the blocks that have words between two bounds, for each pair of bounds. The limit is a subquery, whose
 * value the planner does not know. A text of numbers is read faster than an array.
 */
const selectBlocksOfWords = statement<
  [workspaceId: WorkspaceId, from: readonly string[], below: readonly string[], max: number],
  { blocks: string; entries: number }
>(
  'select_blocks_of_words',
  `select found.blocks, found.entries
   from unnest($2::text[], $3::text[]) with ordinality as asked (low, high, place)
   cross join lateral (
     select coalesce(string_agg(block::text, ','), '') as blocks, count(*)::integer as entries
     from (
       select block from log_search_words
       where workspace_id = $1 and word >= asked.low collate "C" and word < asked.high collate "C"
       order by word, block limit (select $4::integer)
     ) entry
   ) found
   order by asked.place`,
)

interface Block {
  readonly block: number
  readonly first_id: Uuid
  readonly last_id: Uuid
}

const selectBlocks = statement<[workspaceId: WorkspaceId, blocks: readonly number[]], Block>(
  'select_search_blocks',
  `select block, first_id, last_id from log_search_blocks
   where workspace_id = $1 and block = any($2::integer[]) order by block desc`,
)

/** Ranges of ids, the newest first, that may have matches. */
export interface Ranges {
  readonly ranges: readonly IdRange[]
  /** The id below which there may be more; null if these are all. */
  readonly rest: Uuid | null
}

/**
 * Narrows a range of ids to the blocks that have all of some words, and the logs that are in no block.
 *
 * @returns undefined if the words do not narrow it
 */
export async function narrowed(
  db: Knex,
  workspaceId: WorkspaceId,
  sought: readonly Sought[],
  { from, below }: IdRange,
): Promise<Ranges | undefined> {
  const [extent] = await selectExtent(db, workspaceId, from, below)
  if (extent === undefined) return undefined
  const matching = await blocksWith(db, workspaceId, sought)
  if (matching === undefined) return undefined
  const { from_block: first, to_block: last } = extent
  const inRange = [...matching].filter(
    (block) => first !== null && block >= first && block <= (last ?? first),
  )
  const newest = inRange.sort((one, other) => other - one)
  const runs = runsOf(newest)
  const taken = runs.slice(0, maxBlocks)
  const bounds = await selectBlocks(
    db,
    workspaceId,
    taken.flatMap(({ low, high }) => [low, high]),
  )
  const boundsOf = new Map(bounds.map((block) => [block.block, block]))
  const ranges: IdRange[] = [{ from: later(from, uuidAfter(extent.newest_last_id)), below }]
  for (const { low, high } of taken) {
    const [oldest, youngest] = [boundsOf.get(low), boundsOf.get(high)]
    // A block that has been purged meanwhile has nothing that is still to be found.
    if (oldest === undefined || youngest === undefined) continue
    ranges.push({
      from: later(from, oldest.first_id),
      below: earlier(below, uuidAfter(youngest.last_id)),
    })
  }
  const isCut = runs.length > taken.length
  if (!isCut) ranges.push({ from, below: earlier(below, extent.oldest_first_id) })
  const kept = ranges.filter((range) => range.from < range.below)
  return { ranges: kept, rest: isCut ? (kept.at(-1)?.from ?? null) : null }
}

/** Returns the blocks that have all of some words; undefined if each of the words is in too many to tell. */
async function blocksWith(
  db: Knex,
  workspaceId: WorkspaceId,
  sought: readonly Sought[],
): Promise<ReadonlySet<number> | undefined> {
  const lows = sought.map(({ word }) => word)
  const highs = sought.map(({ word, isPrefix }) => word + (isPrefix ? '\u{10ffff}' : '\u{1}'))
  const found = await selectBlocksOfWords(db, workspaceId, lows, highs, maxEntries)
  const telling = found.filter(({ entries }) => entries < maxEntries).map(({ blocks }) => numbersIn(blocks))
  const [rarest, ...others] = telling.sort((one, other) => one.size - other.size)
  if (rarest === undefined) return undefined
  let matching = rarest
  for (const blocks of others) matching = new Set([...matching].filter((block) => blocks.has(block)))
  return matching
}

/** Parses numbers with commas between. */
function numbersIn(text: string): ReadonlySet<number> {
  return new Set(text === '' ? [] : text.split(',').map(Number))
}

/** Groups blocks that follow one another, from the newest on. */
function runsOf(newestFirst: readonly number[]): { low: number; high: number }[] {
  const runs: { low: number; high: number }[] = []
  for (const block of newestFirst) {
    const run = runs.at(-1)
    if (run?.low === block + 1) run.low = block
    else runs.push({ low: block, high: block })
  }
  return runs
}

function later(one: Uuid, other: Uuid): Uuid {
  return one > other ? one : other
}

function earlier(one: Uuid, other: Uuid): Uuid {
  return one < other ? one : other
}
