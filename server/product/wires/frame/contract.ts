import { readFileSync } from 'node:fs'
import { resolve, type ContractDocument } from '../../../../base/contract/document.js'
import type { WireName } from '../../../platform/config/wires.js'
import { operationsOf, type Operation } from '../../../platform/http/operation/contract.js'

/** A schema of a wire's contract, with the marks that say how each field of a request is treated. */
export interface MarkedSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, MarkedSchema>>
  readonly items?: MarkedSchema
  readonly oneOf?: readonly MarkedSchema[]
  /** The fields of the called operation that the field becomes. */
  readonly 'x-becomes'?: string
  /** The rest of a sentence whose subject is the field: why the service refuses it, and what does it here. */
  readonly 'x-refused'?: string
  /** The reason why the field can be left out of account. */
  readonly 'x-harmless'?: string
}

/** An operation of a wire's contract. */
export interface WireContractOperation {
  readonly operation: Operation
  /** The operations of this service that it calls; empty if the wire refuses it. */
  readonly calls: readonly string[]
  /** The sentence with which the wire refuses the operation; undefined if it answers. */
  readonly refused: string | undefined
  /** The schema of the body: of JSON, or of what a form is read into. */
  readonly body: MarkedSchema | undefined
  /** The schema of the object that a form is read into; undefined if the operation takes no form. */
  readonly form: MarkedSchema | undefined
  readonly takesJson: boolean
}

export interface WireContract {
  readonly document: ContractDocument
  readonly operations: readonly WireContractOperation[]
}

/** Returns the file of a wire's contract. */
export function wireContractFile(name: WireName): URL {
  return new URL(`../../../../generated/wires/${name}.json`, import.meta.url)
}

const read = new Map<WireName, WireContract>()

/** Returns the contract of a wire: one for all callers, which must not write into it. */
export function wireContract(name: WireName): WireContract {
  const known = read.get(name) ?? readContract(name)
  read.set(name, known)
  return known
}

interface MarkedOperation {
  readonly 'x-calls'?: readonly string[]
  readonly 'x-refused'?: string
}

function readContract(name: WireName): WireContract {
  const document = JSON.parse(readFileSync(wireContractFile(name), 'utf8')) as ContractDocument
  const read = readBodies(document)
  const operations = operationsOf(document).map((operation) => {
    const given = document.paths[operation.path]?.[operation.method]
    const marks = given as MarkedOperation
    const { json, form } = read.get(given?.operationId) ?? {}
    const body = json ?? form
    return {
      operation,
      calls: marks['x-calls'] ?? [],
      refused: marks['x-refused'],
      body: body && resolve<MarkedSchema>(document, body),
      form: form && resolve<MarkedSchema>(document, form),
      takesJson: json !== undefined,
    }
  })
  return { document, operations }
}

interface Bodies {
  readonly json: MarkedSchema | undefined
  readonly form: MarkedSchema | undefined
}

/**
 * Reads the schemas of the bodies by the ids of the operations.
 *
 * @param document is changed: forms are described as bodies of JSON, which they are once they are read
 */
function readBodies(document: ContractDocument): Map<string | undefined, Bodies> {
  const bodies = new Map<string | undefined, Bodies>()
  for (const { operationId, requestBody } of Object.values(document.paths).flatMap((item) =>
    Object.values(item),
  )) {
    if (requestBody === undefined) continue
    const json = requestBody.content['application/json']
    const form = requestBody.content['multipart/form-data']
    bodies.set(operationId, { json: json?.schema, form: form?.schema })
    const media = json ?? form
    if (media !== undefined) requestBody.content = { 'application/json': media }
  }
  return bodies
}
