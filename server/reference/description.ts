import { operationsOf, ownContract, readPublicContract, type ContractDocument } from '../http/contract.js'
import { curlSample } from './samples/curl.js'
import { pythonSample } from './samples/python.js'
import { pythonReceiver, typescriptReceiver } from './samples/receiver.js'
import { sampleRequest, type DocumentedOperation } from './samples/sample-request.js'
import { typescriptSample } from './samples/typescript.js'

/** A sample of code, as Redoc and other pages read them from an operation's `x-codeSamples`. */
interface CodeSample {
  /** What the page highlights it as. */
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** The webhooks of the contract, as far as their samples are made of them. */
interface DocumentedWebhooks {
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: ExampleBody } }>>
}
interface ExampleBody {
  readonly content: { readonly 'application/json': { readonly example: { readonly data: object } } }
}

/**
 * The contract as the page shows it: with the address of this service, and with samples of code for each
 * operation and event that can be pasted.
 *
 * @param baseUrl how the service is reached from outside, without a trailing slash
 */
export function describedContract(baseUrl: string): ContractDocument {
  const contract = readPublicContract() as ContractDocument & DocumentedWebhooks
  for (const { method, path } of operationsOf(contract)) {
    const operation = contract.paths[path]?.[method] as unknown as DocumentedOperation
    const own = ownContract().paths[path]?.[method] as unknown as DocumentedOperation
    const request = sampleRequest(contract, method, path, own)
    addSamples(operation, [
      { lang: 'Shell', label: 'curl', source: curlSample(request, baseUrl) },
      typescript(typescriptSample(request, baseUrl)),
      python(pythonSample(request, baseUrl)),
    ])
  }
  for (const [type, { post }] of Object.entries(contract.webhooks)) {
    const { example } = post.requestBody.content['application/json']
    addSamples(post, [typescript(typescriptReceiver(type, example)), python(pythonReceiver(type, example))])
  }
  return Object.assign(contract, { servers: [{ url: baseUrl, description: 'This service' }] })
}

/** Under the name of the nearest language that the page can highlight. */
function typescript(source: string): CodeSample {
  return { lang: 'JavaScript', label: 'TypeScript', source }
}

function python(source: string): CodeSample {
  return { lang: 'Python', label: 'Python', source }
}

function addSamples(operation: object, samples: readonly CodeSample[]): void {
  Object.assign(operation, { 'x-codeSamples': samples })
}
