import type { ContractDocument } from '../../../../base/contract/document.js'
import type { Operation } from '../operation/contract.js'

/** Stands for the replies of an operation, which has to have one; it matters to no request. */
const anyReply = { default: { description: 'Any', content: {} } }

/**
 * Returns the part of a contract about the requests of some operations, with all components that it refers to.
 * Replies are four fifths of a contract, and a validator goes through the whole contract that it gets at each start
 * and at the first request of each operation.
 *
 * @returns a copy, which callers may write into
 * @throws Error if the operations refer to something that the contract does not have
 */
export function requestSideOf(
  contract: ContractDocument,
  operations: readonly Operation[],
): ContractDocument {
  const paths: ContractDocument['paths'] = {}
  for (const { path, method } of operations) {
    const operation = contract.paths[path]?.[method]
    if (operation === undefined) continue
    const { parameters, requestBody, 'x-validated-by-item': byItem } = operation
    paths[path] = {
      ...paths[path],
      [method]: {
        ...(parameters && { parameters }),
        ...(requestBody && { requestBody }),
        ...(byItem && { 'x-validated-by-item': byItem }),
        responses: anyReply,
      },
    }
  }
  return structuredClone({
    openapi: contract.openapi,
    info: contract.info,
    paths,
    components: componentsFor(paths, contract.components),
  })
}

const reference = /"#\/components\/(\w+)\/([^"/]+)/g

/** Returns the components that a value refers to, itself or by way of others. */
function componentsFor(value: unknown, all: ContractDocument['components']): ContractDocument['components'] {
  const found: ContractDocument['components'] = {}
  const values = [value]
  for (const next of values) {
    for (const [, kind = '', name = ''] of JSON.stringify(next).matchAll(reference)) {
      const component = all[kind]?.[name]
      if (component === undefined) throw new Error(`the contract has no ${kind}/${name}, but refers to it`)
      if (found[kind]?.[name] !== undefined) continue
      found[kind] = { ...found[kind], [name]: component }
      values.push(component)
    }
  }
  return found
}
