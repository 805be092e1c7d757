/** A raw body as text, or preferably as bytes, such as Node's Buffer. */
export type WebhookPayload = string | Uint8Array | ArrayBuffer

/** Encodes text as UTF-8. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Returns the bytes of a body, or undefined if the value is not a body, such as an object from a parser. */
export function bytesOf(payload: unknown): Uint8Array | undefined {
  if (typeof payload === 'string') return encode(payload)
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  return payload instanceof ArrayBuffer ? new Uint8Array(payload) : undefined
}

/**
 * Returns the text of these bytes.
 *
 * @throws TypeError if they are not UTF-8
 */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** Returns the JSON object in these bytes, or undefined if there is none. */
export function objectIn(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(textOf(bytes))
    return typeof value === 'object' && !Array.isArray(value) ? (value ?? undefined) : undefined
  } catch {
    return undefined
  }
}
