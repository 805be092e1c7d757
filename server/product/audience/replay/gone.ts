import type { LedgerLine } from '../../../platform/ledger/entries.js'

/** A `Gone` knows whom the ledger reports as deleted or erased. */
export class Gone {
  readonly #contacts = new Set<string>()
  /** Times of erasures, by the workspace, the project or none, and the token of the address. */
  readonly #erased = new Map<string, string>()

  addContact(id: string): void {
    this.#contacts.add(id)
  }

  /**
   * @param line the line of an erasure
   */
  addErased({ ws, who, at }: LedgerLine, projectId: string | null): void {
    this.#erased.set(keyOf(ws, projectId, who), at)
  }

  /** Returns true if the contact was deleted, or if its address was erased after the line was written. */
  has({ ws, who, at }: LedgerLine, contactId: string, projectId: string): boolean {
    if (this.#contacts.has(contactId)) return true
    return [null, projectId].some((project) => {
      const erasedAt = this.#erased.get(keyOf(ws, project, who))
      return erasedAt !== undefined && at <= erasedAt
    })
  }
}

const keyOf = (ws: string | undefined, projectId: string | null, who: string | undefined) =>
  [ws ?? '', projectId ?? '', who ?? ''].join(' ')
