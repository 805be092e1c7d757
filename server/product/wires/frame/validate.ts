import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Request } from 'express'
import { resolve, type Parameter } from '../../../../base/contract/document.js'
import { refusedValue, validationFailed } from '../../../platform/http/errors/api-error.js'
import type { Operation } from '../../../platform/http/operation/contract.js'
import { contractAjv } from '../../../platform/http/validation/contract-ajv.js'
import { absolute, explainer, isDecimal } from '../../../platform/http/validation/explain.js'
import type { MarkedSchema, WireContract, WireContractOperation } from './contract.js'
import { fieldsOf, refuseFields, type Field } from './fields.js'

/** A request to a wire, with the numbers and lists of its query as values. */
interface ValidRequest {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type ValidateWireRequest = (req: Request) => ValidRequest

/**
 * Makes functions that validate requests to a wire's operations by the wire's contract: first for fields that the
 * wire refuses, then by the schema. The schemas of an operation are compiled at its first request.
 *
 * @returns a function whose result throws ApiError 422 `validation_failed`
 */
export function wireValidator(
  contract: WireContract,
): (operation: WireContractOperation) => ValidateWireRequest {
  const ajv = contractAjv(contract.document, false)
  const explain = explainer(contract.document)
  return ({ operation, body: schema }) => {
    const fields = schema === undefined ? [] : fieldsOf(contract, schema)
    const refused = fields.filter((field) => field.schema['x-refused'] !== undefined)
    const parameters = queryParametersOf(contract, operation)
    let compiled: ValidateFunction | undefined
    return (req) => {
      const body = withoutNulls(req.body as unknown, fields)
      refuseFields(refused, body)
      refuseParameters(parameters, req.query)
      const query = queryOf(operation, req.query)
      const given = { query: req.query, headers: req.headers, body }
      if (operation.needsJson && body === undefined) throw validationFailed(explain(operation, given))
      compiled ??= ajv.compile(schemaOf(contract, operation, schema))
      if (!compiled({ query, ...(body !== undefined && { body }) })) {
        throw validationFailed(explain(operation, given))
      }
      return { query, body }
    }
  }
}

interface QueryParameter extends Parameter {
  readonly 'x-refused'?: string
}

function queryParametersOf({ document }: WireContract, { path, method }: Operation): QueryParameter[] {
  return (document.paths[path]?.[method]?.parameters ?? [])
    .map((parameter) => resolve<QueryParameter>(document, parameter))
    .filter((parameter) => parameter.in === 'query')
}

/** @throws ApiError 422 `validation_failed` if the query has a parameter that the wire refuses */
function refuseParameters(parameters: readonly QueryParameter[], given: Request['query']): void {
  for (const { name, 'x-refused': sentence } of parameters)
    if (sentence !== undefined && given[name] !== undefined)
      throw refusedValue(`/query/${name}`, 'not_allowed', sentence)
}

function schemaOf(contract: WireContract, operation: Operation, body: MarkedSchema | undefined): object {
  const { needsJson } = operation
  const query = queryParametersOf(contract, operation)
  return absolute({
    type: 'object',
    required: needsJson ? ['body'] : [],
    properties: {
      query: {
        type: 'object',
        additionalProperties: false,
        required: query.filter(({ required }) => required === true).map(({ name }) => name),
        properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      },
      ...(body !== undefined && { body }),
    },
  }) as object
}

function queryOf({ integerParameters }: Operation, given: Request['query']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]): [string, unknown] =>
      integerParameters.includes(name) && isDecimal(text) ? [name, Number(text)] : [name, text],
    ),
  )
}

/**
 * Leaves out the fields that are null and cannot be: some clients write all fields that their callers left out. Values
 * that are not fields of the contract, such as variables of templates, stay as they are.
 */
function withoutNulls(body: unknown, fields: readonly Field[]): unknown {
  const known = new Map(
    fields.map(({ path, schema }) => [path.join('/'), [schema.type].flat().includes('null')]),
  )
  const cleaned = (value: unknown, at: string): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const below = `${at}*/`
      return value.map((item) => cleaned(item, below))
    }
    const entries = Object.entries(value)
    const kept = entries.filter(([name, inner]) => {
      const nullable = known.get(at + name)
      // A null in place of a field that the contract lacks says no more at the top than its absence.
      return inner !== null || nullable === true || (nullable === undefined && at !== '')
    })
    return Object.fromEntries(
      kept.map(([name, inner]) => [name, known.has(at + name) ? cleaned(inner, `${at}${name}/`) : inner]),
    )
  }
  return cleaned(body, '')
}
