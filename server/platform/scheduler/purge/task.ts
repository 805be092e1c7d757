import type { Knex } from 'knex'
import { minUuidAt, nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { dayMs } from '../../db/retention.js'
import { statement } from '../../db/statements/statement.js'
import {
  workspacesWith,
  type WorkspacesWith,
  type WorkspaceWithRows,
} from '../../db/statements/workspaces-with.js'
import type { Deferral } from '../partitions/deferral.js'
import type { PurgeBatch } from './batch.js'

/** A workspace whose rows are purged, and the time at which its retention begins. */
export interface PurgeScope {
  readonly workspaceId: WorkspaceId
  readonly before: Date
  /** Returns the time before which rows of one table are purged, if some of its rows are left to be dropped. */
  readonly beforeIn?: (table: string) => Date
}

/** Purges a batch of a workspace's rows that follow an id, in one transaction. */
export type PurgeStep = (trx: Knex, scope: PurgeScope, after: Uuid, max: number) => Promise<PurgeBatch>

/** One kind of rows that are purged. The feature that owns their table declares it. */
export interface PurgeTask<Found extends WorkspaceWithRows<unknown> = WorkspaceWithRows<unknown>> {
  /** Finds the next workspaces behind one that have such rows, sorted by id. */
  readonly workspaces: (db: Knex, after: Uuid, max: number) => Promise<Found[]>
  /**
   * Returns the time until which the first rows of a workspace are kept, in milliseconds since 1970: nothing goes
   * before. Absent if only the purge itself finds out.
   *
   * @param days the retention of the workspace
   */
  keptUntil?(found: Found, days: number, deferral: Deferral): number
  /**
   * True if many workspaces have such rows and few of them any to purge, so that workspaces are not looked up in each
   * run.
   */
  readonly seldom?: boolean
  /** True if people ask for such rows, so that the audit log records that some were purged. */
  readonly isRecorded?: boolean
  readonly purge: PurgeStep
}

/** A batch of rows that are purged by their ids. */
export interface PurgeRange {
  /** Id that the batch follows. */
  readonly after: Uuid
  /** Id below which rows are past the retention. */
  readonly below: Uuid
  /** Largest number of rows. */
  readonly max: number
}

/**
 * Makes the task of rows whose ids begin with the time that they were made at, except rows that are left to be
 * dropped.
 */
export function byId(
  table: string,
  purge: (trx: Knex, workspaceId: WorkspaceId, range: PurgeRange) => Promise<PurgeBatch>,
): PurgeTask {
  return {
    workspaces: workspacesWith<Uuid>(table, 'id'),
    keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days, deferral) =>
      deferral.keptUntil(table, timeOf(first), days),
    purge: (trx, { workspaceId, before, beforeIn }, after, max) =>
      purge(trx, workspaceId, { after, below: minUuidAt(beforeIn?.(table) ?? before), max }),
  }
}

/** A `keptUntil` of rows that are found by a time. */
type KeptUntil = (found: WorkspaceWithRows<Date>, days: number) => number

/** Keeps rows for this many milliseconds after a time, whatever the retention. */
export const keptForMs =
  (ms: number): KeptUntil =>
  ({ first }) =>
    first.getTime() + ms

/** Keeps rows as long as the workspace's retention says. */
export const keptByRetention: KeptUntil = ({ first }, days) => first.getTime() + days * dayMs

/**
 * Makes a step that begins with the first row again, until it finds fewer than a batch.
 *
 * @param name the name of the rows in the figures: their table, as a rule
 * @param remove deletes at most `max` of the rows, and returns in one row how many have gone
 */
export function untilFewer(
  name: string,
  remove: (trx: Knex, scope: PurgeScope, max: number) => Promise<{ count: number | string }[]>,
): PurgeStep {
  return async (trx, scope, _after, max) => {
    const [gone] = await remove(trx, scope, max)
    const count = Number(gone?.count ?? 0)
    return { purged: { [name]: count }, next: count < max ? null : nilUuid }
  }
}

/** Makes the task of a table whose rows expire, purged by one statement. */
export function expiring<Rest extends readonly unknown[]>({
  table,
  workspaces,
  keptUntil,
  name,
  sql,
  rest,
}: {
  readonly table: string
  readonly workspaces: WorkspacesWith<Date>
  /** Time until which the rows of a workspace are kept; absent if only the purge finds out. */
  readonly keptUntil?: KeptUntil
  /** Name of the statement. */
  readonly name: string
  /** A statement that ends with the common table expression `gone`, one row for each deleted row. */
  readonly sql: string
  /** The parameters that follow the workspace. */
  readonly rest: (scope: PurgeScope, max: number) => Rest
}): PurgeTask {
  const remove = statement<[workspaceId: WorkspaceId, ...Rest], { count: string }>(
    name,
    `${sql} select count(*) as count from gone`,
  )
  return {
    workspaces,
    seldom: true,
    ...(keptUntil !== undefined && { keptUntil }),
    purge: untilFewer(table, (trx, scope, max) => remove(trx, scope.workspaceId, ...rest(scope, max))),
  }
}
