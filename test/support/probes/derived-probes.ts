import type { ContractOperation } from '../api/contract.js'
import { requestOf, type DerivedRequest, type KnownIds } from '../api/requests.js'

/** Probes that follow from the contract: requests for something of another tenant. */

/** Returns true if the operation is a list: an intruder's page of it has nothing of the victim's. */
function isList({ method, parameters }: ContractOperation): boolean {
  const names = parameters.map(({ name }) => name)
  return method === 'get' && names.includes('limit') && names.includes('cursor')
}

/** Returns true if the operation is about one thing, which an intruder does not find. */
function isAboutOne({ path }: ContractOperation): boolean {
  return path.includes('{')
}

interface Outcomes<Intruder> {
  readonly seesNothing: (intruder: Intruder, path: string) => Promise<void>
  readonly isRefused: (
    intruder: Intruder,
    request: [method: string, path: string, body?: unknown],
    status: number,
    code: string,
  ) => Promise<void>
}

/**
 * The probes of all operations about one thing, and of all lists. Other operations need a probe by hand: neither their
 * request nor what must come of it follows from the contract.
 *
 * @param ids the victim's
 */
export function derivedProbes<Intruder>(
  operations: readonly ContractOperation[],
  ids: KnownIds,
  { seesNothing, isRefused }: Outcomes<Intruder>,
): Record<string, (intruder: Intruder) => Promise<void>> {
  const probeOf = (operation: ContractOperation) => async (intruder: Intruder) => {
    const { method, path, body } = await requestOf(operation, ids)
    if (isAboutOne(operation)) await isRefused(intruder, [method, path, body], 404, 'not_found')
    else await seesNothing(intruder, `${path}?limit=100`)
  }
  const derivable = operations.filter((operation) => isAboutOne(operation) || isList(operation))
  return Object.fromEntries(derivable.map((operation) => [operation.id, probeOf(operation)]))
}

/** The requests that show a page of each list, with the ids of their operations. */
export function listRequests(
  operations: readonly ContractOperation[],
  ids: KnownIds,
): Promise<(DerivedRequest & { readonly id: string })[]> {
  return Promise.all(
    operations.filter(isList).map(async (operation) => ({
      ...(await requestOf(operation, ids)),
      id: operation.id,
    })),
  )
}
