import type { Ledger } from './ledger.js'
import type { LedgerEntry } from './entries.js'

/** A transaction, or a pool, of which the ledger's place in the settings is known. */
interface Connected {
  readonly client: unknown
}

const collected = new WeakMap<Connected, LedgerEntry[]>()

/** The ledger of a pool; undefined where it has none. */
export function ledgerOf({ client }: Connected): Ledger | undefined {
  return (client as { readonly config?: { readonly ledger?: Ledger } }).config?.ledger
}

/** Begins to collect what a transaction records. @returns what it has recorded so far, at any time */
export function collectEntries(sql: Connected): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = []
  collected.set(sql, entries)
  return entries
}

/**
 * Records facts in the ledger, if the service has one. What the transaction takes away is on the ledger's disk before
 * it commits; what it gives back is recorded after its commit. So whatever is killed in between, the ledger errs on the
 * side of what was taken.
 *
 * @param sql a transaction of `inTransaction`
 */
export function recordInLedger(sql: Connected, ...entries: readonly LedgerEntry[]): void {
  if (entries.length === 0 || ledgerOf(sql) === undefined) return
  const open = collected.get(sql)
  if (open === undefined) throw new Error('what the ledger is told of is to be done in a transaction')
  for (const entry of entries) open.push(entry)
}
