/** A request to send, or to print as a command. */
export interface ApiRequest {
  /** The method in capitals: `POST`. */
  readonly method: string
  /** The path and the query, such as /v1/messages?limit=20 */
  readonly target: string
  /** The media type of the reply. */
  readonly accept: string
  /** Header fields in addition to those that every request has. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  readonly idempotencyKey?: string
  /** True if the request changes nothing, whatever its method, so that it can be repeated. */
  readonly isRead?: boolean
}

export type RequestBody = JsonContent | BytesContent | FileContent

export interface JsonContent {
  readonly kind: 'json'
  readonly value: unknown
}

/** Bytes in memory. */
export interface BytesContent {
  readonly kind: 'bytes'
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Bytes that are sent as they are read. */
export interface FileContent {
  readonly kind: 'file'
  /** The name of the file, or `-` for standard input. */
  readonly name: string
  readonly mediaType: string
  /** True if the content can be read again for another attempt. */
  readonly canRepeat: boolean
  readonly open: () => AsyncIterable<Uint8Array>
}
