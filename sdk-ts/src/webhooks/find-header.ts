import { SIGNATURE_HEADER } from './signature-header.js'

/** A `Headers` object, or a record of names, in any case, as `request.headers` of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the value of `Service-Signature`: nothing if it is missing, a list if it may have come twice. */
export function findSignature(
  headers: WebhookHeaders | null | undefined,
): string | readonly string[] | null | undefined {
  if (typeof headers?.get === 'function') return headers.get(SIGNATURE_HEADER)
  return Object.entries((headers ?? {}) as Record<string, string | string[]>).flatMap(([name, value]) =>
    name.toLowerCase() === SIGNATURE_HEADER.toLowerCase() ? (value ?? []) : [],
  )
}
