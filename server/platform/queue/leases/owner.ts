import { newUuid, type Uuid } from '../../db/ids.js'

/** A process as the owner of leases. */
export interface LeaseOwner {
  /** Shown by the lease of each row that the process has claimed. */
  readonly id: Uuid
  /** Whether its heartbeat is in time. If not, nothing should be claimed. */
  readonly isInTime: boolean
  /** How many processes share the work, this one included, as of the last heartbeat. */
  readonly processes: number
  /** The current term, to be asked for before a claim: what the claim takes belongs to it. */
  term(): LeaseTerm
}

/**
 * A time in which no other process has held this one for dead. If one does, it releases this process's
 * leases, and another may send what this one has claimed. So before each send the term of its claim is asked.
 */
export interface LeaseTerm {
  /**
   * Resolves once a send may begin. While the heartbeat is late it waits, for a limited time.
   *
   * @returns false if it must not begin: it is to be given back
   */
  mayBegin(): Promise<boolean>
}

const always: LeaseTerm = { mayBegin: () => Promise.resolve(true) }

/** The owner of all leases of a database that no other process uses: nobody takes them away. */
export function soleOwner(): LeaseOwner {
  return { id: newUuid(), isInTime: true, processes: 1, term: () => always }
}
