import type { Ledger } from './ledger.js'
import type { LedgerEntry } from './entries.js'

/** A transaction, or a pool, whose settings name the ledger. */
interface Connected {
  readonly client: unknown
}

const collected = new WeakMap<Connected, LedgerEntry[]>()

/** Returns the ledger of a pool; undefined if it has none. */
export function ledgerOf({ client }: Connected): Ledger | undefined {
  return (client as { readonly config?: { readonly ledger?: Ledger } }).config?.ledger
}

/** Begins to collect the entries that a transaction records. @returns the entries so far, at any time */
export function collectEntries(sql: Connected): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = []
  collected.set(sql, entries)
  return entries
}

/**
 * Records facts in the ledger, if the service has one. Entries about what the transaction takes away are on the
 * ledger's disk before it commits; entries about what it gives back are recorded after its commit. So whatever is
 * killed in between, the ledger errs on the side of what was taken.
 *
 * @param sql a transaction of `inTransaction`
 */
export function recordInLedger(sql: Connected, ...entries: readonly LedgerEntry[]): void {
  if (entries.length === 0 || ledgerOf(sql) === undefined) return
  const open = collected.get(sql)
  if (open === undefined) throw new Error('what the ledger is told of is to be done in a transaction')
  for (const entry of entries) open.push(entry)
}
