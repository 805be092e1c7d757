import { randomUUID } from 'node:crypto'
import type { ApiRequest } from './api.js'
import { resolve, type ContractOperation, type ContractParameter } from './contract.js'

/** Requests made from the contract's own examples, with ids that exist in place of those of the examples. */

/**
 * An existing thing's id, by the prefix of its kind, and the token of a sign-in link as `token`. Made anew for each
 * request where that matters, and such that the operation, which is named, can be about it.
 */
export type KnownIds = Record<string, (operation?: string) => string | Promise<string>>

export interface DerivedRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** A body that is no JSON, whose type is in the headers. */
  readonly raw?: string
  readonly headers: NonNullable<ApiRequest['headers']>
}

/** The name of what makes the body of an operation, as JSON, where parts of it depend on others and on their order. */
export const bodyOf = (operation: string) => `body of ${operation}`

/** Matches a token as the contract's examples show it. */
const exampleToken = /^(EXAMPLEexample)+EXAMPLE/
const exampleIssuer = 'https://login.shop.example/realms/staff'
const idForm = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** In the form of a session's id. */
const someSession = 'ses_01kbf3yq0se8v8m5r1w8t2xc4a'

/**
 * A valid request of an operation.
 *
 * @throws Error where the contract has no example, or none of the known ids is of the kind that one shows
 */
export async function requestOf(operation: ContractOperation, ids: KnownIds): Promise<DerivedRequest> {
  // What a workspace has one of is named by no id.
  if (operation.tags.includes('Identity provider')) await ids['identity-provider']?.(operation.id)
  let path = operation.path
  const headers: Record<string, string> = {}
  for (const parameter of operation.parameters) {
    if (parameter.required !== true) continue
    // To end the session of the request would end the requests that follow.
    const shown = exampleOf(operation, parameter)
    const example = shown === 'current' ? someSession : shown
    const value = String(await withKnownIds(example, ids, operation.id))
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value)
    else if (parameter.name === 'Idempotency-Key') headers[parameter.name] = randomUUID()
    else if (parameter.in === 'header') headers[parameter.name] = value
    else path += `${path.includes('?') ? '&' : '?'}${parameter.name}=${encodeURIComponent(value)}`
  }
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (operation.requestBody !== undefined && media?.example === undefined) {
    throw new Error(`${operation.id} has no example of its body in the contract`)
  }
  const { method } = operation
  if (type !== undefined && type !== 'application/json') {
    return { method, path, headers: { ...headers, 'Content-Type': type }, raw: String(media?.example) }
  }
  if (operation.id === 'createProviderSession' && ids['returned'] !== undefined)
    return { method, path, headers, body: JSON.parse(await ids['returned'](operation.id)) as unknown }
  if (operation.id === 'createSignInAuthorization' && ids['proven'] !== undefined)
    return { method, path, headers, body: { email: await ids['proven'](operation.id) } }
  const whole = Object.hasOwn(ids, bodyOf(operation.id)) ? ids[bodyOf(operation.id)] : undefined
  if (whole !== undefined) return { method, path, headers, body: JSON.parse(await whole(operation.id)) }
  const body = media && onceMore(operation, await withKnownIds(media.example, ids, operation.id))
  return { method, path, headers, ...(media && { body }) }
}

/** Names the key by `current` where a key, and no session, asks about itself alone. */
export function ofCaller(kind: string | undefined, request: DerivedRequest): DerivedRequest {
  if (kind === undefined || kind === 'workspaceSession') return request
  return {
    ...request,
    path: request.path.replace(
      /^\/v1\/api-keys\/key_\w+\/aws-credentials$/,
      '/v1/api-keys/current/aws-credentials',
    ),
  }
}

/**
 * A body that can be asked for again: a workspace has a domain and a template's alias once, a project has a contact once for an address, a route has its address alone, what was erased has
 * no contact any more, and the time of an example passes.
 */
function onceMore({ id }: ContractOperation, body: unknown): unknown {
  if (id === 'createDomain') return { ...(body as object), name: `${randomUUID()}.example` }
  if (id === 'sendMessageBatch') {
    const { items } = body as { items: object[] }
    return { items: items.map((item) => ({ ...item, idempotency_key: randomUUID() })) }
  }
  if (id === 'createTemplate' || id === 'updateTemplate') return { ...(body as object), alias: randomUUID() }
  if (id === 'createTopic') return { ...(body as object), key: randomUUID() }
  if (id === 'createInboundRoute') return { ...(body as object), recipient: `a@${randomUUID()}.example` }
  if (id === 'createDeletion' || id === 'createUser' || id === 'updateContact') {
    return { ...(body as object), email: `${randomUUID()}@example.com` }
  }
  if (id === 'scheduleCampaign' || id === 'rescheduleMessage') {
    return { ...(body as object), scheduled_at: new Date(Date.now() + 86_400_000).toISOString() }
  }
  return body
}

function exampleOf(operation: ContractOperation, parameter: ContractParameter): unknown {
  const example = parameter.example ?? (resolve(parameter.schema) as ContractParameter['schema']).example
  if (example === undefined)
    throw new Error(`${operation.id} has no example of ${parameter.name} in the contract`)
  return example
}

async function withKnownIds(value: unknown, ids: KnownIds, operation: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withKnownIds(item, ids, operation)))
  if (typeof value === 'string') {
    if (value === exampleIssuer && ids['issuer'] !== undefined) return ids['issuer'](operation)
    const prefix = exampleToken.test(value) ? 'token' : idForm.exec(value)?.[1]
    if (prefix === undefined) return value
    const known = ids[prefix]
    if (known === undefined) throw new Error(`a request needs an id of the kind ${prefix}: make one known`)
    return known(operation)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([key, item]) => [
    key,
    await withKnownIds(item, ids, operation),
  ])
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
}
