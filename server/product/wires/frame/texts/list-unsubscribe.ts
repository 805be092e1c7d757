import type { components } from '../../../../../generated/api-types.js'

type SendRequest = components['schemas']['SendMessageRequest']
type ListUnsubscribe = NonNullable<SendRequest['list_unsubscribe']>

const written: ReadonlySet<string> = new Set(['list-unsubscribe', 'list-unsubscribe-post'])

/**
 * Takes the way to leave a list out of headers. `List-Unsubscribe` (RFC 2369) becomes the field of that name, if it has
 * an https address; `List-Unsubscribe-Post` (RFC 8058) then says what this service writes anyway.
 */
export function withLeave(
  headers: Readonly<Record<string, string>>,
): Pick<SendRequest, 'headers' | 'list_unsubscribe'> {
  const fields = Object.entries(headers)
  const way = fields.find(([name]) => name.toLowerCase() === 'list-unsubscribe')?.[1]
  const leave = way === undefined ? undefined : wayOf(way)
  const others = leave === undefined ? fields : fields.filter(([name]) => !written.has(name.toLowerCase()))
  return {
    ...(others.length > 0 && { headers: Object.fromEntries(others) }),
    ...(leave !== undefined && { list_unsubscribe: leave }),
  }
}

/** Reads the addresses of a `List-Unsubscribe`, such as `<https://shop.example/u/1>, <mailto:u@shop.example>`. */
function wayOf(value: string): ListUnsubscribe | undefined {
  const addresses = [...value.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim())
  const url = addresses.find((address) => /^https:\/\//i.test(address))
  const mail = addresses.find((address) => /^mailto:[^?]+$/i.test(address))
  if (url === undefined) return undefined
  return { url, ...(mail !== undefined && { email: mail.slice('mailto:'.length) }) }
}
