import { SIGNATURE_HEADER } from './signature-header.js'

/** A `Headers` object, or a record of header names in any case, such as Node's `request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Returns the value of `Service-Signature`. Returns nothing if the header is missing, or a list if it can have arrived
 * twice.
 */
export function findSignature(
  headers: WebhookHeaders | null | undefined,
): string | readonly string[] | null | undefined {
  if (typeof headers?.get === 'function') return headers.get(SIGNATURE_HEADER)
  return Object.entries((headers ?? {}) as Record<string, string | string[]>).flatMap(([name, value]) =>
    name.toLowerCase() === SIGNATURE_HEADER.toLowerCase() ? (value ?? []) : [],
  )
}
