import type { Knex } from 'knex'
import type { Erasure, ErasedCounts } from '../erasure.js'

/** A row's columns by their names. */
export type Row = Readonly<Record<string, unknown>>

/** A table in which an address may be mentioned, by whoever wrote what stands there. */
export interface References {
  readonly table: string
  /** Its primary key behind the workspace, with the types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>
  /** The columns that are searched and changed. */
  readonly columns: Readonly<Record<string, 'text' | 'jsonb' | 'json'>>
  /** SQL on `entry`: whether it is of the project $2; null where its rows are of no project. */
  readonly ofProject: string | null
  /** What its rows are counted as, where they are the person's own. */
  readonly counted?: keyof ErasedCounts
  /** As many rows are looked at in one transaction, where strangers can make them long. */
  readonly rowsAtMost?: number
  /** Further texts to find rows by. */
  readonly alsoFind?: (erasure: Erasure) => readonly string[]
  /** Columns of the key that are searched as well; they cannot be changed. */
  readonly searchedKey?: readonly string[]
  /** Leaves out rows that the erasure is not about, where SQL cannot tell. */
  readonly select?: (trx: Knex, erasure: Erasure, rows: readonly Row[]) => Promise<readonly Row[]>
  /** What becomes of a row, where that is more than taking the address out of each column. */
  readonly change?: (row: Row, redacted: Row, erasure: Erasure) => Row | 'delete'
  /** What follows from changed rows elsewhere. */
  readonly after?: (
    trx: Knex,
    erasure: Erasure,
    changed: readonly Changed[],
  ) => Promise<Partial<ErasedCounts>>
}

/** A row that was changed. */
export interface Changed {
  readonly before: Row
  readonly after: Row
}
