import { randomUUID } from 'node:crypto'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { resolve } from '../../../base/contract/document.js'
import type { WireName } from '../../../server/platform/config/wires.js'
import { wireContract, type WireContractOperation } from '../../../server/product/wires/frame/contract.js'
import { awsKeyFor } from '../workspace/aws-keys.js'
import { signed } from './aws-signature.js'
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

/** Adds a key to a request, as each wire takes one. */
const credentials: Readonly<
  Record<WireName, (key: string, request: Asked) => { headers: Record<string, string>; raw?: string }>
> = {
  resend: (key) => ({ headers: { Authorization: `Bearer ${key}` } }),
  sendgrid: (key) => ({ headers: { Authorization: `Bearer ${key}` } }),
  postmark: (key) => ({ headers: { 'X-Postmark-Server-Token': key } }),
  mailgun: (key) => ({
    headers: { Authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` },
  }),
  ses: (key, { url, method, path, body }) => {
    const raw = body === undefined ? undefined : JSON.stringify(body)
    const headers = signed(awsKeyFor(key), {
      url: new URL(path, url),
      method,
      body: raw ?? '',
      // Packages name each call, so that two equal ones within a second are two.
      headers: { 'amz-sdk-invocation-id': randomUUID() },
    })
    return { headers, ...(raw !== undefined && { raw }) }
  },
}

interface Asked {
  readonly url: string
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/**
 * Sends requests to a wire, and holds each reply against the wire's contract: its status and its body, which has no
 * field that the contract does not name.
 */
export function wireCalls(wire: WireName, url: string) {
  return async (method: string, path: string, { key, ...given }: ApiRequest = {}): Promise<ApiReply> => {
    const described = operationFor(wire, method, path)
    const takesForm = described?.form !== undefined && given.body !== undefined && !Array.isArray(given.body)
    const request = takesForm ? await asForm(given) : given
    const whole = `/compat/${wire}${path}`
    const asked = { url, method, path: whole, body: given.body }
    const { headers: added, ...more } = key === undefined ? {} : credentials[wire](key, asked)
    const headers = { ...added, ...request.headers }
    const reply = await call(url, method, whole, { ...request, ...more, headers })
    const findings =
      described === undefined ? `the contract has no ${method} ${path}` : findingsOf(wire, described, reply)
    if (findings !== undefined) throw new Error(findings)
    return reply
  }
}

export type WireCall = ReturnType<typeof wireCalls>

/** Writes a body as the form that its operation takes. An object is a group if its name ends in a colon, else a file. */
async function asForm({ body, ...request }: ApiRequest): Promise<ApiRequest> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as object)) {
    if (name.endsWith(':')) {
      for (const [key, text] of Object.entries(value as object)) form.append(`${name}${key}`, String(text))
      continue
    }
    for (const item of [value].flat()) form.append(name, typeof item === 'string' ? item : fileOf(item))
  }
  const encoded = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    ...request,
    raw: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...request.headers, 'Content-Type': encoded.headers.get('content-type') ?? '' },
  }
}

function fileOf(item: unknown): File {
  const { content = '', filename = 'file.txt' } = (item ?? {}) as { content?: string; filename?: string }
  return new File([Buffer.from(content, 'base64')], filename)
}

function operationFor(wire: WireName, method: string, path: string) {
  const [withoutQuery = ''] = path.split('?')
  const [described] = wireContract(wire)
    .operations.filter(({ operation }) => operation.method === method.toLowerCase())
    .filter(({ operation }) => formOf(operation.path).test(withoutQuery))
    .toSorted((a, b) => variablesOf(a.operation.path) - variablesOf(b.operation.path))
  return described
}

function findingsOf(
  wire: WireName,
  { operation }: WireContractOperation,
  { status, body, text }: ApiReply,
): string | undefined {
  const { document } = wireContract(wire)
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
