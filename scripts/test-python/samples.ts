import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { operationsOf, readContract } from '../../server/platform/http/operation/contract.js'
import { pythonReceiver } from '../reference/samples/receiver.js'
import { pythonSample } from '../reference/samples/python.js'
import { sampleRequest, type DocumentedOperation } from '../reference/samples/sample-request.js'

/** The address at which the samples expect the service. */
const BASE_URL = 'https://mail.shop.example/under/a/path'

interface Webhook {
  readonly post: {
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly example: { readonly data: object } } }
    }
  }
}

/**
 * Writes the samples of the API reference and the blocks of the guides as modules for checkers and tests, with
 * `samples.json` beside them: the request that each sample makes, and the event that each receiver takes.
 */
export function writeSamples(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const contract = readContract()
  const requests = operationsOf(contract).map(({ method, path: at }) => {
    const operation = contract.paths[at]?.[method] as unknown as DocumentedOperation
    const request = sampleRequest(contract, method, at, operation)
    const module = `sample_${moduleName(request.operationId)}`
    writeFileSync(path.join(folder, `${module}.py`), pythonSample(request, BASE_URL))
    return { module, base_url: BASE_URL, ...request }
  })
  const { webhooks } = contract as unknown as { webhooks: Readonly<Record<string, Webhook>> }
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { example } = post.requestBody.content['application/json']
    const module = `receiver_${moduleName(type)}`
    writeFileSync(path.join(folder, `${module}.py`), pythonReceiver(type, example))
    return { module, event: example }
  })
  writeFileSync(path.join(folder, 'samples.json'), JSON.stringify({ requests, events }))
  for (const file of readdirSync('docs', { recursive: true, encoding: 'utf8' })) {
    // The guide to the client is with its README: tests/readme/blocks.py.
    if (file.endsWith('.md') && file !== path.join('guide', 'python.md'))
      writeBlocks(folder, path.join('docs', file))
  }
}

/**
 * Matches the imports of a program that sends by another service before it moves. The tests do not have these
 * packages.
 */
const ofOtherServices = /^(?:from|import) (?:boto3|sendgrid)\b/m

/** Writes the blocks of Python in a guide: `guide_webhooks_1.py`. */
function writeBlocks(folder: string, file: string): void {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```python\n([\s\S]*?)^```/gm)
  for (const [index, [, block = '']] of [...blocks].entries()) {
    if (ofOtherServices.test(block)) continue
    writeFileSync(path.join(folder, `guide_${path.basename(file, '.md')}_${index + 1}.py`), block)
  }
}

function moduleName(name: string): string {
  return name
    .replaceAll('.', '_')
    .replace(/[A-Z]/g, (capital) => `_${capital}`)
    .toLowerCase()
}
