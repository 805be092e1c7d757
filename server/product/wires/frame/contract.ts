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
  readonly body: MarkedSchema | undefined
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
  const operations = operationsOf(document).map((operation) => {
    const given = document.paths[operation.path]?.[operation.method]
    const marks = given as MarkedOperation
    const schema = given?.requestBody?.content['application/json']?.schema
    return {
      operation,
      calls: marks['x-calls'] ?? [],
      refused: marks['x-refused'],
      body: schema === undefined ? undefined : resolve<MarkedSchema>(document, schema),
    }
  })
  return { document, operations }
}
