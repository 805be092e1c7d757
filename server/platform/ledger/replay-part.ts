import type { Knex } from 'knex'
import type { LedgerFacts, LedgerKind, LedgerLine } from './entries.js'

/** A line that is to be done again, with its address where the ledger still has it. */
export interface ReplayLine<Kind extends LedgerKind> extends LedgerLine<Kind, LedgerFacts[Kind]> {
  readonly address?: string
}

/** What came of some lines. The rest of them was as they say before. */
export interface Replayed {
  /** How many changed the database. */
  readonly changed: number
  /** How many the database has nothing for, such as a contact of a project that it does not have. */
  readonly impossible?: number
}

/** How the lines of one kind are done again. Each feature declares its own. */
export interface ReplayPart<Kind extends LedgerKind = LedgerKind> {
  readonly kind: Kind
  /** What the lines are about, for people: "API keys revoked". */
  readonly title: string
  /**
   * Does lines again, in a transaction of its own. They are of one workspace, or all of the service, and no two are
   * about the same subject. Lines that were done again before change nothing.
   */
  replay(sql: Knex.Transaction, lines: readonly ReplayLine<Kind>[]): Promise<Replayed>
}

/** A line that takes something away. */
export interface TakingLine<Kind extends LedgerKind> {
  readonly ws: string
  /** Of the subject. */
  readonly id: string
  readonly at: string
  readonly state: LedgerFacts[Kind]
}

/**
 * Does what each line takes again, one by one. A line that gives back stands for what was taken before it, and nothing
 * is to be done.
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

/** Declares how the lines of a kind are done again. */
export function replayPart<Kind extends LedgerKind>(part: ReplayPart<Kind>): ReplayPart {
  return part
}
