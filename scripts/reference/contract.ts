import { resolve } from '../../base/contract/document.js'
import {
  operationsOf,
  ownContract,
  readContract,
  type Operation,
} from '../../server/platform/http/operation/contract.js'
import type { DocumentedOperation } from './samples/sample-request.js'

/** A schema as the contract has them (JSON Schema 2020-12), as far as the reference shows it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly deprecated?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** A body of a request or of a reply. */
export interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

/** A parameter of an operation, or a header of a reply. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface ReplyHeader {
  readonly description?: string
  readonly schema: Schema
}

/** The reply of an operation with one status. */
export interface Reply {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, Media>>
}

interface Described {
  readonly 'x-since': string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, object>>
}

/** An operation with everything that its page shows. References are followed, but those of schemas. */
export interface ReferenceOperation extends Operation {
  readonly tag: string
  /** The first version of the service that has it. */
  readonly since: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly body: readonly [mediaType: string, media: Media] | undefined
  readonly replies: readonly [status: string, reply: Reply][]
  /** As samples are made of it. */
  readonly documented: DocumentedOperation
}

/** A type of event with what a webhook of it has. */
export interface ReferenceEvent {
  readonly type: string
  readonly tag: string
  /** The first version of the service that records it. */
  readonly since: string
  readonly summary: string
  readonly description: string
  readonly headers: readonly Parameter[]
  readonly payload: Media & { readonly example: { readonly data: object } }
}

/** A tag of the contract: a page with its operations or its events. */
export interface ReferenceTag {
  readonly name: string
  readonly description: string
  readonly operations: readonly ReferenceOperation[]
  readonly events: readonly ReferenceEvent[]
}

/** The contract in the order that the reference shows it in. */
export interface Reference {
  /** Markdown: the conventions that hold for all operations. */
  readonly description: string
  readonly groups: readonly { readonly name: string; readonly tags: readonly ReferenceTag[] }[]
}

interface Document {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly webhooks: Readonly<
    Record<string, { readonly post: Described & { readonly tags: readonly [string] } }>
  >
}

/** The codes of errors that the contract lists. */
export function errorCodes(): ReadonlySet<string> {
  const { enum: codes = [] } = followed<Schema>({ $ref: '#/components/schemas/ErrorCode' })
  return new Set(codes.map(String))
}

/** Follows a reference into the contract, where there is one, and takes a schema that is alone in `allOf`. */
export function followed<T>(value: object): T {
  const found = resolve<T & Pick<Schema, 'allOf'>>(ownContract(), value)
  return found.allOf?.length === 1 ? followed<T>(found.allOf[0] as Schema) : found
}

/**
 * Reads the contract for the reference.
 *
 * @throws Error where a tag is in no group, or a group has a tag that is not described: its page would be missing
 */
export function readReference(): Reference {
  const contract = readContract()
  const { info, tags, paths, webhooks, 'x-tagGroups': groups } = contract as unknown as Document
  const operations = operationsOf(contract).map((operation): ReferenceOperation => {
    const described = paths[operation.path]?.[operation.method] as Described
    return {
      ...operation,
      tag: (described as unknown as DocumentedOperation).tags[0],
      since: described['x-since'],
      summary: described.summary,
      description: described.description ?? '',
      parameters: (described.parameters ?? []).map((parameter) => followed<Parameter>(parameter)),
      body: Object.entries(described.requestBody?.content ?? {})[0],
      replies: Object.entries(described.responses).map(([status, reply]) => [status, followed<Reply>(reply)]),
      documented: described as unknown as DocumentedOperation,
    }
  })
  const events = Object.entries(webhooks).map(([type, { post }]): ReferenceEvent => ({
    type,
    tag: post.tags[0],
    since: post['x-since'],
    summary: post.summary,
    description: post.description ?? '',
    headers: (post.parameters ?? []).map((parameter) => followed<Parameter>(parameter)),
    payload: post.requestBody?.content['application/json'] as ReferenceEvent['payload'],
  }))
  const grouped = groups.flatMap((group) => group.tags)
  const astray = tags.filter(({ name }) => grouped.filter((found) => found === name).length !== 1)
  if (astray.length > 0 || grouped.length !== tags.length) {
    throw new Error(`x-tagGroups has to have each tag once: ${astray.map(({ name }) => name).join(', ')}`)
  }
  const tagOf = (name: string): ReferenceTag => ({
    name,
    description: tags.find((tag) => tag.name === name)?.description ?? '',
    operations: operations.filter(({ tag }) => tag === name),
    events: events.filter(({ tag }) => tag === name),
  })
  return {
    description: info.description,
    groups: groups.map((group) => ({ name: group.name, tags: group.tags.map(tagOf) })),
  }
}

/** The address of a tag's page below `/docs/`. */
export function tagAddress(name: string): string {
  return `api/${name.toLowerCase().replaceAll(' ', '-')}`
}

/** The address of an operation's page, by its operationId, or of an event's, by its type. */
export function addressOf(name: string): string {
  return `api/${name}`
}
