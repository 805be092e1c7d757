import type { Knex } from 'knex'
import type { LedgerFacts, LedgerKind, LedgerLine } from './entries.js'

/** A line that is to be replayed, with its address if the ledger still has it. */
export interface ReplayLine<Kind extends LedgerKind> extends LedgerLine<Kind, LedgerFacts[Kind]> {
  readonly address?: string
}

/** The result of a replay. The lines that it does not count held in the database before. */
export interface Replayed {
  /** The number of lines that changed the database. */
  readonly changed: number
  /** The number of lines whose subject the database lacks, such as a contact of a project that it does not have. */
  readonly impossible?: number
}

/** Replays the lines of one kind. Each feature declares its own part. */
export interface ReplayPart<Kind extends LedgerKind = LedgerKind> {
  readonly kind: Kind
  /** The title of the kind, for people: "API keys revoked". */
  readonly title: string
  /**
   * Replays lines, in a transaction of its own. They are all of one workspace, or all of the service, and no two are
   * about the same subject. Lines that were replayed before change nothing.
   */
  replay(sql: Knex.Transaction, lines: readonly ReplayLine<Kind>[]): Promise<Replayed>
}

/** A line that takes something away. */
export interface TakingLine<Kind extends LedgerKind> {
  readonly ws: string
  /** The id of the subject. */
  readonly id: string
  readonly at: string
  readonly state: LedgerFacts[Kind]
}

/**
 * Repeats what each line takes away, one by one. A line that gives back replaces the lines that took before it, and
 * nothing is to be done.
 *
 * @param change returns whether it changed something, or the rows that it changed
 */
export async function replayEach<Kind extends LedgerKind>(
  lines: readonly ReplayLine<Kind>[],
  change: (line: TakingLine<Kind>) => Promise<boolean | readonly unknown[]>,
): Promise<Replayed> {
  let changed = 0
  for (const { ws = '', id = '', at, state, gives } of lines) {
    if (gives === true) continue
    const done = await change({ ws, id, at, state })
    changed += typeof done === 'boolean' ? Number(done) : done.length
  }
  return { changed }
}

/** Declares the replay of the lines of a kind. */
export function replayPart<Kind extends LedgerKind>(part: ReplayPart<Kind>): ReplayPart {
  return part
}
