/**
 * Explains a failed request to a service that uses another protocol than its URL says. The messages of OpenSSL and the
 * HTTP client do not help users.
 *
 * @param error the error of fetch
 * @returns undefined if the failure has another cause
 */
export function wrongProtocol(baseUrl: string, error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
  const [code, message] = [String(cause?.code), String(cause?.message)]
  if (/^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|BAD_RECORD_TYPE)|EPROTO)$/.test(code))
    return `What answers at ${baseUrl} is no TLS: does the service speak http?`
  if (code.startsWith('HPE_') || message.startsWith('Response does not match the HTTP/1.1 protocol'))
    return `What answers at ${baseUrl} is not HTTP${baseUrl.startsWith('http:') ? ': does the service speak https?' : '.'}`
  return undefined
}
