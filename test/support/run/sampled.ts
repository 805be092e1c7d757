import { createHash } from 'node:crypto'
import type { ContractOperation } from '../api/contract.js'

/**
 * Which of the tests that follow from the contract run. They prove one rule for every operation, so a part of what each
 * operation could be asked is enough in a usual run, as long as unit tests have the rule for all of it. The choice
 * hangs on names alone: a test that fails once fails again.
 */

/** `POSTSEAL_TEST_ALL=1` has everything run that could be asked. */
export const testAll = process.env['POSTSEAL_TEST_ALL'] === '1'

/** A number that hangs on a name alone. */
function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE()
}

/** One of several by a name, none of none. */
export function oneBy<T>(name: string, several: readonly T[]): T[] {
  return several.length === 0 ? [] : [several[numberOf(name) % several.length] as T]
}

/** Things that have the same name, by that name. */
export function grouped<T>(things: readonly T[], nameOf: (thing: T) => string): [name: string, T[]][] {
  const names = new Set(things.map(nameOf))
  return [...names].map((name) => [name, things.filter((thing) => nameOf(thing) === name)])
}

/** A quarter of the operations, and of each resource at least one. */
export function aQuarter(operations: readonly ContractOperation[]): ContractOperation[] {
  const byTag = grouped(operations, ({ tags }) => tags[0] ?? '')
  return byTag.flatMap(([, ofTag]) =>
    ofTag.toSorted((a, b) => numberOf(a.id) - numberOf(b.id)).slice(0, Math.ceil(ofTag.length / 4)),
  )
}

/** True if this run is `npm test`, which leaves the rest to `npm run test:rest`. */
const isSample = process.env['POSTSEAL_TEST_SAMPLE'] === '1' && !testAll

/**
 * Picks the operations that this run asks, where one rule holds for all: `npm test` asks one of eight, and
 * `npm run test:rest` asks each.
 */
export function askedOf<T extends { readonly id: string }>(operations: readonly T[]): readonly T[] {
  if (!isSample) return operations
  const inOrder = operations.toSorted((a, b) => numberOf(a.id) - numberOf(b.id))
  return inOrder.slice(0, Math.ceil(operations.length / 8))
}

/**
 * The databases on which this run kills a service: `npm test` does it on the first one alone, and `npm run test:rest` on
 * all of them.
 */
export function killedOn<T extends 'embedded' | 'postgresql'>(databases: readonly T[]): readonly T[] {
  return isSample ? databases.slice(0, 1) : databases
}

/**
 * Returns the number of examples of a property that this run tries: `npm test` tries a fifth, and five at least, `npm
 * run test:all` tries all of them.
 *
 * @param whole how many the whole suite tries
 */
export function runs(whole: number): number {
  return isSample ? Math.max(Math.ceil(whole / 5), Math.min(whole, 5)) : whole
}
