import { writeFile } from 'node:fs/promises'
import { printableLine } from '../../../base/text/printable.js'
import { codeOf } from '../arguments/sources.js'
import { CommandFailure } from '../mistakes.js'
import type { Kind } from './items.js'
import type { Remark } from './source.js'

/** The result for a kind. */
export interface Result {
  readonly kind: Kind
  readonly brought: number
  readonly present: number
  readonly leftOut: number
  /** Why nothing of the kind was read. */
  readonly reason?: string
  readonly remarks: readonly Remark[]
}

/** Returns the rows of the table at the end of a move. */
export function rowsOfTable(results: readonly Result[]): Readonly<Record<string, unknown>>[] {
  return results.map(({ kind, brought, present, leftOut, reason }) => ({
    kind,
    brought,
    already_there: present,
    left_out: leftOut,
    ...(reason !== undefined && { not_read: reason }),
  }))
}

/** Returns the results as JSON values. */
export function jsonOf(results: readonly Result[]): Readonly<Record<string, unknown>>[] {
  return results.map(({ kind, brought, present, leftOut, reason, remarks }) => ({
    kind,
    brought,
    already_there: present,
    left_out: leftOut,
    not_read: reason ?? null,
    remarks,
  }))
}

/** Returns the lines of the remarks, one for each. */
export function remarkLines(results: readonly Result[]): string[] {
  return results.flatMap(({ kind, remarks, reason }) => [
    ...(reason === undefined ? [] : [`${kind}: not read: ${printableLine(reason)}`]),
    ...remarks.map((remark) => `${kind}: ${printableLine(remark.item)}: ${printableLine(remark.reason)}`),
  ])
}

/** Writes everything that has a remark to a file, which only its owner can read. */
export async function writeReport(file: string, results: readonly Result[]): Promise<void> {
  const counts = results.map(
    ({ kind, brought, present, leftOut }) =>
      `${kind}: ${brought} brought, ${present} already there, ${leftOut} left out`,
  )
  try {
    await writeFile(file, `${[...counts, '', ...remarkLines(results)].join('\n')}\n`, { mode: 0o600 })
  } catch (error) {
    throw new CommandFailure(`${file} cannot be written (${codeOf(error)}).`)
  }
}
