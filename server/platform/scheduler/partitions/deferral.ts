import type { Knex } from 'knex'
import { dayMs } from '../../db/retention.js'
import { longestRetention, readDivisions, type Division } from './state.js'

/**
 * Decides which rows the purge leaves to be dropped. If a workspace keeps its history as long as any does, its rows
 * go with their partition: until the last of them is past its retention nobody deletes the first ones, which nobody
 * can read.
 */
export interface Deferral {
  /** Returns the time until which a row made at `made` is kept, in milliseconds since 1970. */
  readonly keptUntil: (table: string, made: Date, days: number) => number
  /** Returns the time before which rows are to be deleted, of those that were made before `before`. */
  readonly before: (table: string, before: Date, days: number) => Date
}

/** If a partition was due to be dropped for this long, in milliseconds, the purge deletes what is left of it. */
const graceMs = 3600_000

export async function readDeferral(db: Knex): Promise<Deferral> {
  const divisions = new Map((await readDivisions(db)).map((each) => [each.table as string, each]))
  const isDivided = [...divisions.values()].some((each) => each.partitions.length > 0)
  return deferralBy(divisions, isDivided ? await longestRetention(db) : Infinity)
}

/**
 * Makes the deferral for divided tables.
 *
 * @param longest days: workspaces that keep their history for less have their rows deleted at once
 */
export function deferralBy(divisions: ReadonlyMap<string, Division>, longest: number): Deferral {
  /** Finds the partition of a time. The first partition has all older rows, so its drop is not waited for. */
  const partitionAt = (table: string, time: Date, days: number) =>
    days < longest
      ? undefined
      : divisions.get(table)?.partitions.find(({ from, to }) => from !== null && from <= time && time < to)
  return {
    keptUntil: (table, made, days) =>
      (partitionAt(table, made, days)?.to.getTime() ?? made.getTime() - graceMs) + graceMs + days * dayMs,
    before: (table, before, days) =>
      partitionAt(table, new Date(before.getTime() - graceMs), days)?.from ?? before,
  }
}
