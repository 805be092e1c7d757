import type { ContractDocument } from '../../../base/contract/document.js'

/** The contract with invented operations before its own, a path with variables for each. */
export function withInvented(contract: ContractDocument, count: number): ContractDocument {
  const parameters = ['id', 'part'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const invented = Array.from({ length: count }, (_, index) => {
    const responses = { '200': { description: 'Done.', content: {} } }
    const operation = { operationId: `invented${index}`, security: [], parameters, responses }
    return [`/v1/invented-${index}/{id}/parts/{part}`, { get: operation }] as const
  })
  return { ...contract, paths: { ...Object.fromEntries(invented), ...contract.paths } }
}
