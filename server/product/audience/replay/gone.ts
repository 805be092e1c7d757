import type { LedgerLine } from '../../../platform/ledger/entries.js'

/** Who is gone, as the ledger has it. */
export class Gone {
  readonly #contacts = new Set<string>()
  /** When addresses were erased, by the workspace, the project or none, and what stands for the address. */
  readonly #erased = new Map<string, string>()

  addContact(id: string): void {
    this.#contacts.add(id)
  }

  /** @param line of an erasure */
  addErased({ ws, who, at }: LedgerLine, projectId: string | null): void {
    this.#erased.set(keyOf(ws, projectId, who), at)
  }

  /** Whether a line about a contact was written before the contact was deleted, or its address erased. */
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
