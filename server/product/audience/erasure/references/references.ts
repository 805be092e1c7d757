import type { Knex } from 'knex'
import type { Erasure, ErasedCounts } from '../erasure.js'

/** A row's columns by their names. */
export type Row = Readonly<Record<string, unknown>>

/** A table whose columns may mention an address, whoever wrote them. */
export interface References {
  readonly table: string
  /** The columns of the primary key after the workspace, with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>
  /** The columns that are searched and changed. */
  readonly columns: Readonly<Record<string, 'text' | 'jsonb' | 'json'>>
  /** SQL that is true if `entry` belongs to the project $2; null if the table's rows belong to no project. */
  readonly ofProject: string | null
  /** Kind under which the rows are counted; undefined if they are not the person's own. */
  readonly counted?: keyof ErasedCounts
  /** The most rows to look at in one transaction; set if strangers can make rows long. */
  readonly rowsAtMost?: number
  /** Returns further texts by which to find rows. */
  readonly alsoFind?: (erasure: Erasure) => readonly string[]
  /** Columns of the key that are searched as well; they cannot be changed. */
  readonly searchedKey?: readonly string[]
  /** Leaves out rows that the erasure is not about, if SQL cannot tell. */
  readonly select?: (trx: Knex, erasure: Erasure, rows: readonly Row[]) => Promise<readonly Row[]>
  /** Returns the changed row; set if more is to change than the address in each column. */
  readonly change?: (row: Row, redacted: Row, erasure: Erasure) => Row | 'delete'
  /** Makes the changes elsewhere that follow from changed rows. */
  readonly after?: (
    trx: Knex,
    erasure: Erasure,
    changed: readonly Changed[],
  ) => Promise<Partial<ErasedCounts>>
}

export interface Changed {
  readonly before: Row
  readonly after: Row
}
