import type { Knex } from 'knex'
import { dayMs } from '../../db/retention.js'
import { longestRetention, readDivisions, type Division } from './state.js'

/**
 * What the purge leaves to be dropped. Where a workspace keeps its history as long as any does, its rows go with their
 * partition: until the last of them is past its retention nobody deletes the first ones, which nobody can read.
 */
export interface Deferral {
  /** Until when a row is kept that was made at a time, in milliseconds since 1970. */
  readonly keptUntil: (table: string, made: Date, days: number) => number
  /** Before which time rows are to be deleted, of those that were made before another. */
  readonly before: (table: string, before: Date, days: number) => Date
}

/** The purge deletes what is left of a partition that was to be dropped for so long. */
const graceMs = 3600_000

export async function readDeferral(db: Knex): Promise<Deferral> {
  const divisions = new Map((await readDivisions(db)).map((each) => [each.table as string, each]))
  const isDivided = [...divisions.values()].some((each) => each.partitions.length > 0)
  return deferralBy(divisions, isDivided ? await longestRetention(db) : Infinity)
}

/** @param longest days: workspaces that keep their history for less have their rows deleted at once */
export function deferralBy(divisions: ReadonlyMap<string, Division>, longest: number): Deferral {
  /** The first partition has all that is older, so it is not waited for. */
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
