import { newUuid, type Uuid } from '../../db/ids.js'

/** A process as the owner of leases. */
export interface LeaseOwner {
  /** The process's id, which the lease of each row that it has claimed shows. */
  readonly id: Uuid
  /** True if the process's heartbeat is in time. If not, it should claim nothing. */
  readonly isInTime: boolean
  /** The number of processes that share the work, this one included, as of the last heartbeat. */
  readonly processes: number
  /** Returns the current term. Ask before a claim: the claimed rows belong to that term. */
  term(): LeaseTerm
}

/**
 * A period in which no other process has taken this one for dead. If one does, it releases this process's leases, and
 * another may send what this one has claimed. So a worker asks the term of the claim before it sends.
 */
export interface LeaseTerm {
  /**
   * Resolves once a send may begin. While the heartbeat is late it waits, for a limited time.
   *
   * @returns false if the send must not begin: its row is to be given back
   */
  mayBegin(): Promise<boolean>
}

const always: LeaseTerm = { mayBegin: () => Promise.resolve(true) }

/** Makes the owner of all leases of a database that no other process uses: nobody takes them away. */
export function soleOwner(): LeaseOwner {
  return { id: newUuid(), isInTime: true, processes: 1, term: () => always }
}
