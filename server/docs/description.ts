import { operationsOf, readContract, type ContractDocument } from '../http/contract.js'
import { curlSample } from './samples/curl.js'
import { sampleRequest, type DocumentedOperation } from './samples/sample-request.js'
import { typescriptSample } from './samples/typescript.js'

/** A sample of code, as Redoc and other pages read them from an operation's `x-codeSamples`. */
export interface CodeSample {
  /** What the page highlights it as. */
  readonly lang: string
  readonly label: string
  readonly source: string
}

/**
 * The contract as the page shows it: with the address of this service and, for each operation, samples of code that can
 * be pasted.
 *
 * @param baseUrl how the service is reached from outside, without a trailing slash
 */
export function describedContract(baseUrl: string): ContractDocument {
  const contract = readContract()
  for (const { method, path } of operationsOf(contract)) {
    const operation = contract.paths[path]?.[method] as unknown as DocumentedOperation
    const request = sampleRequest(contract, method, path, operation)
    const samples: CodeSample[] = [
      { lang: 'Shell', label: 'curl', source: curlSample(request, baseUrl) },
      // As the nearest language that the page can highlight.
      { lang: 'JavaScript', label: 'TypeScript', source: typescriptSample(request, baseUrl) },
    ]
    Object.assign(operation, { 'x-codeSamples': samples })
  }
  return Object.assign(contract, { servers: [{ url: baseUrl, description: 'This service' }] })
}
