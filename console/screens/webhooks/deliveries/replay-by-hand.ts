import type { WebhookRequestHeader } from 'postseal'
import { quoted } from '../../../ui/code/quoted.js'

/** What curl makes itself. */
const made = ['host', 'content-length']

/**
 * A request that was made before as a command: the same body with the same header.
 *
 * @param url where it goes
 * @param event as the API has it
 * @returns undefined where the event reads differently now, so that the signature would be wrong
 */
export function curlOf(
  url: string,
  headers: readonly WebhookRequestHeader[],
  event: unknown,
): string | undefined {
  const body = canonical(event)
  const length = headers.find(({ name }) => name === 'content-length')?.value
  if (length !== String(new TextEncoder().encode(body).length)) return undefined
  return [
    // What it takes as patterns in an address, such as brackets, is the address.
    `curl -sS -i --globoff ${quoted(url)}`,
    ...headers
      .filter(({ name }) => !made.includes(name))
      .map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n')
}

/** A value of JSON in its canonical form (RFC 8785), as webhooks carry it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
  // By their UTF-16 units, as section 3.2.3 has it.
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
