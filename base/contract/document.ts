/** The contract as a document of OpenAPI 3.1, as far as the service, its build and its command line read it. */

export type CredentialKind = 'projectKey' | 'workspaceKey' | 'workspaceSession'

/** One way to be allowed: these kinds of credential, each with its scopes (for a session: the least role). */
export type SecurityRequirement = Readonly<Partial<Record<CredentialKind, readonly string[]>>>

export interface ContractOperation {
  operationId?: string
  /** The id of the operation, if this is another path of it. */
  'x-alias-of'?: string
  tags?: readonly string[]
  security?: SecurityRequirement[]
  parameters?: readonly ({ $ref: string } | Parameter)[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  'x-validated-by-item'?: readonly string[]
  responses: Record<string, { content?: Record<string, unknown> }>
  'x-rate-limit'?: { policy: string; per_item_of?: string }
  deprecated?: boolean
  'x-deprecated-since'?: string
  'x-sunset'?: string
}

export interface Media {
  schema?: Schema
  'x-max-bytes'?: number
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  items?: Schema
  properties?: Record<string, Schema>
}

export interface ContractDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, ContractOperation>>
  components: Record<string, Record<string, unknown>>
}

/**
 * Returns the value that a reference into the contract leads to. A value that is no reference is returned as it is. Names
 * of the contract before the `#`, which compiled schemas have, do not matter.
 */
export function resolve<T>(contract: ContractDocument, value: { $ref?: string } | T): T {
  const reference = (value as { $ref?: string }).$ref
  if (reference === undefined) return value as T
  return reference
    .slice(reference.indexOf('#/') + 2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], contract) as T
}
