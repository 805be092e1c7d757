import { SIGNATURE_HEADER } from './signature-header.js'

/** A `Headers` object, or a record of names, in any case, as `request.headers` of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The value of `Service-Signature`; undefined where there is none. Where it came twice both are joined. */
export function findSignatureHeader(headers: WebhookHeaders | null | undefined): string | undefined {
  if (typeof headers?.get === 'function') return headers.get(SIGNATURE_HEADER) ?? undefined
  const values = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    name.toLowerCase() === SIGNATURE_HEADER.toLowerCase() ? (value as string) : [],
  )
  return values.join(', ')
}
