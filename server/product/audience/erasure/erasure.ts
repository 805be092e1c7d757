import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { Redactor } from './redact.js'

/** Numbers of erased things by their kind. */
export type ErasedCounts = components['schemas']['ErasedCounts']

/** The subject of an erasure that is being worked on. */
export interface Erasure {
  readonly id: Uuid
  readonly workspaceId: WorkspaceId
  /** The project that the erasure is limited to; null for the whole workspace. */
  readonly projectId: Uuid | null
  /** The address in the form of `foldAddress`. */
  readonly address: string
  /** The token that stands for the address. */
  readonly token: string
  /** The contacts that this erasure has deleted. */
  readonly contactIds: readonly Uuid[]
  readonly redactor: Redactor
}

/** Result of a batch. */
export interface ErasureBatch {
  readonly erased: Partial<ErasedCounts>
  /** Position from which the step goes on; null if the step has ended. */
  readonly next: string | null
  /** True if a worker has something in flight that the step waits for. */
  readonly waits?: boolean
}

/**
 * A part of the work, done in batches. A batch is one transaction, which also keeps the position and adds to the
 * counts, so a crash repeats at most one batch, and that one had no effect. Running a step again finds whatever has
 * been added since.
 */
export interface Step {
  readonly name: string
  /**
   * @param position the `next` of the batch before; null at the beginning
   * @param max the most rows to look at, so that nobody waits long for one of them
   */
  run(trx: Knex, erasure: Erasure, position: string | null, max: number): Promise<ErasureBatch>
}
