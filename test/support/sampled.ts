import { createHash } from 'node:crypto'
import { operations, type ContractOperation } from './contract.js'

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

/** `npm test` asks a quarter of the operations where a rule holds for each, and `npm run test:rest` asks all of them. */
const askedNow =
  process.env['POSTSEAL_TEST_SAMPLE'] === '1' && !testAll
    ? new Set(aQuarter(operations).map(({ id }) => id))
    : undefined

/** Whether this run asks an operation for a rule that holds for each, by its id. */
export function isAskedNow(id: string): boolean {
  return askedNow?.has(id) ?? true
}
