/**
 * Base64 (RFC 4648, section 4) in its one form with padding, which is what the database decodes.
 *
 * Line breaks are taken out: MIME's base64 has them (RFC 2045, section 6.8), and half of the libraries that callers
 * use write that. Nothing else is forgiven, above all not the other alphabet of section 5, whose file would come out
 * as another.
 *
 * @returns undefined where it is not base64
 */
export function normalizeBase64(given: string): string | undefined {
  const text = /[\r\n]/.test(given) ? given.replace(/\r?\n/g, '') : given
  const data = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text
  if (data.length < text.length && text.length % 4 !== 0) return undefined
  // A group of one character holds less than a byte.
  if (data.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(data)) return undefined
  // The bits that are left over must be zero (section 3.5), or two texts would be one file.
  const last = data.at(-1) ?? 'A'
  if (data.length % 4 === 2 && !'AQgw'.includes(last)) return undefined
  if (data.length % 4 === 3 && !'AEIMQUYcgkosw048'.includes(last)) return undefined
  return data + '='.repeat((4 - (data.length % 4)) % 4)
}
