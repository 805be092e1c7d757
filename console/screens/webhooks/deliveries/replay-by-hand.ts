import type { WebhookRequestHeader } from 'postseal'
import { quoted } from '../../../ui/code/quoted.js'

/** Header fields that curl adds itself. */
const made = ['host', 'content-length']

/**
 * Writes a request that was made before as a curl command, with the same body and header.
 *
 * @param url address of the request
 * @param event the event as the API returns it
 * @returns undefined if the request's text is not the event's, or not any more, so that the signature would be wrong
 */
export function curlOf(
  url: string,
  headers: readonly WebhookRequestHeader[],
  event: unknown,
): string | undefined {
  // The second set of signatures belongs to bodies in another format.
  if (headers.some(({ name }) => name.startsWith('svix-'))) return undefined
  const body = canonical(event)
  const length = headers.find(({ name }) => name === 'content-length')?.value
  if (length !== String(new TextEncoder().encode(body).length)) return undefined
  return [
    // Brackets and braces in an address, which curl would read as patterns, are part of the address.
    `curl -sS -i --globoff ${quoted(url)}`,
    ...headers
      .filter(({ name }) => !made.includes(name))
      .map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n')
}

/** Writes a JSON value in its canonical form (RFC 8785), as webhooks carry it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
  // Sorted by UTF-16 code units, as in section 3.2.3.
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
