/**
 * The contract in the form that the command line needs, with each operation as a command. Plain JSON that can be
 * stored in a file.
 */
export interface Catalog {
  readonly groups: readonly CatalogGroup[]
}

/** The operations with one tag. */
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
  /** The first service version that has the operation. */
  readonly since: string
  /** The credential that the operation needs, in words. Undefined if it needs none. */
  readonly credential?: string
  /** The path variables in path order. */
  readonly variables: readonly PathVariable[]
  readonly query: readonly Field[]
  readonly body?: JsonBody | FileBody
  /** The media types of the successful replies. */
  readonly produces: readonly string[]
  readonly takesIdempotencyKey: boolean
  /** True if the operation returns pages that are read with a cursor. */
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
  /** The minimum number of properties in the body. */
  readonly minProperties: number
  readonly fields: readonly Field[]
}

/** A body that is sent unchanged. */
export interface FileBody {
  readonly kind: 'file'
  readonly mediaType: string
}

/** A query parameter, or a property of the body. */
export interface Field {
  /** The name as in the contract: `from_email` */
  readonly name: string
  /** The option as users type it, without the leading hyphens: `from-email` */
  readonly option: string
  readonly description: string
  readonly required: boolean
  readonly value: FieldValue
}

export type FieldValue =
  | ScalarValue
  /** A list. Users repeat the option for each value. */
  | { readonly kind: 'list'; readonly of: ScalarValue }
  /** `Ada <ada@example.com>` means an object with `email` and `name`. */
  | { readonly kind: 'address' }
  | { readonly kind: 'addresses' }
  /** `key=value`, or JSON. `properties` has the value kinds of the names that the contract knows. */
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, ScalarValue['kind']>> }
  /**
   * JSON for one or more items of an array. `isFiles` is true if an item is a file with its name. `areKeyed` is true
   * if each item has its own idempotency key.
   */
  | { readonly kind: 'items'; readonly isFiles: boolean; readonly areKeyed: boolean }

export interface ScalarValue {
  readonly kind: 'text' | 'time' | 'integer' | 'number' | 'boolean'
  readonly oneOf?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}
