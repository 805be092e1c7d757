/**
 * The contract in the form that the command line needs: each operation as a command. Plain JSON, to be kept in a
 * file.
 */
export interface Catalog {
  readonly groups: readonly CatalogGroup[]
}

/** The operations of a tag. */
export interface CatalogGroup {
  /** The tag as users type it: `message-logs`. */
  readonly name: string
  readonly title: string
  readonly operations: readonly CatalogOperation[]
}

export interface CatalogOperation {
  /** The SDK's method as users type it: `retrieve-stats`. */
  readonly name: string
  readonly operationId: string
  /** The method in capitals: `GET`. */
  readonly method: string
  /** The path as in the contract: /v1/messages/{id} */
  readonly path: string
  readonly summary: string
  /** The first paragraph of its description, on one line. */
  readonly description: string
  /** The first version of the service that has it. */
  readonly since: string
  /** The credential that the operation needs, in words; undefined if none is needed. */
  readonly credential?: string
  /** The variables of the path, in their order. */
  readonly variables: readonly PathVariable[]
  readonly query: readonly Field[]
  readonly body?: JsonBody | FileBody
  /** The media types of its successful replies. */
  readonly produces: readonly string[]
  readonly takesIdempotencyKey: boolean
  /** True if the operation returns pages, which a cursor goes through. */
  readonly isList: boolean
}

export interface PathVariable {
  /** The name as in the path: `delivery_id` */
  readonly name: string
  readonly description: string
}

export interface JsonBody {
  readonly kind: 'json'
  readonly required: boolean
  /** The min number of properties of the body. */
  readonly minProperties: number
  readonly fields: readonly Field[]
}

/** A body that is sent as it is. */
export interface FileBody {
  readonly kind: 'file'
  readonly mediaType: string
}

/** A query parameter, or a property of the body. */
export interface Field {
  /** The name as in the contract: `from_email` */
  readonly name: string
  /** The option as users type it, without the hyphens before it: `from-email` */
  readonly option: string
  readonly description: string
  readonly required: boolean
  readonly value: FieldValue
}

export type FieldValue =
  | ScalarValue
  /** A list, each value of which is an option of its own. */
  | { readonly kind: 'list'; readonly of: ScalarValue }
  /** `Ada <ada@example.com>` is an object of `email` and `name`. */
  | { readonly kind: 'address' }
  | { readonly kind: 'addresses' }
  /** `key=value`, or JSON. `properties` has the kinds of the values whose names the contract knows. */
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, ScalarValue['kind']>> }
  /**
   * JSON, one or more of an array's items. `isFiles` if an item is a file with its name, `areKeyed` if each has an
   * idempotency key of its own.
   */
  | { readonly kind: 'items'; readonly isFiles: boolean; readonly areKeyed: boolean }

export interface ScalarValue {
  readonly kind: 'text' | 'time' | 'integer' | 'number' | 'boolean'
  readonly oneOf?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}
