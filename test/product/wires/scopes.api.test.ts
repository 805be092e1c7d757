import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolve, type Parameter } from '../../../base/contract/document.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { operationsOf, ownContract } from '../../../server/platform/http/operation/contract.js'
import { wireNames, type WireName } from '../../../server/platform/config/wires.js'
import {
  wireContract,
  type MarkedSchema,
  type WireContractOperation,
} from '../../../server/product/wires/frame/contract.js'
import { ApiError } from '../../../server/platform/http/errors/api-error.js'
import { loadWire } from '../../../server/product/wires/open.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { wireCalls } from '../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Each answered operation of each wire needs the scopes of the operations that it calls, and leaves their traces. */

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject, scopes: [] })
})
afterAll(() => service.stop())

/** Makes the least value that a schema allows. */
function sampleOf(wire: WireName, given: MarkedSchema & Sampled): unknown {
  const schema = resolve<MarkedSchema & Sampled>(wireContract(wire).document, given)
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.oneOf ?? []
  if (first !== undefined) return sampleOf(wire, first)
  const [type] = [schema.type].flat()
  if (type === 'array')
    return (schema.minItems ?? 0) > 0 && schema.items !== undefined ? [sampleOf(wire, schema.items)] : []
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(wire, schema.properties?.[name] ?? {})]),
    )
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return type === 'boolean' ? true : 'ada@example.com'
}

interface Sampled {
  readonly example?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly minimum?: number
}

const answered = wireNames.flatMap((wire) =>
  wireContract(wire)
    .operations.filter(({ refused }) => refused === undefined)
    .map((described) => [wire, described.operation.id as string, described] as const),
)
const mutations = new Set(
  operationsOf(ownContract())
    .filter(({ method }) => method !== 'get')
    .map(({ id }) => id as string),
)

test.each(answered)('%s: %s needs the scopes of what it calls', async (wire, _id, described) => {
  const { operation, calls } = described
  const path = pathOf(wire, described)
  const reply = await wireCalls(wire, service.url)(operation.method.toUpperCase(), path, {
    key,
    ...(described.body !== undefined && { body: bodyOf(wire, described) }),
  })
  const { shapeError } = await loadWire(wire)
  const refusal = shapeError(new ApiError('insufficient_scope', 'The key lacks a scope.'))
  expect(reply.status, reply.text).toBe(refusal.status)
  expect(reply.text).toMatch(/This operation (needs the scope|takes a workspace key)/)
  const requestId = fromTypeId('req', String(reply.headers['request-id']))
  const refused = async () => {
    const { rows } = await service.sql.query<{ operation: string }>(
      "select operation from audit_events where workspace_id = $1 and request_id = $2 and outcome = 'refused'",
      [tenant.workspaceId, requestId],
    )
    return rows.map((row) => row.operation)
  }
  // An operation that reads comes first in some calls, and is refused without an entry.
  if (!calls.every((name) => mutations.has(name))) return
  await expect.poll(refused, { timeout: 60_000 }).toEqual([expect.toBeOneOf([...calls]) as string])
})

interface NamedExample {
  readonly name: string
  readonly example?: string
}

/** Fills the variables of a path: with their examples, or with an address, which most of them take. Adds its query. */
function pathOf(wire: WireName, { operation }: WireContractOperation): string {
  const { document } = wireContract(wire)
  const item = document.paths[operation.path] as { readonly parameters?: readonly Parameter[] } | undefined
  const own = document.paths[operation.path]?.[operation.method]?.parameters ?? []
  const parameters = [...(item?.parameters ?? []), ...own].map((given) =>
    resolve<NamedExample>(document, given as NamedExample),
  )
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { example = 'ada@example.com' } = parameters.find((parameter) => parameter.name === name) ?? {}
    return String(example)
  })
  const query = (document.paths[operation.path]?.[operation.method]?.parameters ?? [])
    .map((given) => resolve<Parameter>(document, given))
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, schema }): [string, string] => [name, String(sampleOf(wire, schema as MarkedSchema))])
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

/** Bodies of which the schema alone does not say which fields they need. */
const bodies: ReadonlyMap<string, unknown> = new Map([
  ['updateContactTopics', [{ id: 'top_01k3v6g5a8f4q9x2m7n0c1d8re', subscription: 'opt_in' }]],
  ['removeSuppressions', { emails: ['ada@example.com'] }],
  ['sendEmailWithTemplate', { To: 'ada@example.com', TemplateAlias: 'receipt' }],
  ['sendEmailBatchWithTemplates', { Messages: [{ To: 'ada@example.com', TemplateAlias: 'receipt' }] }],
  ['createBroadcast', { from: 'a@shop.example', subject: 'News', segment_id: 'seg_1', text: 'Hi' }],
  ['sendEvent', { event: 'user.created', email: 'ada@example.com' }],
] as const)

function bodyOf(wire: WireName, { operation, body = {} }: WireContractOperation): unknown {
  const known = bodies.get(operation.id)
  if (known !== undefined) return known
  const sample = sampleOf(wire, body)
  return Array.isArray(sample) && sample.length === 0 ? [sampleOf(wire, body.items ?? {})] : sample
}
