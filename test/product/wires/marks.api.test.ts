import { beforeAll, describe, expect, test } from 'vitest'
import { resolve, type Parameter } from '../../../base/contract/document.js'
import { wireNames } from '../../../server/platform/config/wires.js'
import { operationsOf, ownContract } from '../../../server/platform/http/operation/contract.js'
import { ApiError, refusedValue } from '../../../server/platform/http/errors/api-error.js'
import { loadWire } from '../../../server/product/wires/open.js'
import { wireContract, type WireContractOperation } from '../../../server/product/wires/frame/contract.js'
import { fieldsOf } from '../../../server/product/wires/frame/fields.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../support/wires/wire-calls.js'
import { addTenant } from '../../support/workspace/tenant.js'

/** Tests that every wire does what its contract's marks say. */

const marks = ['x-becomes', 'x-refused', 'x-harmless'] as const
const ownIds = operationsOf(ownContract()).map(({ id }) => id as string)

let key: string
let url: string

beforeAll(async () => {
  const service = await sharedApi()
  url = service.url
  key = await (await addTenant(service)).key()
})

const wires = await Promise.all(wireNames.map(async (wire) => [wire, await loadWire(wire)] as const))

describe.each(wires)('the wire %s', (wire, { shapeError }) => {
  const refusedField = shapeError(refusedValue('/body/x', 'not_allowed', 'is refused')).status
  const refusedCall = shapeError(new ApiError('method_not_allowed', 'This call is refused.')).status
  const contract = wireContract(wire)
  const request: WireCall = (...given) => wireCalls(wire, url)(...given)
  const ask = ({ operation }: WireContractOperation, body?: unknown) =>
    request(operation.method.toUpperCase(), operation.path.replace(/\{\w+\}/g, 'x'), {
      key,
      ...(body !== undefined && { body }),
    })
  const answered = contract.operations.filter(({ refused }) => refused === undefined)

  test.each(contract.operations.map((each) => [each.operation.id, each] as const))(
    '%s calls operations of this service or is refused',
    (_id, { calls, refused }) => {
      expect(calls.length > 0).toBe(refused === undefined)
      expect(calls.filter((id) => !ownIds.includes(id))).toEqual([])
    },
  )

  test.each(answered.map((each) => [each.operation.id, each] as const))(
    '%s has one mark for each field and parameter',
    (_id, { operation, body }) => {
      const fields = body === undefined ? [] : fieldsOf(contract, body)
      const parameters = (contract.document.paths[operation.path]?.[operation.method]?.parameters ?? []).map(
        (given) => resolve<Parameter>(contract.document, given),
      )
      const all = [
        ...fields.map(({ path, schema }) => ({ name: path.join('.'), marked: schema })),
        ...parameters
          .filter((parameter) => parameter.in !== 'path')
          .map((parameter) => ({ name: parameter.name, marked: parameter })),
      ]
      const wrong = all.filter(({ marked }) => marks.filter((mark) => mark in marked).length !== 1)
      expect(wrong.map(({ name }) => name)).toEqual([])
    },
  )

  const refusedFields = answered.flatMap((described) =>
    (described.body === undefined ? [] : fieldsOf(contract, described.body))
      .filter(({ schema }) => schema['x-refused'] !== undefined)
      .map((field) => ({ name: `${described.operation.id} ${field.path.join('.')}`, described, field })),
  )
  test.each(refusedFields)('$name is refused with its sentence', async ({ described, field }) => {
    const { status, text } = await ask(described, bodyWith(field.path))
    expect([status, text]).toEqual([refusedField, expect.stringContaining(field.schema['x-refused'] ?? '')])
  })

  const refusedOperations = contract.operations.filter(({ refused }) => refused !== undefined)
  test.each(refusedOperations.map((each) => [each.operation.id, each] as const))(
    '%s is refused with its sentence',
    async (_id, described) => {
      const { status, text } = await ask(described)
      expect([status, text]).toEqual([refusedCall, expect.stringContaining(described.refused ?? '')])
    },
  )
})

/** Makes a body that has one field, at any depth. */
function bodyWith([step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return 'x'
  return step === '*' ? [bodyWith(rest)] : { [step]: bodyWith(rest) }
}
