/** A body as it came: its text, or better its bytes, such as Node's Buffer. */
export type WebhookPayload = string | Uint8Array | ArrayBuffer

/** The bytes of a body; undefined where it is none, such as the object that a parser has made of it. */
export function bytesOf(payload: unknown): Uint8Array | undefined {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  // By its name, not its class: a test's environment may have another class of the same name.
  const isBuffer = Object.prototype.toString.call(payload) === '[object ArrayBuffer]'
  return isBuffer ? new Uint8Array(payload as ArrayBuffer) : undefined
}

/** The JSON object in these bytes, which are strict UTF-8; undefined where there is none. */
export function objectIn(bytes: Uint8Array): object | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
