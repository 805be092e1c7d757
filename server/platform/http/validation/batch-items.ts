import type { components } from '../../../../generated/api-types.js'
import { operationsOf, ownContract, type OperationId } from '../operation/contract.js'
import type { ApiError, ErrorDetail } from '../errors/api-error.js'
import { requestSideOf } from './request-side.js'
import { contractAjv } from './contract-ajv.js'
import { absolute, findingsIn, followerOf } from './explain.js'
import { findingOf, type Schema } from './words.js'

/**
 * The max number of mistakes that the reply to a batch names in full. Beyond it, each item names only its first
 * mistake: a batch of 100 items could have 2,000 mistakes, all of them alike.
 */
export const maxFindingsOfBatch = 200

/**
 * Finds the mistakes of an item of a batch.
 *
 * @param max the max number of mistakes; at least one. More than one are never more than a single request names
 * @returns mistakes whose paths begin at the item
 */
export type FindMistakes = (item: unknown, max: number) => ErrorDetail[]

/**
 * Compiles the schema of the part of a body that an operation validates by item.
 *
 * @param schema refers to the contract
 */
export function mistakeFinder(operation: OperationId, schema: Schema): FindMistakes {
  const operations = operationsOf(ownContract()).filter(({ id }) => id === operation)
  const contract = requestSideOf(ownContract(), operations)
  const inContract = absolute(schema) as object
  const validate = contractAjv(contract, false).compile(inContract)
  // Compiled when an item first has a mistake: only then does the error list all of them.
  let all: typeof validate | undefined
  const resolve = followerOf(contract)

  return (value, max) => {
    if (validate(value)) return []
    const source = { value, schema, resolve }
    const [first] = validate.errors ?? []
    const firstFinding = first && findingOf(first, source)
    if (max > 1) all ??= contractAjv(contract, true).compile(inContract)
    const findings = max > 1 && all ? findingsIn(all, source) : []
    return findings.length > 0 ? findings : firstFinding ? [firstFinding] : []
  }
}

/** Makes the error of an item that a batch refused: it says what the error of a single request says. */
export function rejectionOf({
  status,
  code,
  message,
  details,
}: ApiError): components['schemas']['BatchItemError'] {
  return { status, code, message, ...(details && { details: [...details] }) }
}
