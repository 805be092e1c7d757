import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { resolve } from '../../../base/contract/document.js'
import type { WireName } from '../../../server/platform/config/wires.js'
import { wireContract } from '../../../server/product/wires/frame/contract.js'
import { call, type ApiReply, type ApiRequest } from '../api/api.js'

interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
}

interface Reply {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
const compiled = new Map<string, ValidateFunction>()

/** Makes the headers by which each wire takes a key. */
const credentials: Readonly<Record<WireName, (key: string) => Record<string, string>>> = {
  resend: (key) => ({ Authorization: `Bearer ${key}` }),
  postmark: (key) => ({ 'X-Postmark-Server-Token': key }),
}

/**
 * Sends requests to a wire, and holds each reply against the wire's contract: its status and its body, which has no
 * field that the contract does not name.
 */
export function wireCalls(wire: WireName, url: string) {
  return async (method: string, path: string, { key, ...given }: ApiRequest = {}): Promise<ApiReply> => {
    const headers = { ...(key !== undefined && credentials[wire](key)), ...given.headers }
    const reply = await call(url, method, `/compat/${wire}${path}`, { ...given, headers })
    const findings = findingsOf(wire, `${method} ${path}`, reply)
    if (findings !== undefined) throw new Error(findings)
    return reply
  }
}

export type WireCall = ReturnType<typeof wireCalls>

function findingsOf(wire: WireName, request: string, { status, body, text }: ApiReply): string | undefined {
  const { document, operations } = wireContract(wire)
  const [method = '', path = ''] = (request.split('?')[0] ?? '').split(' ')
  const matching = operations
    .map(({ operation }) => operation)
    .filter((each) => each.method === method.toLowerCase() && formOf(each.path).test(path))
    .toSorted((a, b) => variablesOf(a.path) - variablesOf(b.path))
  const [operation] = matching
  if (operation === undefined) return `the contract has no ${request}`
  const described = document.paths[operation.path]?.[operation.method]?.responses as Record<string, Reply>
  const key = String(status) in described ? String(status) : 'default'
  if (status < 400 && key === 'default') return `${operation.id} may not answer ${status}`
  const given = described[key]
  const { content } = given === undefined ? {} : resolve<Reply>(document, given)
  const schema = content?.['application/json']?.schema
  if (schema === undefined)
    return text === '' ? undefined : `${operation.id} has no body for ${status}, but the reply has: ${text}`
  const name = `${wire} ${operation.id} ${key}`
  const validate = compiled.get(name) ?? ajv.compile(closed(wire, schema))
  compiled.set(name, validate)
  if (validate(body)) return undefined
  return `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`
}

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

function variablesOf(path: string): number {
  return path.split('{').length
}

/** Returns a schema in one piece, whose objects take only the properties that they name. */
function closed(wire: WireName, given: Schema): Schema {
  const { allOf, ...own } = resolve<Schema>(wireContract(wire).document, given)
  if (allOf !== undefined) return merged(allOf.map((part) => closed(wire, part)))
  const { properties, items, additionalProperties: others } = own
  return {
    ...own,
    ...(items !== undefined && { items: closed(wire, items) }),
    ...(typeof others === 'object' && { additionalProperties: closed(wire, others) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(wire, property)]),
      ),
      additionalProperties: others ?? false,
    }),
  }
}

function merged(parts: readonly Schema[]): Schema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>
  const required = parts.flatMap((part) => part.required ?? [])
  return { ...parts[0], properties, required, additionalProperties: false }
}
