import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { Redactor } from './redact.js'

/** How many of each kind were erased. */
export type ErasedCounts = components['schemas']['ErasedCounts']

/** What an erasure is about, while one is worked on. */
export interface Erasure {
  readonly id: Uuid
  readonly workspaceId: WorkspaceId
  /** The project it is held to; null is the whole workspace. */
  readonly projectId: Uuid | null
  /** In the form of `foldAddress`. */
  readonly address: string
  /** What stands for the address. */
  readonly token: string
  /** The contacts that this erasure has deleted. */
  readonly contactIds: readonly Uuid[]
  readonly redactor: Redactor
}

/** What a batch has come to. */
export interface ErasureBatch {
  readonly erased: Partial<ErasedCounts>
  /** Where the step goes on; null where it has ended. */
  readonly next: string | null
  /** Whether a worker has something in flight that the step waits for. */
  readonly waits?: boolean
}

/**
 * A part of the work, done in batches. A batch is one transaction, which keeps the position and adds to the
 * counts as well: a crash repeats at most one batch, and that one had no effect. To do a step again finds
 * what has come since.
 */
export interface Step {
  readonly name: string
  /**
   * @param position what the batch before answered as `next`; null at the beginning
   * @param max rows that it looks at, so that nobody waits long for one of them
   */
  run(trx: Knex, erasure: Erasure, position: string | null, max: number): Promise<ErasureBatch>
}
